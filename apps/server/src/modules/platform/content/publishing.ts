import { toLocalDayBounds } from '@institute/contract/time';
import type { BackgroundWork } from '../../../background/background.ts';
import type { Ctx } from '../../../context.ts';

/**
 * Announces changes caused by time: a scheduled item becomes due, or a day begins. Every process does this
 * for its own visitors.
 */
export function makePublishingWork({
  content,
  changes,
  now,
}: Pick<Ctx, 'content' | 'changes' | 'now'>): BackgroundWork {
  let announcedAt = now();
  const nextPublishSqls = content
    .filter(({ hasDrafts }) => hasDrafts)
    .map(
      ({ table }) =>
        `(select min(publish_at) from ${table} where status = 'scheduled' and deleted_at is null and publish_at > ?)`,
    );
  return {
    name: 'publishing',
    nextDue: () => ({
      sql: `select least(${[...nextPublishSqls, '?::timestamptz'].join(', ')})`,
      params: [...nextPublishSqls.map(() => announcedAt), toLocalDayBounds(announcedAt).next],
    }),
    claim: async () => {
      announcedAt = now();
      changes.announce();
      return [];
    },
    run: async () => {},
  };
}

export const publishedWhere = <Instant>(now: Instant) => ({
  $or: [{ status: 'published' as const }, { status: 'scheduled' as const, publishAt: { $lte: now } }],
});

/** SQL of the condition `publishedWhere`. `now` is SQL too. */
export const isPublishedSql = (now: string) =>
  `(status = 'published' or (status = 'scheduled' and publish_at <= ${now}))`;

export const parsePublishAt = <T extends { publishAt?: string | null | undefined }>({
  publishAt,
  ...input
}: T) => ({
  ...input,
  ...(publishAt !== undefined && { publishAt: publishAt ? new Date(publishAt) : null }),
});
