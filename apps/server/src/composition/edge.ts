import type { ServerResponse } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { openChangeNotices } from '../database/changes.ts';
import { PageCache } from '../http/cache/page-cache.ts';
import { answerFailure } from '../http/failures.ts';
import { serveHealth, serveMetrics } from '../http/health.ts';
import type { Metrics } from '../http/metrics.ts';
import { makeMisdirectedCheck } from '../http/policies/own-host.ts';
import { makeSecurityHeaders } from '../http/policies/security.ts';
import { makeCallIdReaders } from '../http/request-context.ts';
import { logSerializers } from '../http/request-log.ts';
import { makeServerOptions } from '../http/server/options.ts';
import { openLog } from '../log.ts';
import { isTracing, readSpanFields } from '../tracing/span.ts';
import type { FilledAppOptions } from './options.ts';
import { addProductFigures } from './product-figures.ts';

export type ServerParts = Awaited<ReturnType<typeof createServer>>;

/** Creates the HTTP server and what it keeps in memory: cached pages, notices of changes, metrics. */
export async function createServer({
  config,
  db,
  limits,
  now,
  logTo,
  stopping,
  changes: given,
}: FilledAppOptions) {
  const metrics = await openMetrics(config);
  const cache = new PageCache(
    () => changes.isListening(),
    () => now().getTime(),
  );
  const callIds = makeCallIdReaders(config.trustProxy);
  const securityHeaders = makeSecurityHeaders(config.publicUrl, config);
  const app = fastify(makeServerOptions(config, { headers: securityHeaders, ids: callIds, limits }));
  // Fastify would make a log object for each request, also for answers from memory
  app.log = openLog(config.logLevel, logTo, {
    serializers: logSerializers,
    ...(isTracing() && { mixin: readSpanFields }),
  });
  // While the server closes, connections end after their answer, so that few are open at the end
  const endConnectionAfterAnswer = (_: unknown, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  };
  stopping?.addEventListener('abort', () => app.server.prependListener('request', endConnectionAfterAnswer));
  const changes = given ?? openChangeNotices(db.connection, app.log);
  changes.onChange(() => cache.clear());
  if (!given) app.addHook('onClose', () => changes.close());
  app.setErrorHandler(answerFailure);
  app.decorate('disk', { isFull: false });
  const isRequestMisdirected = makeMisdirectedCheck(config.publicUrl);
  return {
    app,
    changes,
    cache,
    metrics,
    ids: callIds,
    headers: securityHeaders,
    isMisdirected: isRequestMisdirected,
  };
}

/** Serves the addresses that health probes and Prometheus read. */
export async function serveHealthAndMetrics(
  app: FastifyInstance,
  { config, db, changes, metrics, now, stopping }: FilledAppOptions & ServerParts,
): Promise<void> {
  const { metricsToken, metricsPort } = config;
  const { em } = db.orm;
  if (metrics) {
    addProductFigures(metrics, { em, reads: app.cacheCounts, changes, now, refused: app.countRefused });
    if (metricsPort) serveMetrics(app, metricsPort, metrics);
  }
  await serveHealth(app, { em, metricsToken, metrics, stopping });
}

/** Metrics take memory, so their modules are loaded only when a token or a port is set. */
async function openMetrics({ metricsPort, metricsToken }: Config): Promise<Metrics | undefined> {
  if (!metricsPort && !metricsToken) return undefined;
  return (await import('../http/metrics.ts')).openMetrics();
}
