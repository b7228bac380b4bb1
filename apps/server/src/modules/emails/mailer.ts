import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { SendMailOptions } from 'nodemailer';
import { pause, startWorker, type Worker } from '../../background/worker.ts';
import type { Config } from '../../config.ts';
import type { WriteEmail } from '../../email/email.ts';
import { messageOf } from '../../email/message.ts';
import type { EmailTransport } from '../../email/transport.ts';
import { inSpan } from '../../tracing/span.ts';
import { getSite } from '../site/site.service.ts';
import { claimEmail, type DueEmail, failEmail, keepBeyondCap, markSent } from './email.service.ts';

/** The pause when no email is due. */
const POLL_MS = 1500;
const RETRY_MS = 5000;
/** After this time the next email is sent beside this one. */
const SLOW_AFTER_MS = 1000;
/** The most emails that are sent side by side. */
const MAX_UNDER_WAY = 25;
/** All these tries must end before the lease of the email: see `LEASE_MS` in the outbox. */
const STORE_TRIES = 8;
const STORE_RETRY_MS = 2000;
const CLOSE_TIMEOUT_MS = 5000;

interface Options {
  em: EntityManager;
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'smtpUrl' | 'dataDir' | 'rateLimitFactor'>;
  log: FastifyBaseLogger;
  now(): Date;
  writeEmail: WriteEmail;
  /** The secret of a link that was stored under an id. */
  linkToken(id: string): string;
}

/**
 * Sends the emails of the outbox one after the other; only slow ones run side by side. So after a crash
 * at most one email was accepted by its server and is not marked as sent: that one goes out twice.
 */
export function startMailer({ em, config, log, now, writeEmail, linkToken }: Options): Pick<Worker, 'close'> {
  let loading: Promise<EmailTransport> | undefined;
  // nodemailer is loaded with the first email
  const transport = () => {
    loading ??= import('../../email/transport.ts').then(({ emailTransport }) =>
      emailTransport(config, MAX_UNDER_WAY),
    );
    return loading;
  };
  const underWay = new Set<Promise<void>>();

  async function storeFailure(email: DueEmail, error: unknown): Promise<void> {
    log.warn({ err: error, emailId: email.id, tries: email.tries }, 'an email was not sent');
    await failEmail({ em: em.fork(), now }, email, error);
  }

  /** Writes the email and returns its sender; undefined when writing failed. */
  async function prepare(email: DueEmail): Promise<(() => Promise<void>) | undefined> {
    try {
      const [message, { deliver }] = await Promise.all([
        write(email, { em: em.fork(), config, writeEmail, linkToken }),
        transport(),
      ]);
      return () => deliver(email.id, message);
    } catch (error) {
      await storeFailure(email, error);
      return undefined;
    }
  }

  async function send(email: DueEmail, deliver: () => Promise<void>): Promise<void> {
    try {
      await inSpan(spanOf(email), deliver);
    } catch (error) {
      return storeFailure(email, error);
    }
    await storeSent({ em: em.fork(), now }, email);
  }

  /** Retries, because the email is out: a short failure of the database must not send it twice. */
  async function storeSent(context: Parameters<typeof markSent>[0], email: DueEmail): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await markSent(context, email);
      } catch (error) {
        if (tries === STORE_TRIES) throw error;
        await sleep(STORE_RETRY_MS, undefined, { ref: false });
      }
    }
  }

  const worker = startWorker({
    log,
    failure: 'cannot read the outbox',
    retryMs: RETRY_MS,
    turn: async (closing) => {
      const email = await claimEmail({ em: em.fork(), now });
      if (!email) return POLL_MS;
      const kept = await keepBeyondCap({ em: em.fork(), now, config }, email);
      if (kept) {
        log.info({ emailId: email.id, kind: email.kind, kept }, 'a mailbox got enough emails this hour');
        return 0;
      }
      const deliver = await prepare(email);
      if (!deliver) return 0;
      const sending = send(email, deliver)
        .catch((error) =>
          log.error({ err: error, emailId: email.id }, 'the result of an email is not stored'),
        )
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
      await Promise.race([sending, pause(SLOW_AFTER_MS, closing)]);
      if (underWay.size >= MAX_UNDER_WAY) await Promise.race(underWay);
      return 0;
    },
  });

  return {
    close: async () => {
      await worker.close();
      await Promise.race([Promise.all(underWay), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      (await loading?.catch(() => undefined))?.close();
    },
  };
}

/** Without the recipient and the answer of the server, which repeats addresses. */
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

/** Emails are written when they are sent, so they show the data of that moment. */
async function write(
  queued: DueEmail,
  { em, config, writeEmail, linkToken }: Pick<Options, 'em' | 'config' | 'writeEmail' | 'linkToken'>,
): Promise<SendMailOptions> {
  const { view: site } = await getSite({ em });
  const email = await writeEmail(queued.kind, queued.data, {
    ...{ em, site, publicUrl: config.publicUrl },
    linkToken,
  });
  return messageOf(email, { queued, site, config });
}
