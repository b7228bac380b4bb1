import pg from 'pg';

/**
 * Only one process at a time runs work under the same key. The lock belongs to a transaction: behind a pooler
 * in transaction mode the lock of a session would outlive its owner.
 */
export async function underLock(
  connection: pg.ClientConfig,
  key: number,
  work: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'institute lock' });
  // if this connection is lost, the statements of the work fail by themselves
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [key]);
    await work();
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
