/** The first account owns the product. */
export const owner = { email: 'owner@institute.example', password: 'kitenge-and-thread-9' };

export async function makeOwner(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/admin/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...owner, confirmPassword: owner.password }),
  });
  if (answer.status !== 201) throw new Error(`There is an owner already: ${await answer.text()}`);
}
