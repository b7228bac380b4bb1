import type { FastifyInstance } from 'fastify';
import { tracedRoutes } from '../tracing/span.ts';
import { routeOf } from './route-of.ts';

/** An address may hold a token or a name, so spans are named by the route. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, _, done) => {
    const route = routeOf(request);
    if (route !== 'none') tracedRoutes.set(request.raw, route);
    done();
  });
}
