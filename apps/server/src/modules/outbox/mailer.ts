import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '@institute/contract';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SendMailOptions } from 'nodemailer';
import type { Work } from '../../background/background.ts';
import type { Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import type { WriteEmail } from '../../email/email.ts';
import { type EmailTransport, messageOf } from '../../email/transport.ts';
import { inSpan } from '../../tracing/span.ts';
import {
  claimEmail,
  type DueEmail,
  failEmail,
  keepBeyondCap,
  markSent,
  nextEmailDue,
} from './outbox.service.ts';

/** The next email is sent in parallel after this time, a little less than the loop's pause. */
const SLOW_AFTER_MS = 900;
const MAX_UNDER_WAY = 25;
/** All these tries must end before the email's lease. */
const STORE_TRIES = 8;
const STORE_RETRY_MS = 2000;

type Context = Pick<Ctx, 'em' | 'log' | 'now'> & {
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'smtpUrl' | 'dataDir' | 'rateLimitFactor'>;
};

interface Options {
  writeEmail: WriteEmail;
  readSite(ctx: { em: EntityManager }): Promise<{ view: Site }>;
  linkToken(id: string): string;
}

/** Sends one email after another; only slow ones overlap. A crash therefore sends at most one email twice. */
export function mailer(context: () => Context, options: Options): Work<DueEmail & { claimedAt: number }> {
  const { config, log } = context();
  let loading: Promise<EmailTransport> | undefined;
  // nodemailer is loaded with the first email
  const transport = () => {
    loading ??= import('../../email/transport.ts').then(({ emailTransport }) =>
      emailTransport(config, MAX_UNDER_WAY),
    );
    return loading;
  };

  return {
    name: 'emails',
    nextDue: () => ({ sql: nextEmailDue }),
    claim: async (underWay) => {
      const isSlow = ({ claimedAt }: { claimedAt: number }) => performance.now() - claimedAt >= SLOW_AFTER_MS;
      if (underWay.length >= MAX_UNDER_WAY || !underWay.every(isSlow)) return [];
      const email = await claimEmail(context());
      return email ? [{ ...email, claimedAt: performance.now() }] : [];
    },
    run: async (email) => {
      const ctx = context();
      const kept = await keepBeyondCap(ctx, email);
      if (kept) {
        log.info({ emailId: email.id, kind: email.kind, kept }, 'a mailbox got enough emails this hour');
        return;
      }
      try {
        const [message, { deliver }] = await Promise.all([write(email, { ...ctx, ...options }), transport()]);
        await inSpan(spanOf(email), () => deliver(email.id, message));
      } catch (error) {
        log.warn({ err: error, emailId: email.id, tries: email.tries }, 'an email was not sent');
        return failEmail(context(), email, error);
      }
      await storeSent(context(), email);
    },
    close: async () => (await loading?.catch(() => undefined))?.close(),
  };
}

/** The email is out, so a short database failure must not send it twice. */
async function storeSent(ctx: Context, email: DueEmail): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await markSent(ctx, email);
    } catch (error) {
      if (tries === STORE_TRIES) throw error;
      await sleep(STORE_RETRY_MS, undefined, { ref: false });
    }
  }
}

/** Leaves out the recipient and the server's answer, which repeats addresses. */
const spanOf = ({ kind, tries }: DueEmail) => ({
  name: `send ${kind}`,
  kind: 'client' as const,
  attributes: {
    'messaging.operation.type': 'send',
    'messaging.operation.name': 'send',
    'messaging.destination.name': 'email',
    'institute.email.kind': kind,
    'institute.attempt': tries,
  },
});

/** Texts are written when they are sent, so they show current data. */
async function write(
  queued: DueEmail,
  { em, config, writeEmail, readSite, linkToken }: Pick<Context, 'em' | 'config'> & Options,
): Promise<SendMailOptions> {
  const { view: site } = await readSite({ em });
  const email = await writeEmail(queued.kind, queued.data, {
    em,
    site,
    publicUrl: config.publicUrl,
    linkToken,
  });
  return messageOf(email, { queued, site, config });
}
