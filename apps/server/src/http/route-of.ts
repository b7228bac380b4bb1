import type { FastifyRequest } from 'fastify';
import type { Read, Sources } from './page-cache.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Pattern of a page or of a group of files. Fastify knows pages as one route, and each file as its own.
     */
    patternOfPage?: string;
    answeredFrom?: 'memory';
    /** Undefined when the page must be rendered anew after the next change. */
    madeFrom?: Sources | undefined;
    sourcesRead?: ReadonlyMap<string, Read>;
  }
}

/** Routes of probes, which ask every few seconds. */
export const quietRoutes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

export const routeOf = ({
  patternOfPage,
  routeOptions,
}: Pick<FastifyRequest, 'patternOfPage' | 'routeOptions'>): string =>
  patternOfPage ?? routeOptions.url ?? 'none';
