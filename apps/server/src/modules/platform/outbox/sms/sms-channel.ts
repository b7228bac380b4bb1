import type { SiteSettings } from '@institute/contract';
import { writeSms } from '@institute/contract/sms-template';
import type { Sms } from '@institute/contract/sms-text';
import type { EntityManager } from '@mikro-orm/postgresql';
import { formatFailure } from '../../../../background/due-rows.ts';
import type { Ctx } from '../../../../context.ts';
import { openSmsTransport } from '../../../../messaging/sms/open-transport.ts';
import type { WriteSmsOfKind } from '../../../../messaging/sms/sms.ts';
import { SmsRefused, type SmsTransport } from '../../../../messaging/sms/transport.ts';
import { runInSpan } from '../../../../tracing/span.ts';
import { makeChannelWatch } from '../channel-pause.ts';
import { makeMessageSpan, type OutboxChannel } from '../mailer.ts';
import { isStopHintNeeded } from '../outbox.service.ts';
import { makeWaitReason } from '../outgoing-message.entity.ts';
import { type DueMessage, postponeMessage } from '../sending.service.ts';
import { isAnswerKind, reserveSms } from './sms-limits.service.ts';

interface SmsChannelOptions {
  writeSms: WriteSmsOfKind;
  readSite(ctx: { em: EntityManager }): Promise<{ view: SiteSettings }>;
  transport?: SmsTransport;
}

export function makeSmsChannel(config: Ctx['config'], options: SmsChannelOptions): OutboxChannel {
  const smsTransport = options.transport ?? openSmsTransport(config);
  const channelWatch = makeChannelWatch();
  return {
    name: 'sms',
    send: async (ctx, message) => {
      const currentPause = channelWatch.findPause(ctx.now());
      if (currentPause) {
        const pauseReason = `other numbers failed: ${currentPause.reason}. Tried again within a minute`;
        await postponeMessage(ctx, message, currentPause.until, makeWaitReason(pauseReason));
        return null;
      }
      const { text, segments } = await writeQueuedSms(message, { ...ctx, ...options });
      if (!(await reserveSms(ctx, message, segments))) return null;
      const { id, createdAt } = message;
      const phoneNumber = message.recipient ?? '';
      try {
        const smsReceipt = await runInSpan(makeMessageSpan(message), () =>
          smsTransport.send({ id, createdAt, to: phoneNumber, text }),
        );
        channelWatch.recordAnswer();
        return smsReceipt;
      } catch (error) {
        if (error instanceof SmsRefused) channelWatch.recordAnswer();
        else channelWatch.recordFailure(phoneNumber, formatFailure(error), ctx.now());
        throw error;
      }
    },
  };
}

/** The text is written at the time of sending, so that it shows current data. */
async function writeQueuedSms(
  { kind, data, recipient }: DueMessage,
  { em, config, messageKinds, ...options }: Pick<Ctx, 'em' | 'config' | 'messageKinds'> & SmsChannelOptions,
): Promise<Sms> {
  const { view: site } = await options.readSite({ em });
  const { publicUrl } = config;
  const { template, values, addition } = await options.writeSms(kind, data, { em, site, publicUrl });
  const hasStopHint =
    !isAnswerKind({ messageKinds }, kind) && (await isStopHintNeeded({ em, config }, recipient ?? ''));
  return writeSms(template, values, site.messages.smsEnding, { saysStop: hasStopHint, addition });
}
