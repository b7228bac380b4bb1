import type { Stats } from '@institute/contract';
import type { Ctx } from '../../context.ts';
import { prepared } from '../../database/prepared.ts';
import { listActivities } from '../activity/activity.service.ts';
import { isPublished } from '../content/published.ts';

const RECENT = 20;

const count = (table: string, condition = 'true') =>
  `(select count(*)::int from ${table} where deleted_at is null and (${condition}))`;

const countAll = prepared<Omit<Stats, 'recentActivities'>>(
  'stats',
  `select
    ${count('posts', `:seesAll or ${isPublished}`)} as posts,
    ${count('coaches')} as coaches,
    ${count('gallery_items')} as "galleryItems",
    ${count('facilities')} as facilities,
    ${count('programs', `:seesAll or (is_active and ${isPublished})`)} as programs,
    ${count('registrations')} as registrations`,
);

/** What there is, as far as the caller may see it. */
export async function getStats(ctx: Ctx): Promise<Stats> {
  const [[counts], recentActivities] = await Promise.all([
    countAll(ctx.em, { seesAll: ctx.actor !== null, now: ctx.now() }),
    ctx.actor ? listActivities(ctx, RECENT) : [],
  ]);
  if (!counts) throw new Error('The counts are missing');
  return { ...counts, recentActivities };
}
