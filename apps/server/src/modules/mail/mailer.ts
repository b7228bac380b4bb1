import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../../config.ts';
import type { WriteEmail } from '../../mail/letter.ts';
import { messageOf } from '../../mail/message.ts';
import type { MailTransport } from '../../mail/transport.ts';
import { getSite } from '../site/site.service.ts';
import { claimMail, type DueMail, failMail, markSent } from './outbox.service.ts';

/** How long nothing is looked for when nothing is due. */
const POLL_MS = 1500;
const RETRY_MS = 5000;
/** A mail that takes longer is overtaken by the next. */
const OVERTAKEN_AFTER_MS = 1000;
/** So many slow ones at most. */
const MAX_UNDER_WAY = 25;
/** Together less than the time after which another process takes the mail. */
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

export interface Post {
  /** Work begins. Comes back at once; a database that is away is tried again. */
  start(): void;
  close(): Promise<void>;
}

/**
 * Sends what stands in the outbox, one after the other: when the process dies, one mail at most is in
 * the moment between its server's "yes" and our note of it. Only slow ones run side by side.
 */
export function openPost({ em, config, log, now, writeEmail, linkToken }: Parts): Post {
  let loading: Promise<MailTransport> | undefined;
  /** Loaded with the first mail. */
  const transport = () => {
    loading ??= import('../../mail/transport.ts').then(({ mailTransport }) =>
      mailTransport(config, MAX_UNDER_WAY),
    );
    return loading;
  };
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: closing.signal }).catch(() => {});

  async function noteFailed(mail: DueMail, error: unknown): Promise<void> {
    log.warn({ err: error, mail: mail.id, tries: mail.tries }, 'a mail was not sent');
    await failMail({ em: em.fork(), now }, mail, error);
  }

  /** All that comes before the server is asked. Nothing when the mail cannot be written, which is noted. */
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

  /** The mail is out: a database that is away for a moment must not make us send it again. */
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

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const mail = await claimMail({ em: em.fork(), now });
        if (!mail) {
          await pause(POLL_MS);
          continue;
        }
        const deliver = await prepare(mail);
        if (!deliver) continue;
        const sending = send(mail, deliver)
          .catch((error) => log.error({ err: error, mail: mail.id }, 'what became of a mail is not noted'))
          .finally(() => underWay.delete(sending));
        underWay.add(sending);
        await Promise.race([sending, pause(OVERTAKEN_AFTER_MS)]);
        if (underWay.size >= MAX_UNDER_WAY) await Promise.race(underWay);
      } catch (error) {
        log.warn({ err: error }, 'cannot look for mail');
        await pause(RETRY_MS);
      }
    }
  }

  let working: Promise<void> | undefined;
  return {
    start: () => {
      working ??= work();
    },
    close: async () => {
      closing.abort();
      await working;
      await Promise.race([Promise.all(underWay), sleep(CLOSING_MAY_TAKE_MS, undefined, { ref: false })]);
      (await loading?.catch(() => undefined))?.close();
    },
  };
}

/** Written out now, so that it says what is true now. */
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
