import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../../config.ts';
import type { WriteEmail } from '../../mail/letter.ts';
import { messageOf } from '../../mail/message.ts';
import type { MailTransport } from '../../mail/transport.ts';
import { pause, startWorker, type Worker } from '../../worker.ts';
import { getSite } from '../site/site.service.ts';
import { claimMail, type DueMail, failMail, markSent } from './outbox.service.ts';

/** The pause when no mail is due. */
const POLL_MS = 1500;
const RETRY_MS = 5000;
/** A mail that takes longer no longer holds up the next one. */
const OVERTAKEN_AFTER_MS = 1000;
/** The most mails that are sent side by side. */
const MAX_UNDER_WAY = 25;
/** All these tries take less time than the lease of a mail: see `LEASE_MS` of the outbox. */
const NOTE_TRIES = 8;
const NOTE_RETRY_MS = 2000;
const CLOSING_MAY_TAKE_MS = 5000;

interface Parts {
  em: EntityManager;
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'smtpUrl' | 'dataDir'>;
  log: FastifyBaseLogger;
  now(): Date;
  /** Writes an email of any kind. */
  writeEmail: WriteEmail;
  /** The secret of a link that was stored under an id. */
  linkToken(id: string): string;
}

/**
 * Sends the mails of the outbox one after the other; only slow ones run side by side. So when the process dies,
 * at most one mail has been accepted by its server and is not marked as sent.
 */
export function startMailer({ em, config, log, now, writeEmail, linkToken }: Parts): Pick<Worker, 'close'> {
  let loading: Promise<MailTransport> | undefined;
  // loaded with the first mail
  const transport = () => {
    loading ??= import('../../mail/transport.ts').then(({ mailTransport }) =>
      mailTransport(config, MAX_UNDER_WAY),
    );
    return loading;
  };
  const underWay = new Set<Promise<void>>();

  async function noteFailed(mail: DueMail, error: unknown): Promise<void> {
    log.warn({ err: error, mail: mail.id, tries: mail.tries }, 'a mail was not sent');
    await failMail({ em: em.fork(), now }, mail, error);
  }

  /** Writes the mail. Undefined when that fails, which is noted. */
  async function prepare(mail: DueMail): Promise<(() => Promise<void>) | undefined> {
    try {
      const [message, { deliver }] = await Promise.all([
        write(mail, { em: em.fork(), config, writeEmail, linkToken }),
        transport(),
      ]);
      return () => deliver(mail.id, message);
    } catch (error) {
      await noteFailed(mail, error);
      return undefined;
    }
  }

  async function send(mail: DueMail, deliver: () => Promise<void>): Promise<void> {
    try {
      await deliver();
    } catch (error) {
      return noteFailed(mail, error);
    }
    await noteSent({ em: em.fork(), now }, mail);
  }

  /** The mail is out. It must not be sent again because the database is away for a moment. */
  async function noteSent(context: Parameters<typeof markSent>[0], mail: DueMail): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await markSent(context, mail);
      } catch (error) {
        if (tries === NOTE_TRIES) throw error;
        await sleep(NOTE_RETRY_MS, undefined, { ref: false });
      }
    }
  }

  const worker = startWorker({
    log,
    failure: 'cannot look for mail',
    retryMs: RETRY_MS,
    turn: async (closing) => {
      const mail = await claimMail({ em: em.fork(), now });
      if (!mail) return POLL_MS;
      const deliver = await prepare(mail);
      if (!deliver) return 0;
      const sending = send(mail, deliver)
        .catch((error) => log.error({ err: error, mail: mail.id }, 'what became of a mail is not noted'))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
      await Promise.race([sending, pause(OVERTAKEN_AFTER_MS, closing)]);
      if (underWay.size >= MAX_UNDER_WAY) await Promise.race(underWay);
      return 0;
    },
  });

  return {
    close: async () => {
      await worker.close();
      await Promise.race([Promise.all(underWay), sleep(CLOSING_MAY_TAKE_MS, undefined, { ref: false })]);
      (await loading?.catch(() => undefined))?.close();
    },
  };
}

/** Writes the mail at the time of sending, so that it says what is true then. */
async function write(
  mail: DueMail,
  { em, config, writeEmail, linkToken }: Pick<Parts, 'em' | 'config' | 'writeEmail' | 'linkToken'>,
): Promise<SendMailOptions> {
  const { view: site } = await getSite({ em });
  const letter = await writeEmail(mail.kind, mail.data, {
    ...{ em, site, publicUrl: config.publicUrl },
    linkToken,
  });
  return messageOf(letter, { mail, site, config });
}
