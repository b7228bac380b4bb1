import type pg from 'pg';

/** Who left the newsletter after the backup was made does not come back. Returns what puts that into a restore. */
export async function keepUnsubscriptions(client: Pick<pg.Client, 'query'>): Promise<() => Promise<void>> {
  const { rows } = await client.query(
    `select token, left_hash, unsubscribed_at from subscribers where state = 'unsubscribed' and email is null`,
  );
  return async () => {
    await client.query(
      `update subscribers set state = 'unsubscribed', email = null, left_hash = kept.left_hash,
         unsubscribed_at = kept.unsubscribed_at
       from jsonb_to_recordset($1) as kept (token text, left_hash text, unsubscribed_at timestamptz)
       where subscribers.token = kept.token and subscribers.state <> 'unsubscribed'`,
      [JSON.stringify(rows)],
    );
  };
}
