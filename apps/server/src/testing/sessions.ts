import type { TestApp } from './test-app.ts';

/** True while a bearer still opens a private route. */
export const isLive = async (t: TestApp, token: string): Promise<boolean> =>
  (await t.withToken(token).api.registrations.list()).status === 200;

/** The status of an attempt to sign in. */
export const statusOfSignIn = async (t: TestApp, email: string, password: string): Promise<number> =>
  (await t.visitor.api.session.login({ body: { email, password } })).status;

/** The call headers of a browser that holds this refresh token. */
export const cookieOf = (refreshToken: string) => ({ cookie: `refresh_token=${refreshToken}` });

/** The refresh cookie that an answer sets, with its attributes; undefined when it sets none. */
export function refreshCookie(answer: {
  headers: Headers;
}): { value: string; attributes: string[] } | undefined {
  const [pair, ...attributes] = answer.headers.getSetCookie()[0]?.split('; ') ?? [];
  const [name, value = ''] = pair?.split('=') ?? [];
  return name === 'refresh_token' ? { value, attributes } : undefined;
}
