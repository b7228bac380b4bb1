import { contract, type EntityType, entities, entityTypes, type Stats, stats } from '@institute/contract';
import { maySee, needs } from '@institute/contract/rights.constants';
import { initServer } from '@ts-rest/fastify';
import { type AccountActor, isKeyActor } from '../../../context/actor.ts';
import { maySeeAllContent } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { int, readRows } from '../../../sql.ts';
import '../../../http/request-context.ts';
import { listActivities, listHiddenTypes } from '../../platform/activity/activity.service.ts';

export const statsRoutes = initServer().router(contract.stats, {
  get: async ({ request }) => ({ status: 200, body: { data: await getStats(request.ctx) } }),
});

const MAX_RECENT_ACTIVITIES = 20;

const makeCountSql = (table: string, condition = 'true') =>
  `(select count(*)::int from ${table} where deleted_at is null and (${condition}))`;

const { recentActivities: _, ...contentCounts } = stats.shape;
const statCounts = { ...contentCounts, registrations: int };

/**
 * Visitors get counts of visible items, and none of registrations. Activities contain people's addresses, so only
 * accounts get them, for the items that they may see.
 */
export async function getStats(ctx: Ctx): Promise<Stats> {
  const countColumns = ctx.content.flatMap(({ statsKey, table, need, visibleToVisitors }) =>
    statsKey
      ? `${makeCountSql(table, maySeeAllContent(ctx, need) ? 'true' : visibleToVisitors(ctx.now()))} as "${statsKey}"`
      : [],
  );
  const [counts] = await readRows(
    ctx.em,
    statCounts,
  )(`select ${countColumns.join(', ')}, ${makeCountSql('registrations')} as registrations`);
  if (!counts) throw new Error('The counts are missing');
  const recentActivities =
    ctx.actor && !isKeyActor(ctx.actor)
      ? await listActivities(ctx, listVisibleTypes(ctx.actor), MAX_RECENT_ACTIVITIES)
      : [];
  // Programs that use the released API expect this field, so visitors get 0
  const shownRegistrationCount = ctx.actor ? counts.registrations : 0;
  return { ...counts, registrations: shownRegistrationCount, recentActivities };
}

function listVisibleTypes(actor: AccountActor): EntityType[] {
  if (!maySee(actor, needs.activity)) return entityTypes.filter((type) => maySee(actor, entities[type].need));
  const hiddenTypes = listHiddenTypes({ actor });
  return entityTypes.filter((type) => !hiddenTypes.includes(type));
}
