import { adminProcedure, router } from '../../admin/trpc.ts';
import type { Ctx } from '../../context.ts';
import { smsAttention } from '../outbox/sms-attention.service.ts';
import { getSite } from '../site/site.service.ts';
import { listEndedWebhooks } from '../webhooks/webhook.service.ts';
import { listAttentionItems } from './attention.service.ts';
import { registrationWeeks } from './registration-weeks.service.ts';
import { settingWarnings } from './setting-warnings.ts';
import { getStats } from './stats.routes.ts';

async function listOwnersWarnings(ctx: Pick<Ctx, 'em' | 'config'>) {
  const { view, invalid } = await getSite(ctx);
  return {
    settings: settingWarnings({ ...ctx.config, smsTo: view.messages.smsTo }),
    endedWebhooks: await listEndedWebhooks(ctx),
    invalidSections: invalid,
  };
}
type OwnersWarnings = Awaited<ReturnType<typeof listOwnersWarnings>>;
const noWarnings: OwnersWarnings = { settings: [], endedWebhooks: [], invalidSections: [] };

export const statsAdmin = router({
  get: adminProcedure.query(({ ctx }) => getStats(ctx)),
  registrationWeeks: adminProcedure.query(({ ctx }) => registrationWeeks(ctx)),
  attention: adminProcedure.query(async ({ ctx }) => ({
    ...(await listAttentionItems(ctx)),
    sms: await smsAttention(ctx),
    ...(ctx.actor.isOwner ? await listOwnersWarnings(ctx) : noWarnings),
  })),

  changes: adminProcedure.subscription(({ ctx: { live, actor }, signal }) => live.follow(actor, signal)),
});
