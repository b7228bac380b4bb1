import type { Stats } from '@institute/contract';
import { type Ctx, isKey, seesAllContent } from '../../context.ts';
import { prepared } from '../../database/prepared.ts';
import { listActivities } from '../activity/activity.service.ts';
import { perContent } from '../content/per-content.ts';

const RECENT = 20;

const count = (table: string, condition = 'true') =>
  `(select count(*)::int from ${table} where deleted_at is null and (${condition}))`;

type Counts = Omit<Stats, 'recentActivities'>;

const countAll = perContent((content) =>
  prepared<Counts>(
    'stats',
    `select ${[
      ...content.flatMap(({ statsKey, table, visibleToVisitors }) =>
        statsKey ? `${count(table, `:seesAll or (${visibleToVisitors})`)} as "${statsKey}"` : [],
      ),
      `${count('registrations')} as registrations`,
    ].join(', ')}`,
  ),
);

/** Visitors get counts of what they can see. Activities hold addresses of people, so only accounts get them. */
export async function getStats(ctx: Ctx): Promise<Stats> {
  const [[counts], recentActivities] = await Promise.all([
    countAll(ctx.content)(ctx.em, { seesAll: seesAllContent(ctx), now: ctx.now() }),
    ctx.actor && !isKey(ctx.actor) ? listActivities(ctx, RECENT) : [],
  ]);
  if (!counts) throw new Error('The counts are missing');
  return { ...counts, recentActivities };
}
