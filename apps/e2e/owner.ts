import type { FullConfig } from '@playwright/test';

/** The first account owns the product under test. */
export const owner = { email: 'owner@institute.example', password: 'kitenge-and-thread-9' };

export default async function makeOwner({ projects: [project] }: FullConfig): Promise<void> {
  const answer = await fetch(`${project?.use.baseURL}/api/v1/admin/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...owner, confirmPassword: owner.password }),
  });
  if (answer.status !== 201) throw new Error(`There is an owner already: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: Session };
  await letReadHealth(String(project?.use.baseURL), data.user.id);
}

interface Session {
  user: { id: number };
  token: string;
}

/** Only an owner may grant this. */
export async function letReadHealth(origin: string, id: number): Promise<void> {
  const post = (path: string, body: object, token = '') =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const { data } = (await (await post('/api/v1/admin/login', owner)).json()) as { data: Session };
  const answer = await post('/api/trpc/accounts.setMayReadMedical', { id, mayReadMedical: true }, data.token);
  if (!answer.ok) throw new Error(`The right was not given: ${await answer.text()}`);
}
