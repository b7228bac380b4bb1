import nodemailer, { type SendMailOptions, type SMTPTransportOptions } from 'nodemailer';
import type { Config } from '../config.ts';
import { emailFolder, writeEmailFile } from './folder.ts';

export interface EmailTransport {
  deliver(id: number, message: SendMailOptions): Promise<void>;
  close(): void;
}

const ANSWER_TIMEOUT_MS = 20_000;
/** We close an idle connection before the server closes it during the next email. */
const IDLE_MS = 5000;

const closed = { disableFileAccess: true, disableUrlAccess: true };

export function emailTransport(
  { smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>,
  atOnce: number,
): EmailTransport {
  return smtpUrl ? smtp(smtpUrl, atOnce) : folder(emailFolder({ dataDir }));
}

function smtp(url: string, maxConnections: number): EmailTransport {
  const server = nodemailer.createTransport({
    ...serverOf(new URL(url)),
    ...closed,
    // reuses the connection, and opens others while one is slow
    pool: true,
    maxConnections,
    idleTimeout: IDLE_MS,
    // the outbox alone decides on retries, because it counts them
    maxRequeues: 0,
    connectionTimeout: ANSWER_TIMEOUT_MS,
    greetingTimeout: ANSWER_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
  });
  return {
    deliver: async (_, message) => {
      await server.sendMail({ ...message, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
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
    // without a password, unverified encryption is better than none (RFC 7435)
    tls: { rejectUnauthorized: !isHere && (secure || username !== '') },
  };
}

function folder(path: string): EmailTransport {
  const writer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...closed,
  });
  return {
    deliver: async (id, message) => {
      const { message: content } = await writer.sendMail(message);
      await writeEmailFile(path, id, content as Buffer);
    },
    close: () => {},
  };
}
