import type { Stats } from '@institute/contract';
import { type Ctx, isKey, seesAllContent } from '../../context.ts';
import { prepared } from '../../database/prepared.ts';
import { listActivities } from '../activity/activity.service.ts';
import { perContent } from '../content/per-content.ts';

const RECENT = 20;

const count = (table: string, condition = 'true') =>
  `(select count(*)::int from ${table} where deleted_at is null and (${condition}))`;

type Counts = Omit<Stats, 'recentActivities'>;

const countContent = perContent((content) =>
  prepared<Omit<Counts, 'registrations'>>(
    'stats',
    `select ${content
      .flatMap(({ statsKey, table, visibleToVisitors }) =>
        statsKey ? `${count(table, `:seesAll or (${visibleToVisitors})`)} as "${statsKey}"` : [],
      )
      .join(', ')}`,
  ),
);

/** A statement of its own, because with very many rows each of the two takes long. They run at the same time. */
const countRegistrations = prepared<Pick<Counts, 'registrations'>>(
  'registrations in all',
  `select ${count('registrations')} as registrations`,
);

/** Visitors get counts of what they can see. Activities hold addresses of people, so only accounts get them. */
export async function getStats(ctx: Ctx): Promise<Stats> {
  const [[counts], [registered], recentActivities] = await Promise.all([
    countContent(ctx.content)(ctx.em, { seesAll: seesAllContent(ctx), now: ctx.now() }),
    countRegistrations(ctx.em, {}),
    ctx.actor && !isKey(ctx.actor) ? listActivities(ctx, RECENT) : [],
  ]);
  if (!counts || !registered) throw new Error('The counts are missing');
  return { ...counts, ...registered, recentActivities };
}
