import type pg from 'pg';
import { openClient } from './client.ts';

/** Milliseconds. These limits end a call before our own timeouts do. */
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

const MAY_TAKE_MS = 2000;

/** A pooler such as PgBouncer refuses connections that ask for these limits. */
export async function refusesTimeouts(connection: pg.ClientConfig): Promise<boolean> {
  const limits = { ...serverTimeouts, connectionTimeoutMillis: MAY_TAKE_MS };
  try {
    const client = await openClient({ ...connection, ...limits }, 'probe');
    client.end().catch(() => {});
    return false;
  } catch (error) {
    // Whoever needs the database reports every other failure
    return error instanceof Error && error.message.includes('unsupported startup parameter');
  }
}

/** An older pooler passes named statements to connections that do not know them. */
export function withoutNames(pool: pg.Pool): void {
  const query = pool.query;
  pool.query = ((first: unknown, ...rest: unknown[]) => {
    const unnamed = typeof first === 'object' && first !== null ? { ...first, name: undefined } : first;
    return Reflect.apply(query, pool, [unnamed, ...rest]);
  }) as typeof pool.query;
}
