import type pg from 'pg';

/**
 * Frees the pool's places of connections that are lost while in use. The query builder releases a connection only after
 * a successful COMMIT or ROLLBACK. A lost one would keep its place for good.
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
