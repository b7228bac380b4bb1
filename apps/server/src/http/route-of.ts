import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Route pattern of a page or of a group of files. Fastify knows pages as one route, and each file as its own. */
    patternOfPage?: string;
    /** Set when the cache knew the answer. */
    answeredFrom?: 'memory';
  }
}

/** The route pattern of a request, without values. */
export const routeOf = ({
  patternOfPage,
  routeOptions,
}: Pick<FastifyRequest, 'patternOfPage' | 'routeOptions'>): string =>
  patternOfPage ?? routeOptions.url ?? 'none';
