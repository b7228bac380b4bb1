import { bodyBytesOf, type RouteRules } from '@institute/contract';
import type { FastifyInstance } from 'fastify';

export function limitBodies(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    const { tsRestRoute } = (route.config ?? {}) as { tsRestRoute?: { metadata?: RouteRules } };
    if (tsRestRoute?.metadata) route.bodyLimit = bodyBytesOf(tsRestRoute.metadata);
  });
}
