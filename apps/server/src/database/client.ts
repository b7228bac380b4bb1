import pg from 'pg';

/** A connection outside the pool. The name is in PostgreSQL's list of connections. */
export async function openClient(connection: pg.ClientConfig, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: `institute ${name}` });
  // If this connection is lost, the next statement fails by itself
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
  return client;
}

/** The connection ends with the work. */
export async function withClient<T>(
  connection: pg.ClientConfig,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(connection, name);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
