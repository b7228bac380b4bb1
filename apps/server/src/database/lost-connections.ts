import type pg from 'pg';

/**
 * The query builder releases a connection only after a successful COMMIT or ROLLBACK. A connection that is
 * lost in use would keep its place in the pool for good.
 */
export function takeBackLost(pool: pg.Pool): void {
  const used = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => used.add(client));
  pool.on('release', (_, client) => used.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!used.has(client)) return;
      const { release } = client;
      // its user may still release it, which must do nothing
      client.release = () => {};
      release(true);
    });
  });
}
