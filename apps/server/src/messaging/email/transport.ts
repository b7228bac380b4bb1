import type { SiteSettings } from '@institute/contract';
import nodemailer, { type SendMailOptions, type SMTPTransportOptions } from 'nodemailer';
import { type Config, isLoopback } from '../../config/config.ts';
import { getEmailFolder } from '../../crypto/data-dir.ts';
import { writeMessageFile } from '../message-files.ts';
import { type Email, writeEmailHtml, writePlainText } from './email.ts';

export interface EmailTransport {
  deliver(id: number, message: SendMailOptions): Promise<void>;
  close(): void;
}

const ANSWER_TIMEOUT_MS = 20_000;
/** We close an idle connection before the server closes it during the next email. */
const IDLE_MS = 5000;

const noFileAccess = { disableFileAccess: true, disableUrlAccess: true };

export function openEmailTransport(
  { smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>,
  atOnce: number,
) {
  return smtpUrl ? openSmtpTransport(smtpUrl, atOnce) : openFolderTransport(getEmailFolder({ dataDir }));
}

function openSmtpTransport(url: string, maxConnections: number): EmailTransport {
  const server = nodemailer.createTransport({
    ...makeSmtpOptions(url),
    ...noFileAccess,
    // Reuses the connection, and opens others while one is slow
    pool: true,
    maxConnections,
    idleTimeout: IDLE_MS,
    // The outbox alone decides on retries, because it counts them
    maxRequeues: 0,
    connectionTimeout: ANSWER_TIMEOUT_MS,
    greetingTimeout: ANSWER_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
  });
  return {
    deliver: async (_, message) => {
      const { rejectedErrors } = await server.sendMail({
        ...message,
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      // Some of its recipients did not get it. The next try has the same id for the others
      if (rejectedErrors?.[0]) throw rejectedErrors[0];
    },
    close: () => server.close({ force: true }),
  };
}

function makeSmtpOptions(url: string): SMTPTransportOptions {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const isHere = isLoopback(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A password goes to another machine only encrypted
    requireTLS: !isHere && username !== '',
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // Without a password, unverified encryption is better than none (RFC 7435)
    tls: { rejectUnauthorized: !isHere && (secure || username !== '') },
  };
}

function openFolderTransport(path: string): EmailTransport {
  const writer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...noFileAccess,
  });
  return {
    deliver: async (id, message) => {
      const { message: content } = await writer.sendMail(message);
      await writeMessageFile(path, nameEmailFile(id), content as Buffer);
    },
    close: () => {},
  };
}

export const nameEmailFile = (id: number): string => `${String(id).padStart(8, '0')}.eml`;

type Envelope = {
  /** `recipient` null: the office. */
  queued: { id: number; createdAt: Date; recipient?: string | null };
  site: SiteSettings;
  /** Recipients of the office's emails while it has no address. */
  owners?: string[];
  config: Pick<Config, 'publicUrl' | 'mailFrom'>;
};

/** Addresses stay objects: as text, one could hold several. */
export function toMailMessage(
  email: Email,
  { queued, site, config, owners = [] }: Envelope,
): SendMailOptions {
  const { name } = site.institute;
  const [address] = site.institute.emails;
  const office = address ? [address] : owners;
  const from = config.mailFrom ? parseSender(config.mailFrom) : { name, address: office[0] ?? '' };
  const recipients = queued.recipient ? [queued.recipient] : office;
  const { replyTo, unsubscribeUrl, attachments = [] } = email;
  return {
    from: { name: toOneLine(from.name), address: from.address },
    to: recipients.map((recipient) => ({ name: '', address: recipient })),
    envelope: { from: from.address, to: recipients },
    subject: toOneLine(email.subject),
    // Every try has the same id, so a recipient's program can drop a second copy
    messageId: `<${queued.id}.${queued.createdAt.getTime()}@${new URL(config.publicUrl).hostname}>`,
    date: queued.createdAt,
    ...(replyTo && { replyTo: { name: toOneLine(replyTo.name), address: replyTo.address } }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        Precedence: 'bulk',
      }),
    },
    text: writePlainText(email, name),
    html: writeEmailHtml(email, { ...site.institute, publicUrl: config.publicUrl }),
    attachments,
  };
}

/** A line break or control character could add a header. */
const toOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

function parseSender(text: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  return address ? { name: name.trim().replace(/^"|"$/g, ''), address } : { name: '', address: text.trim() };
}
