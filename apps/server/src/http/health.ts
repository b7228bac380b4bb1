import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../crypto/equal-secrets.ts';
import { isDiskFull } from '../database/database-errors.ts';
import { AppError, notFoundError, readErrorCode, StartError } from '../errors.ts';
import { toEnvelope } from './failures.ts';
import type { Metrics } from './metrics.ts';

const DATABASE_TIMEOUT_MS = 2000;
/** Less than the second between two probes, so that each probe gets a new answer. */
const DATABASE_PROBE_INTERVAL_MS = 250;
/**
 * Interval between test writes, because reads still work on a full disk. Once the disk is full, every probe tries a
 * write until one finds space.
 */
const DISK_WRITE_INTERVAL_MS = 60_000;

interface HealthOptions {
  em: EntityManager;
  metricsToken: string | undefined;
  metrics?: Metrics | undefined;
  stopping?: AbortSignal | undefined;
}

export async function serveHealth(
  app: FastifyInstance,
  { em, metricsToken, metrics, stopping }: HealthOptions,
) {
  app.get('/healthz', { config: { anyHost: true, neverWaits: true } }, async (_, reply) =>
    forbidCaching(reply).send({ status: 'ok' }),
  );

  // Probes that come at the same moment share one check
  let databaseCheck: Promise<boolean> | undefined;
  const forgetDatabaseCheck = () => {
    databaseCheck = undefined;
  };
  let lastDiskCheckMs = Number.NEGATIVE_INFINITY;
  const checkDiskSpace = () => {
    const nowMs = performance.now();
    if (!app.disk || (!app.disk.isFull && nowMs - lastDiskCheckMs < DISK_WRITE_INTERVAL_MS))
      return Promise.resolve();
    lastDiskCheckMs = nowMs;
    return checkFreeSpace(app, app.disk, em);
  };
  const checkDatabase = () => {
    databaseCheck ??= checkDatabaseInTime(em, checkDiskSpace).finally(() =>
      setTimeout(forgetDatabaseCheck, DATABASE_PROBE_INTERVAL_MS).unref(),
    );
    return databaseCheck;
  };

  app.get('/readyz', { config: { anyHost: true, neverWaits: true } }, async (request, reply) => {
    const isStopping = stopping?.aborted === true;
    if (!isStopping && (await checkDatabase()) && !app.disk?.isFull)
      return forbidCaching(reply).send({ status: 'ok' });
    const unavailableReason = app.disk?.isFull ? 'No space left on the disk' : 'The database does not answer';
    const unavailableError = new AppError(
      'UNAVAILABLE',
      isStopping ? 'This process is about to close' : unavailableReason,
    );
    // The failure is sent and not thrown, because a thrown one would be logged at every probe
    return forbidCaching(reply)
      .status(503)
      .header('retry-after', '5')
      .send(toEnvelope(unavailableError, request.id));
  });

  app.get('/metrics', { config: { anyHost: true, neverWaits: true } }, async (request, reply) => {
    if (!metrics || !metricsToken || !hasMetricsToken(request, metricsToken)) {
      throw notFoundError('There is nothing at this address');
    }
    return forbidCaching(reply)
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

const forbidCaching = (reply: FastifyReply) => reply.header('cache-control', 'no-store');

const checkDatabaseInTime = (em: EntityManager, findSpace: () => Promise<void>): Promise<boolean> =>
  Promise.race([
    findSpace().then(() => em.fork().execute('select 1')),
    sleep(DATABASE_TIMEOUT_MS, null, { ref: false }),
  ]).then(
    (rows) => rows !== null,
    () => false,
  );

/**
 * Tests whether a write finds space. A refusal for another reason, such as a missing right, says nothing about space.
 */
async function checkFreeSpace({ log }: FastifyInstance, disk: { isFull: boolean }, em: EntityManager) {
  const wasDiskFull = disk.isFull;
  const diskWriteError: unknown = await em
    .fork()
    .execute(DISK_WRITE_PROBE_SQL)
    .then(
      () => null,
      (reason) => reason,
    );
  disk.isFull = isDiskFull(diskWriteError);
  if (disk.isFull && !wasDiskFull) log.error({ err: diskWriteError }, 'No space left on the disk');
}

/** The test write needs new pages of the database, because an old page may still have room for a row. */
const DISK_WRITE_PROBE_SQL = `do $$ begin
  create temporary table disk_probe as select repeat(md5(n::text), 50) from generate_series(1, 60) as n;
  drop table disk_probe;
end $$`;

const hasMetricsToken = ({ headers }: FastifyRequest, token: string): boolean =>
  isSameSecret(headers.authorization ?? '', `Bearer ${token}`);

const METRICS_HOST = '127.0.0.1';
const MAX_CONNECTIONS = 20;
/**
 * Only these host names are accepted, because a page in a browser on this machine could reach the port by another
 * name.
 */
const ownHostPattern = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i;

/** Serves the metrics at a port of this machine without a token. Proxies do not reach that port. */
export function serveMetrics(app: FastifyInstance, port: number, metrics: Metrics): void {
  const metricsServer = createServer(async ({ method, url, headers }, response) => {
    if (method !== 'GET' || url !== '/metrics' || !ownHostPattern.test(headers.host ?? '')) {
      response.writeHead(404).end();
      return;
    }
    try {
      const metricsText = await metrics.text();
      response
        .writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
        .end(metricsText);
    } catch (error) {
      app.log.error({ err: error }, 'the metrics cannot be read');
      response.writeHead(500).end();
    }
  });
  metricsServer.maxConnections = MAX_CONNECTIONS;
  app.addHook('onReady', async () => {
    try {
      metricsServer.listen(port, METRICS_HOST);
      await once(metricsServer, 'listening');
    } catch (error) {
      const portFailureReason =
        readErrorCode(error) === 'EADDRINUSE' ? 'is already in use' : 'may not be opened by this user';
      throw new StartError(
        `Port ${port} on ${METRICS_HOST} ${portFailureReason}; set METRICS_PORT to another.`,
      );
    }
  });
  app.addHook('onClose', async () => {
    metricsServer.close();
    metricsServer.closeAllConnections();
  });
}
