import type { SiteSettings } from '@institute/contract';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SendMailOptions } from 'nodemailer';
import type { Ctx } from '../../../context.ts';
import type { WriteEmailOfKind } from '../../../messaging/email/email.ts';
import { type EmailTransport, toMailMessage } from '../../../messaging/email/transport.ts';
import { runInSpan } from '../../../tracing/span.ts';
import { postponeBeyondShare } from './email-share.service.ts';
import { MAX_MESSAGES_UNDER_WAY, makeMessageSpan, type OutboxChannel } from './mailer.ts';
import { type DueMessage, limitByMailbox } from './sending.service.ts';

interface EmailChannelOptions {
  writeEmail: WriteEmailOfKind;
  readSite(ctx: { em: EntityManager }): Promise<{ view: SiteSettings }>;
  listOwners(ctx: { em: EntityManager }): Promise<string[]>;
  linkToken(id: string): string;
}

export function makeEmailChannel(options: EmailChannelOptions): OutboxChannel {
  let transportPromise: Promise<EmailTransport> | undefined;
  // Nodemailer is loaded with the first email
  const loadTransport = ({ config }: Ctx) => {
    transportPromise ??= import('../../../messaging/email/transport.ts').then(({ openEmailTransport }) =>
      openEmailTransport(config, MAX_MESSAGES_UNDER_WAY),
    );
    return transportPromise;
  };

  return {
    name: 'email',
    send: async (ctx, email) => {
      const limitOutcome = await limitByMailbox(ctx, email);
      if (limitOutcome) {
        ctx.log.info(
          { messageId: email.id, kind: email.kind, kept: limitOutcome },
          'a mailbox got enough emails this hour',
        );
        return null;
      }
      if (await postponeBeyondShare(ctx, email)) {
        ctx.log.info({ messageId: email.id, kind: email.kind }, 'visitors caused enough emails today');
        return null;
      }
      const [message, { deliver }] = await Promise.all([
        writeQueuedEmail(email, { ...ctx, ...options }),
        loadTransport(ctx),
      ]);
      await runInSpan(makeMessageSpan(email), () => deliver(email.id, message));
      return { state: 'sent', isFile: !ctx.config.smtpUrl };
    },
    close: async () => (await transportPromise?.catch(() => undefined))?.close(),
  };
}

/** The text is written at the time of sending, so that it shows current data. */
async function writeQueuedEmail(
  queued: DueMessage,
  {
    em,
    config,
    writeEmail,
    readSite,
    listOwners,
    linkToken,
  }: Pick<Ctx, 'em' | 'config'> & EmailChannelOptions,
): Promise<SendMailOptions> {
  const { view: site } = await readSite({ em });
  const email = await writeEmail(queued.kind, queued.data, {
    em,
    site,
    publicUrl: config.publicUrl,
    linkToken,
  });
  const ownerEmails = site.institute.emails.length > 0 ? [] : await listOwners({ em });
  return toMailMessage(email, { queued, site, config, owners: ownerEmails });
}
