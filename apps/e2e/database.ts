import { findRunningServer } from '@institute/embedded-postgres';
import pg from 'pg';

/** Queries the product's own database, for states that cannot be reached from outside. */
export async function query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const connection = findRunningServer(process.env.E2E_DATA_DIR ?? '');
  if (!connection) throw new Error('The database does not run');
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<Row>(sql, values).finally(() => client.end());
  return rows;
}
