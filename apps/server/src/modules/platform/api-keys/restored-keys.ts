import type pg from 'pg';

/** One that was revoked after the backup was made would work again. Returns how many there were. */
export async function revokeAllKeys(client: Pick<pg.Client, 'query'>): Promise<number> {
  return (
    (await client.query('update api_keys set revoked_at = now() where revoked_at is null')).rowCount ?? 0
  );
}
