import type { ServerResponse } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { openChanges } from '../database/changes.ts';
import { PageCache } from '../http/cache/page-cache.ts';
import { answerFailure } from '../http/failures.ts';
import { serveHealth, serveMetrics } from '../http/health.ts';
import type { Metrics } from '../http/metrics.ts';
import { makeHostCheck } from '../http/policies/own-host.ts';
import { makeSecurityHeaders } from '../http/policies/security.ts';
import { callIds } from '../http/request-context.ts';
import { logSerializers } from '../http/request-log.ts';
import { makeServerOptions } from '../http/server/options.ts';
import { openLog } from '../log.ts';
import { isTracing, readSpanFields } from '../tracing/span.ts';
import type { Settings } from './options.ts';
import { addProductFigures } from './product-figures.ts';

export type Edge = Awaited<ReturnType<typeof createServer>>;

/** The server itself, and what it keeps in memory. */
export async function createServer({ config, db, limits, now, logTo, stopping, changes: given }: Settings) {
  const metrics = await openMetrics(config);
  const cache = new PageCache(
    () => changes.isListening(),
    () => now().getTime(),
  );
  const ids = callIds(config.trustProxy);
  const headers = makeSecurityHeaders(config.publicUrl, config);
  const app = fastify(makeServerOptions(config, { headers, ids, limits }));
  // Fastify would make a log for each request, also for answers from memory
  app.log = openLog(config.logLevel, logTo, {
    serializers: logSerializers,
    ...(isTracing() && { mixin: readSpanFields }),
  });
  // Ends connections early, so that few are open when the server closes
  const endConnection = (_: unknown, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  };
  stopping?.addEventListener('abort', () => app.server.prependListener('request', endConnection));
  const changes = given ?? openChanges(db.connection, app.log);
  changes.onChange(() => cache.clear());
  if (!given) app.addHook('onClose', () => changes.close());
  app.setErrorHandler(answerFailure);
  app.decorate('disk', { isFull: false });
  const isMisdirected = makeHostCheck(config.publicUrl);
  return { app, changes, cache, metrics, ids, headers, isMisdirected };
}

/** Serves the addresses that probes and Prometheus read. */
export async function serveOperations(
  app: FastifyInstance,
  { config, db, changes, metrics, now, stopping }: Settings & Edge,
): Promise<void> {
  const { metricsToken, metricsPort } = config;
  const { em } = db.orm;
  if (metrics) {
    addProductFigures(metrics, { em, reads: app.cacheCounts, changes, now, refused: app.countRefused });
    if (metricsPort) serveMetrics(app, metricsPort, metrics);
  }
  await serveHealth(app, { em, metricsToken, metrics, stopping });
}

/** The metrics cost memory, so they are loaded only where a token or a port is set. */
async function openMetrics({ metricsPort, metricsToken }: Config): Promise<Metrics | undefined> {
  if (!metricsPort && !metricsToken) return undefined;
  return (await import('../http/metrics.ts')).openMetrics();
}
