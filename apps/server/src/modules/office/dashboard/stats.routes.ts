import { contract, type Stats, stats } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import { type Ctx, isKey, seesAllContent } from '../../../context.ts';
import { readRows } from '../../../sql.ts';
import '../../../http/request-context.ts';
import { listActivities } from '../../platform/activity/activity.service.ts';

export const statsRoutes = initServer().router(contract.stats, {
  get: async ({ request }) => ({ status: 200, body: { data: await getStats(request.ctx) } }),
});

const RECENT = 20;

const countSql = (table: string, condition = 'true') =>
  `(select count(*)::int from ${table} where deleted_at is null and (${condition}))`;

const { recentActivities: _, ...statCounts } = stats.shape;

/** Visitors get counts of visible items. Activities contain people's addresses, so only accounts get them. */
export async function getStats(ctx: Ctx): Promise<Stats> {
  const now = `timestamptz '${ctx.now().toISOString()}'`;
  const counted = ctx.content.flatMap(({ statsKey, table, visibleToVisitors }) =>
    statsKey
      ? `${countSql(table, seesAllContent(ctx) ? 'true' : visibleToVisitors(now))} as "${statsKey}"`
      : [],
  );
  const [counts] = await readRows(
    ctx.em,
    statCounts,
  )(`select ${counted.join(', ')}, ${countSql('registrations')} as registrations`);
  if (!counts) throw new Error('The counts are missing');
  const recentActivities = ctx.actor && !isKey(ctx.actor) ? await listActivities(ctx, RECENT) : [];
  return { ...counts, recentActivities };
}
