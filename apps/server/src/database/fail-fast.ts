import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openClient } from './client.ts';
import { isQueryTimeout } from './database-errors.ts';

const PROBE_TIMEOUT_MS = 1000;
const DATABASE_PROBE_PAUSE_MS = 300;

/**
 * While PostgreSQL does not answer, queries fail at once instead of waiting for the timeout. An unanswered
 * query starts this state, and a successful probe ends it.
 */
export function failFastWhileSilent(pool: pg.Pool, connection: pg.ClientConfig): void {
  let isDatabaseSilent = false;
  let isProbeRunning = false;

  async function probeUntilAnswered(): Promise<void> {
    if (isProbeRunning) return;
    isProbeRunning = true;
    // One slow query is not enough to call the database silent, so a probe decides
    while (!pool.ending && !(await canQuery(connection))) {
      isDatabaseSilent = true;
      await sleep(DATABASE_PROBE_PAUSE_MS, undefined, { ref: false });
    }
    isDatabaseSilent = false;
    isProbeRunning = false;
  }

  const onQueryFailure = (error: unknown) => {
    if (isQueryTimeout(error)) probeUntilAnswered();
  };
  // After an error `pool.query` closes its connection, and this event gets the error
  pool.on('release', onQueryFailure);
  pool.on('connect', (client) => {
    const originalClientQuery = client.query;
    client.query = ((...given: unknown[]) => {
      const queryResult: unknown = Reflect.apply(originalClientQuery, client, given);
      if (queryResult instanceof Promise) {
        queryResult.catch((error) => {
          // The connection must end, because a late answer on it would be taken for that of another query
          if (isQueryTimeout(error)) client.connection.stream.destroy();
          onQueryFailure(error);
        });
      }
      return queryResult;
    }) as typeof client.query;
  });

  const originalPoolConnect = pool.connect;
  pool.connect = ((callback?: (error: Error) => void) => {
    if (!isDatabaseSilent) return Reflect.apply(originalPoolConnect, pool, callback ? [callback] : []);
    const error = new Error('The database does not answer');
    return callback ? callback(error) : Promise.reject(error);
  }) as typeof pool.connect;
}

async function canQuery(connection: pg.ClientConfig): Promise<boolean> {
  const probeTimeouts = { connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS };
  const probeClient = await openClient({ ...connection, ...probeTimeouts }, 'probe').catch(() => null);
  const isProbeAnswered = await probeClient?.query('select 1').then(
    () => true,
    () => false,
  );
  probeClient?.connection.stream.destroy();
  return isProbeAnswered ?? false;
}
