import type { SiteSettings } from '@institute/contract';
import { writeSms } from '@institute/contract/sms-template';
import type { Sms } from '@institute/contract/sms-text';
import type { EntityManager } from '@mikro-orm/postgresql';
import { formatFailure } from '../../../../background/due-rows.ts';
import type { Ctx } from '../../../../context.ts';
import { openSmsTransport } from '../../../../messaging/sms/open-transport.ts';
import type { WriteSms } from '../../../../messaging/sms/sms.ts';
import { SmsRefused, type SmsTransport } from '../../../../messaging/sms/transport.ts';
import { runInSpan } from '../../../../tracing/span.ts';
import { watchChannel } from '../channel-pause.ts';
import { type Channel, makeMessageSpan } from '../mailer.ts';
import { isStopHintNeeded } from '../outbox.service.ts';
import { waitReason } from '../outgoing-message.entity.ts';
import { type DueMessage, postponeMessage } from '../sending.service.ts';
import { isAnswer, reserveSms } from './sms-limits.service.ts';

interface Options {
  writeSms: WriteSms;
  readSite(ctx: { em: EntityManager }): Promise<{ view: SiteSettings }>;
  transport?: SmsTransport;
}

export function makeSmsChannel(config: Ctx['config'], options: Options): Channel {
  const transport = options.transport ?? openSmsTransport(config);
  const watch = watchChannel();
  return {
    name: 'sms',
    send: async (ctx, message) => {
      const pause = watch.findPause(ctx.now());
      if (pause) {
        const reason = `other numbers failed: ${pause.reason}. Tried again within a minute`;
        await postponeMessage(ctx, message, pause.until, waitReason(reason));
        return null;
      }
      const { text, segments } = await writeQueuedSms(message, { ...ctx, ...options });
      if (!(await reserveSms(ctx, message, segments))) return null;
      const { id, createdAt } = message;
      const to = message.recipient ?? '';
      try {
        const receipt = await runInSpan(makeMessageSpan(message), () =>
          transport.send({ id, createdAt, to, text }),
        );
        watch.recordAnswer();
        return receipt;
      } catch (error) {
        if (error instanceof SmsRefused) watch.recordAnswer();
        else watch.recordFailure(to, formatFailure(error), ctx.now());
        throw error;
      }
    },
  };
}

/** Texts are written when they are sent, so they show current data. */
async function writeQueuedSms(
  { kind, data, recipient }: DueMessage,
  { em, config, messageKinds, ...options }: Pick<Ctx, 'em' | 'config' | 'messageKinds'> & Options,
): Promise<Sms> {
  const { view: site } = await options.readSite({ em });
  const { publicUrl } = config;
  const { template, values } = await options.writeSms(kind, data, { em, site, publicUrl });
  const saysStop =
    !isAnswer({ messageKinds }, kind) && (await isStopHintNeeded({ em, config }, recipient ?? ''));
  return writeSms(template, values, site.messages.smsEnding, { saysStop });
}
