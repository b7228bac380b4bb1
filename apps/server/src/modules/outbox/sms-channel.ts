import type { SiteSettings } from '@institute/contract';
import { writeSms } from '@institute/contract/sms-template';
import type { Sms } from '@institute/contract/sms-text';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ctx } from '../../context.ts';
import { smsTransport } from '../../messaging/sms/open-transport.ts';
import type { WriteSms } from '../../messaging/sms/sms.ts';
import type { SmsTransport } from '../../messaging/sms/transport.ts';
import { inSpan } from '../../tracing/span.ts';
import { type Channel, messageSpan } from './mailer.ts';
import { needsStopHint } from './outbox.service.ts';
import type { DueMessage } from './sending.service.ts';
import { admitSms, isAnswer } from './sms-limits.service.ts';

type Context = Pick<Ctx, 'em' | 'log' | 'now' | 'config' | 'messageKinds'>;

interface Options {
  writeSms: WriteSms;
  readSite(ctx: { em: EntityManager }): Promise<{ view: SiteSettings }>;
  transport?: SmsTransport;
}

export function smsChannel(config: Ctx['config'], options: Options): Channel<Context> {
  const transport = options.transport ?? smsTransport(config);
  return {
    name: 'sms',
    send: async (ctx, message) => {
      const { text, segments } = await writeQueuedSms(message, { ...ctx, ...options });
      if (!(await admitSms(ctx, message, segments))) return null;
      const { id, createdAt, recipient } = message;
      const sms = { id, createdAt, to: recipient ?? '', text };
      return inSpan(messageSpan(message), () => transport.send(sms));
    },
  };
}

/** Texts are written when they are sent, so they show current data. */
async function writeQueuedSms(
  { kind, data, recipient }: DueMessage,
  { em, config, messageKinds, ...options }: Pick<Context, 'em' | 'config' | 'messageKinds'> & Options,
): Promise<Sms> {
  const { view: site } = await options.readSite({ em });
  const { publicUrl } = config;
  const { template, values } = await options.writeSms(kind, data, { em, site, publicUrl });
  const saysStop =
    !isAnswer({ messageKinds }, kind) && (await needsStopHint({ em, config }, recipient ?? ''));
  return writeSms(template, values, site.messages.smsEnding, { saysStop });
}
