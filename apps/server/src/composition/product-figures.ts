import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { listSchedules } from '../background/schedules.ts';
import type { ChangeNotices } from '../context/changes.ts';
import type { CacheCounts } from '../http/cache/cached-reads.ts';
import type { Metrics, MetricValue } from '../http/metrics.ts';
import { countMessages } from '../modules/platform/outbox/outbox-list.service.ts';

interface ProductFigureSources {
  em: EntityManager;
  reads: Readonly<CacheCounts>;
  changes: Pick<ChangeNotices, 'isListening'>;
  now(): Date;
  refused(): number;
}

const labelFigures = (label: string, values: Record<string, number>) =>
  Object.entries(values).map(([of, value]) => ({ labels: { [label]: of }, value }));

/** Adds figures of the whole product, such as jobs and emails. They are the same in every process. */
export function addProductFigures(
  metrics: Metrics,
  { em, reads, changes, now, refused }: ProductFigureSources,
): void {
  metrics.counter({
    name: 'http_requests_refused_total',
    help: 'Requests refused because there were too many at once',
    read: refused,
  });
  metrics.counter({
    name: 'page_cache_reads_total',
    help: 'Reads that the cache may answer',
    labelNames: ['result'],
    read: () => labelFigures('result', reads),
  });
  let cacheCountsBefore = { ...reads };
  metrics.gauge({
    name: 'page_cache_hit_ratio',
    help: 'Share of reads answered from memory since the last reading',
    read: () => {
      const cacheCountsAfter = { ...reads };
      const newCacheHitCount = cacheCountsAfter.hit - cacheCountsBefore.hit;
      const newOtherReadCount =
        cacheCountsAfter.shared + cacheCountsAfter.miss - cacheCountsBefore.shared - cacheCountsBefore.miss;
      cacheCountsBefore = cacheCountsAfter;
      return newCacheHitCount / (newCacheHitCount + newOtherReadCount);
    },
  });
  metrics.gauge({
    name: 'content_changes_heard',
    help: '1 while notices of other processes arrive',
    read: () => Number(changes.isListening()),
  });

  let openedDatabasePool: Pool | undefined;
  /**
   * Reads a figure from the pool, which opens with the first query. A known pool is read at once, before other
   * figures use it for their own queries.
   */
  const readFromPool = (read: (pool: Pool) => MetricValue) => () => {
    if (openedDatabasePool) return read(openedDatabasePool);
    return em
      .getConnection('write')
      .getNativeClient()
      .then((pool) => {
        openedDatabasePool = pool;
        return read(pool);
      });
  };
  metrics.gauge({
    name: 'database_pool_connections',
    help: 'Open connections of the pool',
    labelNames: ['state'],
    read: readFromPool(({ idleCount, totalCount }) =>
      labelFigures('state', { idle: idleCount, busy: totalCount - idleCount }),
    ),
  });
  metrics.gauge({
    name: 'database_pool_waiting',
    help: 'Queries that wait for a connection of the pool',
    read: readFromPool(({ waitingCount }) => waitingCount),
  });
  metrics.gauge({
    name: 'database_pool_max',
    help: 'Connections that the pool may open',
    read: readFromPool(({ options }) => options.max),
  });

  metrics.gauge({
    name: 'jobs_queued',
    help: 'Jobs that wait or run, and those that were given up in the last day',
    labelNames: ['job', 'state'],
    read: async () =>
      (await listSchedules({ em: em.fork(), now })).flatMap(({ name: job, isWaiting, hasFailed }) => [
        { labels: { job, state: 'waiting' }, value: Number(isWaiting) },
        { labels: { job, state: 'failed' }, value: Number(hasFailed) },
      ]),
  });
  for (const [name, channel] of [
    ['emails', 'email'],
    ['sms', 'sms'],
  ] as const) {
    metrics.gauge({
      name: `${name}_queued`,
      help: `Those ${name} that wait, those of them that failed, and those given up`,
      labelNames: ['state'],
      read: async () => {
        const { waiting, failing, parked } = await countMessages({ em: em.fork(), now }, channel);
        return labelFigures('state', { waiting, failing, parked });
      },
    });
  }
}
