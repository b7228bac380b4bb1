import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type SendMailOptions, type SMTPTransportOptions } from 'nodemailer';
import type { Config } from '../config.ts';

/** Where mail goes from here. */
export interface MailTransport {
  /** `id` is the same for every try of the same mail. */
  deliver(id: number, message: SendMailOptions): Promise<void>;
  close(): void;
}

/** A server that does not answer is given up after this long, wherever it stopped. */
const ANSWER_MAY_TAKE_MS = 20_000;
/** Then we hang up, before a server does it in the middle of the next mail. */
const IDLE_MS = 5000;

const closed = { disableFileAccess: true, disableUrlAccess: true };

/** `atOnce`: so many mails may be under way. */
export function mailTransport(
  { smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>,
  atOnce: number,
): MailTransport {
  return smtpUrl ? smtp(smtpUrl, atOnce) : folder(join(dataDir, 'mail'));
}

function smtp(url: string, maxConnections: number): MailTransport {
  const server = nodemailer.createTransport({
    ...serverOf(new URL(url)),
    ...closed,
    // the next mail goes over the same connection; slow ones have others beside it
    pool: true,
    maxConnections,
    idleTimeout: IDLE_MS,
    // whether a mail is sent again is decided by the outbox, which knows how often it was
    maxRequeues: 0,
    connectionTimeout: ANSWER_MAY_TAKE_MS,
    greetingTimeout: ANSWER_MAY_TAKE_MS,
    socketTimeout: ANSWER_MAY_TAKE_MS,
  });
  return {
    deliver: async (_, message) => {
      await server.sendMail({ ...message, signal: AbortSignal.timeout(ANSWER_MAY_TAKE_MS) });
    },
    close: () => server.close({ force: true }),
  };
}

function serverOf({ protocol, hostname, port, username, password }: URL): SMTPTransportOptions {
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isHere = host === 'localhost' || host === '::1' || host.startsWith('127.');
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // where no password is sent, encryption that proves nothing is better than none (RFC 7435)
    tls: { rejectUnauthorized: !isHere && (secure || username !== '') },
  };
}

/** Without a server: files that every mail program opens. A second try takes the place of the first. */
function folder(path: string): MailTransport {
  const writer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...closed,
  });
  return {
    deliver: async (id, message) => {
      const { message: content } = await writer.sendMail(message);
      const file = join(path, `${String(id).padStart(8, '0')}.eml`);
      await mkdir(path, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.part`, content as Buffer, { mode: 0o600, flush: true });
      await rename(`${file}.part`, file);
    },
    close: () => {},
  };
}
