import pg from 'pg';

/** Runs a statement that writes many rows. It has no time limit: on a busy machine it may take longer than a call may. */
export async function fill(
  { connection }: { connection: pg.ClientConfig },
  statement: string,
  values: unknown[] = [],
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}
