import type pg from 'pg';

/** One that was revoked after the backup was made would work again. Returns their names. */
export async function revokeAllKeys(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'update api_keys set revoked_at = now() where revoked_at is null returning name',
  );
  return rows.map(({ name }) => name).sort();
}
