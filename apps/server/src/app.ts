import type { FastifyInstance } from 'fastify';
import { serveApi } from './composition/api.ts';
import { createServer, type ServerParts, serveHealthAndMetrics } from './composition/edge.ts';
import { createRequestContexts, type IdentityParts } from './composition/identity.ts';
import { type AppOptions, type FilledAppOptions, fillDefaultOptions } from './composition/options.ts';
import { servePages } from './composition/pages.ts';
import { addBackgroundWork } from './composition/start-background.ts';
import { cacheReads } from './http/cache/cached-reads.ts';
import { acceptOnlyJson, refuseCompressed } from './http/policies/bodies.ts';
import { refuseOtherHosts } from './http/policies/own-host.ts';
import { addSecurityHeaders } from './http/policies/security.ts';
import { limitRequestTime } from './http/policies/timeouts.ts';
import { addRequestContext, traceRequests } from './http/request-context.ts';
import { queueRequests } from './http/server/request-queue.ts';
import { countBodiesByCaller } from './http/server/unfinished-requests.ts';
import { registerQueryRedirects } from './modules/platform/redirects/redirect.plugin.ts';
import { isTracing } from './tracing/span.ts';

type AppParts = FilledAppOptions & ServerParts & IdentityParts;

/**
 * A request passes these hooks in this order, before the hooks of its route. Hooks of the API are in
 * `composition/rest.ts`.
 */
const requestHooks: readonly ((app: FastifyInstance, parts: AppParts) => void)[] = [
  (app) => isTracing() && traceRequests(app),
  (app, { requestParts }) => registerQueryRedirects(app, requestParts),
  (app, { cache, ids, isMisdirected }) => cacheReads(app, { cache, ids, isMisdirected }),
  (app, { headers, ids }) => addSecurityHeaders(app, headers, ids),
  (app, { isMisdirected, config: { publicUrl } }) => refuseOtherHosts(app, { isMisdirected, publicUrl }),
  (app) => countBodiesByCaller(app),
  (app, { limits, headers }) => limitRequestTime(app, limits, headers),
  (app) => refuseCompressed(app),
  (app) => acceptOnlyJson(app),
  (app, { load }) => queueRequests(app, load),
  (app, { requestParts }) => addRequestContext(app, requestParts),
  (app, { metrics }) => metrics?.measureRequests(app),
];

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const settingsWithDefaults = fillDefaultOptions(options);
  const serverParts = { ...settingsWithDefaults, ...(await createServer(settingsWithDefaults)) };
  const { app } = serverParts;
  const appParts = { ...serverParts, ...(await createRequestContexts(app, serverParts)) };
  for (const addRequestHook of requestHooks) addRequestHook(app, appParts);
  await serveHealthAndMetrics(app, appParts);
  addBackgroundWork(app, appParts);
  await serveApi(app, appParts);
  await servePages(app, appParts);
  return app;
}
