import type { FastifyInstance } from 'fastify';
import { cacheReads } from '../../http/cache/cached-reads.ts';
import { PageCache } from '../../http/cache/page-cache.ts';
import { makeCallIdReaders } from '../../http/request-context.ts';

/** On an app that has no hooks yet. */
export function keepAnswers(app: FastifyInstance, cache = new PageCache()): void {
  cacheReads(app, { cache, ids: makeCallIdReaders(), isMisdirected: () => false });
}
