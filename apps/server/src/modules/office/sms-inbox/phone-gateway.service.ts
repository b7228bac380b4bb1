import type { Ctx } from '../../../context.ts';
import { openSmsTransport } from '../../../messaging/sms/open-transport.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';
import { receiveSmsReport } from '../../platform/outbox/sms/sms-report.service.ts';
import { makeSmsAddress } from './sms-address.service.ts';

const HOUR_MS = 60 * 60 * 1000;
/** The phone gives up a message after a day, and reports may be a little later. */
const STATE_POLLING_MS = 25 * HOUR_MS;

/** Often for new messages, which most reports are about. */
export const askForNewStates = (ctx: Ctx): Promise<void> => askForStates(ctx, { from: 0, to: HOUR_MS });
export const askForOldStates = (ctx: Ctx) => askForStates(ctx, { from: HOUR_MS, to: STATE_POLLING_MS });

/** The phone calls https addresses only; without one, only this request finds the state of a message. */
async function askForStates(ctx: Ctx, age: { from: number; to: number }): Promise<void> {
  const { askState } = openSmsTransport(ctx.config);
  if (!askState) return;
  const subtractMs = (ms: number) => new Date(ctx.now().getTime() - ms);
  const open = await ctx.em.find(
    OutgoingMessageEntity,
    {
      channel: 'sms',
      state: 'sent',
      providerId: { $ne: null },
      sentAt: { $gt: subtractMs(age.to), $lte: subtractMs(age.from) },
    },
    { fields: ['providerId'], orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  try {
    for (const { providerId } of open) {
      if (!providerId) continue;
      const report = await askState(providerId);
      if (report && report.state !== 'sent') await receiveSmsReport(ctx, { ...report, providerId });
    }
  } catch (error) {
    // The phone is off or out of reach; the next turn asks again
    ctx.log.debug({ err: error }, 'the phone does not say what became of SMS');
  }
}

/** The phone forgets its webhooks when the app is installed again, so they are registered again and again. */
export async function registerSmsWebhooks({ config, log }: Pick<Ctx, 'config' | 'log'>): Promise<void> {
  const { registerWebhooks } = openSmsTransport(config);
  if (!registerWebhooks || !config.publicUrl.startsWith('https:')) return;
  try {
    await registerWebhooks(makeSmsAddress(config, 'phone'));
  } catch (error) {
    log.warn({ err: error }, 'the webhooks of the phone are not registered');
  }
}
