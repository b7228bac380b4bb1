import type { Ctx } from '../../context.ts';
import type { CampaignRow } from './campaign.entity.ts';
import type { DeliveryCounts } from './campaign.view.ts';

type Counted = Pick<CampaignRow, 'id' | 'state'>;

const none: Omit<DeliveryCounts, 'left'> = { sent: 0, queued: 0, failed: 0, skipped: 0 };

export async function countDeliveries(
  ctx: Pick<Ctx, 'em'>,
  campaigns: readonly Counted[],
): Promise<(campaign: Counted) => DeliveryCounts> {
  const ids = campaigns.map(({ id }) => id);
  const [queued, left] = await Promise.all([countQueued(ctx, ids), countLeft(ctx, ids)]);
  return ({ id, state }) => ({
    ...(queued.get(id) ?? none),
    // a sent campaign gets no new subscribers
    left: state === 'sent' ? 0 : (left.get(id) ?? 0),
  });
}

async function countQueued({ em }: Pick<Ctx, 'em'>, ids: number[]): Promise<Map<number, typeof none>> {
  const rows = await em.execute<(typeof none & { id: number })[]>(
    `select campaign_id as id,
       count(*) filter (where not is_skipped and (email.id is null or email.state = 'sent'))::int as sent,
       count(*) filter (where email.state in ('waiting', 'held'))::int as queued,
       count(*) filter (where email.state = 'parked')::int as failed,
       count(*) filter (where is_skipped)::int as skipped
     from deliveries left join emails email on email.id = email_id
     where campaign_id = any(?::int[]) group by campaign_id`,
    [`{${ids}}`],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

async function countLeft({ em }: Pick<Ctx, 'em'>, ids: number[]): Promise<Map<number, number>> {
  const rows = await em.execute<{ id: number; count: number }[]>(
    `select campaign.id, count(*)::int as count
     from campaigns campaign join subscribers subscriber on subscriber.state = 'confirmed'
     where campaign.id = any(?::int[]) and campaign.state <> 'sent' and not exists (
       select from deliveries
       where campaign_id = campaign.id and subscriber_id = subscriber.id)
     group by campaign.id`,
    [`{${ids}}`],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
