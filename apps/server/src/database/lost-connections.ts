import type pg from 'pg';

/**
 * Takes back connections that are lost while they are in use. The query builder gives up the connection of a
 * transaction only after COMMIT or ROLLBACK has worked, so each lost one would fill a place of the pool for ever.
 */
export function takeBackLost(pool: pg.Pool): void {
  const used = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => used.add(client));
  pool.on('release', (_, client) => used.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!used.has(client)) return;
      const { release } = client;
      // whoever used it may release it still
      client.release = () => {};
      release(true);
    });
  });
}
