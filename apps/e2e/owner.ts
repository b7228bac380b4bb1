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
}
