import type { Session } from '@institute/contract';
import { imageForm } from '../../server/src/testing/images.ts';

const email = 'bench@institute.example';
const password = 'a-long-kitenge-thread-9';

/** Creates an account for this run and returns its bearer. */
export const signUp = async (origin: string): Promise<string> => (await openSession(origin)).token;

/** The bearer of that account, on a data folder that may have it already. */
export const enter = async (origin: string): Promise<string> => (await enterSession(origin)).token;

export const enterSession = (origin: string): Promise<Session> =>
  openSession(origin).catch(() => call<Session>(`${origin}/api/v1/admin/login`, 'POST', { email, password }));

/** The account is the first, which owns the site, and lets itself read health answers. */
async function openSession(origin: string): Promise<Session> {
  const body = { email, password, confirmPassword: password };
  const session = await call<Session>(`${origin}/api/v1/admin/signup`, 'POST', body);
  const right = { id: session.user.id, mayReadMedical: true };
  await call(`${origin}/api/trpc/accounts.setMayReadMedical`, 'POST', right, session.token);
  return session;
}

export async function call<T>(url: string, method: string, content: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(content) });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data;
}

/** Uploads an image. `url` is where it is shown. */
export async function uploadImage(origin: string, bearer: string, bytes: Buffer) {
  const answer = await fetch(`${origin}/uploads/institute/image/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: imageForm(bytes),
  });
  const { secure_url: url = '' } = (await answer.json()) as { secure_url?: string };
  return { status: answer.status, url };
}
