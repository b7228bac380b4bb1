import pg from 'pg';

/** Has no time limit, unlike the product's own statements. */
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
