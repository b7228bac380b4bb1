import type pg from 'pg';

/** A restored backup would bring back keys that were revoked since, so all are revoked. Returns their names. */
export async function revokeAllKeys(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'update api_keys set revoked_at = now() where revoked_at is null returning name',
  );
  return rows.map(({ name }) => name).sort();
}
