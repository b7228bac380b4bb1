import type { FastifyRequest } from 'fastify';
import type { Read, Sources } from './page-cache.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Route pattern of a page or of a group of files. Fastify knows pages as one route, and each file as its own. */
    patternOfPage?: string;
    /** Set when the cache knew the answer. */
    answeredFrom?: 'memory';
    /** What a page was made from. Undefined when it may not be kept for longer than the next change. */
    madeFrom?: Sources | undefined;
    /** What the sources of the page before the last change answer now, by address. */
    sourcesRead?: ReadonlyMap<string, Read>;
  }
}

/** The route pattern of a request, without values. */
export const routeOf = ({
  patternOfPage,
  routeOptions,
}: Pick<FastifyRequest, 'patternOfPage' | 'routeOptions'>): string =>
  patternOfPage ?? routeOptions.url ?? 'none';
