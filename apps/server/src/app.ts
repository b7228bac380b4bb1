import type { FastifyInstance } from 'fastify';
import { serveApi } from './composition/api.ts';
import { createServer, type Edge, serveOperations } from './composition/edge.ts';
import { createContexts, type Identity } from './composition/identity.ts';
import { type AppOptions, type Settings, withDefaults } from './composition/options.ts';
import { servePages } from './composition/pages.ts';
import { addBackground } from './composition/start-background.ts';
import { cacheReads } from './http/cache/cached-reads.ts';
import { acceptOnlyJson, refuseCompressed } from './http/policies/bodies.ts';
import { refuseOtherHosts } from './http/policies/own-host.ts';
import { addSecurityHeaders } from './http/policies/security.ts';
import { limitRequestTime } from './http/policies/timeouts.ts';
import { requestContext, traceRequests } from './http/request-context.ts';
import { queueRequests } from './http/server/request-queue.ts';
import { countBodiesByCaller } from './http/server/unfinished-requests.ts';
import { readRedirects } from './modules/platform/redirects/redirect.plugin.ts';
import { isTracing } from './tracing/span.ts';

type AppParts = Settings & Edge & Identity;

/**
 * A request passes these in this order, before the hooks of its route. Those of the API are in `composition/rest.ts`.
 */
const requestHooks: readonly ((app: FastifyInstance, parts: AppParts) => void)[] = [
  (app) => isTracing() && traceRequests(app),
  (app, { requestParts }) => readRedirects(app, requestParts),
  (app, { cache, ids, isMisdirected }) => cacheReads(app, { cache, ids, isMisdirected }),
  (app, { headers, ids }) => addSecurityHeaders(app, headers, ids),
  (app, { isMisdirected, config: { publicUrl } }) => refuseOtherHosts(app, { isMisdirected, publicUrl }),
  (app) => countBodiesByCaller(app),
  (app, { limits, headers }) => limitRequestTime(app, limits, headers),
  (app) => refuseCompressed(app),
  (app) => acceptOnlyJson(app),
  (app, { load }) => queueRequests(app, load),
  (app, { requestParts }) => requestContext(app, requestParts),
  (app, { metrics }) => metrics?.measureRequests(app),
];

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const settings = withDefaults(options);
  const edge = { ...settings, ...(await createServer(settings)) };
  const { app } = edge;
  const parts = { ...edge, ...(await createContexts(app, edge)) };
  for (const addTo of requestHooks) addTo(app, parts);
  await serveOperations(app, parts);
  addBackground(app, parts);
  await serveApi(app, parts);
  await servePages(app, parts);
  return app;
}
