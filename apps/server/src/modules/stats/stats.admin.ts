import { adminProcedure, router } from '../../admin/trpc.ts';
import type { Ctx } from '../../context.ts';
import { smsAttention } from '../outbox/sms-attention.service.ts';
import { getSite } from '../site/site.service.ts';
import { listEndedWebhooks } from '../webhooks/webhook.service.ts';
import { listAttentionItems } from './attention.service.ts';
import { registrationWeeks } from './registration-weeks.service.ts';
import { settingWarnings } from './setting-warnings.ts';
import { getStats } from './stats.routes.ts';

async function ownersWarnings(ctx: Pick<Ctx, 'em' | 'config'>) {
  const { smsTo } = (await getSite(ctx)).view.messages;
  return settingWarnings({ ...ctx.config, smsTo });
}

export const statsAdmin = router({
  get: adminProcedure.query(({ ctx }) => getStats(ctx)),
  registrationWeeks: adminProcedure.query(({ ctx }) => registrationWeeks(ctx)),
  attention: adminProcedure.query(async ({ ctx }) => ({
    ...(await listAttentionItems(ctx)),
    sms: await smsAttention(ctx),
    settings: ctx.actor.isOwner ? await ownersWarnings(ctx) : [],
    endedWebhooks: ctx.actor.isOwner ? await listEndedWebhooks(ctx) : [],
    invalidSections: ctx.actor.isOwner ? (await getSite(ctx)).invalid : [],
  })),

  changes: adminProcedure.subscription(({ ctx: { live, actor }, signal }) => live.follow(actor, signal)),
});
