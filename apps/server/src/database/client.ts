import pg from 'pg';

/** Opens a connection outside the pool. Its name appears in PostgreSQL's list of connections. */
export async function openClient(connection: pg.ClientConfig, name: string): Promise<pg.Client> {
  const databaseClient = new pg.Client({ ...connection, application_name: `institute ${name}` });
  // Ignores the loss of the connection, because the next statement then fails by itself
  databaseClient.on('error', () => {});
  try {
    await databaseClient.connect();
  } catch (error) {
    databaseClient.end().catch(() => {});
    throw error;
  }
  return databaseClient;
}

/** Runs work on a connection of its own, which ends with the work. */
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
