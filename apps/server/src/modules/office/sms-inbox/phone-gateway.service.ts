import type { Ctx } from '../../../context.ts';
import { openSmsTransport } from '../../../messaging/sms/open-transport.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';
import { receiveSmsReport } from '../../platform/outbox/sms/sms-report.service.ts';
import { makeSmsAddress } from './sms-address.service.ts';

const HOUR_MS = 60 * 60 * 1000;
/** The phone gives up a message after a day, and reports may be a little later. */
const STATE_POLLING_MS = 25 * HOUR_MS;

/** Runs often, because most reports are about messages of the last hour. */
export const askForNewStates = (ctx: Ctx): Promise<void> =>
  askForMessageStates(ctx, { from: 0, to: HOUR_MS });
export const askForOldStates = (ctx: Ctx) =>
  askForMessageStates(ctx, { from: HOUR_MS, to: STATE_POLLING_MS });

/**
 * The phone sends reports only to https addresses. On other sites this request is the only way to learn what happened
 * to a message.
 */
async function askForMessageStates(ctx: Ctx, age: { from: number; to: number }): Promise<void> {
  const { askState } = openSmsTransport(ctx.config);
  if (!askState) return;
  const subtractFromNow = (ms: number) => new Date(ctx.now().getTime() - ms);
  const unreportedMessages = await ctx.em.find(
    OutgoingMessageEntity,
    {
      channel: 'sms',
      state: 'sent',
      providerId: { $ne: null },
      sentAt: { $gt: subtractFromNow(age.to), $lte: subtractFromNow(age.from) },
    },
    { fields: ['providerId'], orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  try {
    for (const { providerId } of unreportedMessages) {
      if (!providerId) continue;
      const stateReport = await askState(providerId);
      if (stateReport && stateReport.state !== 'sent')
        await receiveSmsReport(ctx, { ...stateReport, providerId });
    }
  } catch (error) {
    // The phone is off or out of reach; the next turn asks again
    ctx.log.debug({ err: error }, 'the phone does not say what became of SMS');
  }
}

/** Reinstalling the app deletes the webhooks on the phone, so they are registered again at regular times. */
export async function registerSmsWebhooks({ config, log }: Pick<Ctx, 'config' | 'log'>): Promise<void> {
  const { registerWebhooks } = openSmsTransport(config);
  if (!registerWebhooks || !config.publicUrl.startsWith('https:')) return;
  try {
    await registerWebhooks(makeSmsAddress(config, 'phone'));
  } catch (error) {
    log.warn({ err: error }, 'the webhooks of the phone are not registered');
  }
}
