import type pg from 'pg';

/** A number that said STOP after the backup was made stays stopped. Returns what puts that into a restore. */
export async function keepStops(client: Pick<pg.Client, 'query'>): Promise<() => Promise<void>> {
  const { rows } = await client.query(
    'select key, wrote_at, stopped_at from sms_numbers where stopped_at is not null',
  );
  return async () => {
    await client.query(
      `insert into sms_numbers (key, wrote_at, stopped_at) select key, wrote_at, stopped_at
       from jsonb_to_recordset($1) as kept (key text, wrote_at timestamptz, stopped_at timestamptz)
       on conflict (key) do update set stopped_at = coalesce(sms_numbers.stopped_at, excluded.stopped_at)`,
      [JSON.stringify(rows)],
    );
  };
}
