import type pg from 'pg';
import { readErrorCode } from '../errors.ts';
import { openClient } from './client.ts';

/** Milliseconds. PostgreSQL ends a call by these limits before our own timeouts do. */
export const serverTimeouts = {
  lock_timeout: 3000,
  statement_timeout: 5000,
  idle_in_transaction_session_timeout: 30_000,
};
export const withoutServerTimeouts = {
  lock_timeout: 0,
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

const QUERY_TIMEOUT_MS = 2000;

/** True for a pooler, such as PgBouncer, that refuses connections with these limits. */
export async function poolerRefusesTimeouts(connection: pg.ClientConfig): Promise<boolean> {
  const limitedTimeouts = { ...serverTimeouts, connectionTimeoutMillis: QUERY_TIMEOUT_MS };
  try {
    const probeClient = await openClient({ ...connection, ...limitedTimeouts }, 'probe');
    probeClient.end().catch(() => {});
    return false;
  } catch (error) {
    // Code that needs the database reports every other failure
    return error instanceof Error && error.message.includes('unsupported startup parameter');
  }
}

const UNKNOWN_STATEMENT = '26000';
const STATEMENT_EXISTS = '42P05';

/**
 * True for a pooler in transaction mode that does not support prepared statements. The check lets a second client
 * take the server connection on which the first one has prepared its statement.
 */
export async function poolerLosesStatements(connection: pg.ClientConfig): Promise<boolean> {
  const probeTimeouts = { connectionTimeoutMillis: QUERY_TIMEOUT_MS, query_timeout: QUERY_TIMEOUT_MS };
  const clients: pg.Client[] = [];
  try {
    for (const probeClientName of ['one', 'other'])
      clients.push(await openClient({ ...connection, ...probeTimeouts }, `prepared ${probeClientName}`));
    const [one, other] = clients;
    const preparedQuery = { name: 'prepared_probe', text: 'select 1' };
    await one?.query(preparedQuery);
    await other?.query('begin');
    await other?.query(preparedQuery);
    await one?.query(preparedQuery);
    return false;
  } catch (error) {
    // Code that needs the database reports every other failure
    return [UNKNOWN_STATEMENT, STATEMENT_EXISTS].includes(readErrorCode(error) ?? '');
  } finally {
    for (const client of clients) client.end().catch(() => {});
  }
}

/**
 * Removes the names of statements, because an older pooler passes named statements to connections that do not know
 * them.
 */
export function removeStatementNames(pool: pg.Pool): void {
  const originalPoolQuery = pool.query;
  pool.query = ((first: unknown, ...rest: unknown[]) => {
    const unnamedQuery = typeof first === 'object' && first !== null ? { ...first, name: undefined } : first;
    return Reflect.apply(originalPoolQuery, pool, [unnamedQuery, ...rest]);
  }) as typeof pool.query;
}
