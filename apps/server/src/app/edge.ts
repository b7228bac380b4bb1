import fastify, { type FastifyInstance } from 'fastify';
import { addProductFigures } from '../composition/product-figures.ts';
import type { Config } from '../config.ts';
import { openChanges } from '../database/changes.ts';
import { cachedReads, type Note } from '../http/cache/cached-reads.ts';
import { PageCache } from '../http/cache/page-cache.ts';
import { answerFailure } from '../http/failures.ts';
import { serveHealth, serveMetrics } from '../http/health.ts';
import type { Metrics } from '../http/metrics.ts';
import { ownHost } from '../http/policies/own-host.ts';
import { securityHeaders } from '../http/policies/security.ts';
import { callIds } from '../http/request-context.ts';
import { serverOptions } from '../http/server/options.ts';
import { isTracing, tracedRoutes } from '../tracing/span.ts';
import type { Settings } from './options.ts';

export type Edge = Awaited<ReturnType<typeof openEdge>>;

/** The server itself, and what it answers from memory before Fastify sees a request. */
export async function openEdge({ config, db, limits, now, logTo, stopping }: Settings) {
  const metrics = await openMetrics(config);
  const cache = new PageCache(
    () => changes.isListening(),
    () => now().getTime(),
  );
  const ids = callIds(config.trustProxy);
  const reads = cachedReads(cache, noteAnswers(metrics), ids);
  const { serveFromCache } = reads;
  const { admits, refuseOthers } = ownHost(config.publicUrl);
  const headers = securityHeaders(config.publicUrl, config);
  const app = fastify(
    serverOptions(config, { headers, ids, limits, logTo, stopping, serveFromCache, admits }),
  );
  const changes = openChanges(db.connection, app.log);
  changes.onChange(() => cache.clear());
  app.addHook('onClose', () => changes.close());
  app.setErrorHandler(answerFailure);
  return { app, changes, reads, metrics, ids, headers, refuseOthers };
}

/** What probes and Prometheus ask. */
export async function serveOperations(
  app: FastifyInstance,
  { config, db, changes, reads, metrics, now, stopping }: Settings & Edge,
): Promise<void> {
  const { metricsToken, metricsPort } = config;
  const { em } = db.orm;
  if (metrics) {
    addProductFigures(metrics, { em, reads, changes, now, refused: app.countRefused });
    if (metricsPort) serveMetrics(app, metricsPort, metrics);
  }
  await serveHealth(app, { em, metricsToken, metrics, stopping });
}

/** The metrics cost memory, so they are loaded only where a token or a port is set. */
async function openMetrics({ metricsPort, metricsToken }: Config): Promise<Metrics | undefined> {
  if (!metricsPort && !metricsToken) return undefined;
  return (await import('../http/metrics.ts')).openMetrics();
}

function noteAnswers(metrics: Metrics | undefined): Note | undefined {
  if (!isTracing()) return metrics?.measure;
  return (answer, seconds, request) => {
    metrics?.measure(answer, seconds);
    tracedRoutes.set(request, answer.route);
  };
}
