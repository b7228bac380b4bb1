import type { TestApp } from './test-app.ts';

export const isLive = async (t: TestApp, token: string): Promise<boolean> =>
  (await t.withToken(token).api.registrations.list()).status === 200;

export const readSignInStatus = async (t: TestApp, email: string, password: string): Promise<number> =>
  (await t.visitor.api.session.login({ body: { email, password } })).status;

export const refreshCookieHeader = (refreshToken: string) => ({ cookie: `refresh_token=${refreshToken}` });

export function refreshCookie(answer: {
  headers: Headers;
}): { value: string; attributes: string[] } | undefined {
  const [pair, ...attributes] = answer.headers.getSetCookie()[0]?.split('; ') ?? [];
  const [name, value = ''] = pair?.split('=') ?? [];
  return name === 'refresh_token' ? { value, attributes } : undefined;
}
