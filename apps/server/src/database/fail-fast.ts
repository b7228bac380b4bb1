import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openClient } from './client.ts';
import { isUnanswered } from './database-errors.ts';

const PROBE_TIMEOUT_MS = 1000;
const PROBE_AGAIN_MS = 300;

/**
 * While PostgreSQL does not answer, queries fail at once instead of waiting for the timeout. An unanswered
 * query starts this state, and a successful probe ends it.
 */
export function failFast(pool: pg.Pool, connection: pg.ClientConfig): void {
  let isSilent = false;
  let isProbing = false;

  async function probeUntilAnswered(): Promise<void> {
    if (isProbing) return;
    isProbing = true;
    // A single slow query is not enough: the probe decides
    while (!pool.ending && !(await canQuery(connection))) {
      isSilent = true;
      await sleep(PROBE_AGAIN_MS, undefined, { ref: false });
    }
    isSilent = false;
    isProbing = false;
  }

  const onFailure = (error: unknown) => {
    if (isUnanswered(error)) probeUntilAnswered();
  };
  // `pool.query` closes its connection after an error and passes the error to this event
  pool.on('release', onFailure);
  pool.on('connect', (client) => {
    const query = client.query;
    client.query = ((...given: unknown[]) => {
      const result: unknown = Reflect.apply(query, client, given);
      if (result instanceof Promise) {
        result.catch((error) => {
          // A late answer on this connection would be taken for that of another query
          if (isUnanswered(error)) client.connection.stream.destroy();
          onFailure(error);
        });
      }
      return result;
    }) as typeof client.query;
  });

  const connect = pool.connect;
  pool.connect = ((callback?: (error: Error) => void) => {
    if (!isSilent) return Reflect.apply(connect, pool, callback ? [callback] : []);
    const error = new Error('The database does not answer');
    return callback ? callback(error) : Promise.reject(error);
  }) as typeof pool.connect;
}

async function canQuery(connection: pg.ClientConfig): Promise<boolean> {
  const timeouts = { connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS };
  const client = await openClient({ ...connection, ...timeouts }, 'probe').catch(() => null);
  const isAnswered = await client?.query('select 1').then(
    () => true,
    () => false,
  );
  client?.connection.stream.destroy();
  return isAnswered ?? false;
}
