import type { Ctx } from '../../context.ts';
import type { CampaignRow } from './campaign.entity.ts';
import type { DeliveryCounts } from './campaign.view.ts';

type Counted = Pick<CampaignRow, 'id' | 'state'>;

const none: Omit<DeliveryCounts, 'left'> = { sent: 0, queued: 0, failed: 0, skipped: 0 };

/** Counted by the database, whoever has sent what meanwhile. */
export async function countDeliveries(
  ctx: Pick<Ctx, 'em'>,
  campaigns: readonly Counted[],
): Promise<(campaign: Counted) => DeliveryCounts> {
  const ids = campaigns.map(({ id }) => id);
  const [queued, left] = await Promise.all([countQueued(ctx, ids), countLeft(ctx, ids)]);
  return ({ id, state }) => ({
    ...(queued.get(id) ?? none),
    // to one that is done nobody is added any more
    left: state === 'sent' ? 0 : (left.get(id) ?? 0),
  });
}

async function countQueued({ em }: Pick<Ctx, 'em'>, ids: number[]): Promise<Map<number, typeof none>> {
  // an email that the outbox has forgotten was sent
  const rows = await em.execute<(typeof none & { id: number })[]>(
    `select campaign_id as id,
       count(*) filter (where not is_skipped and (email.id is null or email.state = 'sent'))::int as sent,
       count(*) filter (where email.state in ('waiting', 'held'))::int as queued,
       count(*) filter (where email.state = 'parked')::int as failed,
       count(*) filter (where is_skipped)::int as skipped
     from newsletter_deliveries left join emails email on email.id = email_id
     where campaign_id = any(?::int[]) group by campaign_id`,
    [`{${ids}}`],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

async function countLeft({ em }: Pick<Ctx, 'em'>, ids: number[]): Promise<Map<number, number>> {
  const rows = await em.execute<{ id: number; count: number }[]>(
    `select campaign.id, count(*)::int as count
     from newsletter_campaigns campaign join newsletter_subscribers subscriber on subscriber.state = 'confirmed'
     where campaign.id = any(?::int[]) and campaign.state <> 'sent' and not exists (
       select from newsletter_deliveries
       where campaign_id = campaign.id and subscriber_id = subscriber.id)
     group by campaign.id`,
    [`{${ids}}`],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
