import type { SiteSettings } from '@institute/contract';
import nodemailer, { type SendMailOptions, type SMTPTransportOptions } from 'nodemailer';
import { type Config, isLoopbackUrl } from '../../config/config.ts';
import { getEmailFolder } from '../../crypto/data-dir.ts';
import { writeMessageFile } from '../message-files.ts';
import { type Email, writeEmailHtml, writePlainText } from './email.ts';

export interface EmailTransport {
  deliver(id: number, message: SendMailOptions): Promise<void>;
  close(): void;
}

const ANSWER_TIMEOUT_MS = 20_000;
/** We close an idle connection before the mail server closes it while we send the next email. */
const IDLE_CONNECTION_MS = 5000;

const noFileAccessOptions = { disableFileAccess: true, disableUrlAccess: true };

export function openEmailTransport(
  { smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>,
  atOnce: number,
) {
  return smtpUrl ? openSmtpTransport(smtpUrl, atOnce) : openFolderTransport(getEmailFolder({ dataDir }));
}

function openSmtpTransport(url: string, maxConnections: number): EmailTransport {
  const smtpTransport = nodemailer.createTransport({
    ...makeSmtpOptions(url),
    ...noFileAccessOptions,
    // Keeps a connection for further emails, and opens others while one is slow
    pool: true,
    maxConnections,
    idleTimeout: IDLE_CONNECTION_MS,
    // Retries are left to the outbox, because the outbox counts them
    maxRequeues: 0,
    connectionTimeout: ANSWER_TIMEOUT_MS,
    greetingTimeout: ANSWER_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
  });
  return {
    deliver: async (_, message) => {
      const { rejectedErrors } = await smtpTransport.sendMail({
        ...message,
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      // Some of the office's recipients did not get the email. The next try has the same id, which the others
      // recognise
      if (rejectedErrors?.[0]) throw rejectedErrors[0];
    },
    close: () => smtpTransport.close({ force: true }),
  };
}

function makeSmtpOptions(url: string): SMTPTransportOptions {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTlsConnection = protocol === 'smtps:';
  const isLocalServer = isLoopbackUrl(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isTlsConnection ? 465 : 587),
    secure: isTlsConnection,
    // A password is sent to another machine only on an encrypted connection
    requireTLS: !isLocalServer && username !== '',
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // Without a password, encryption that is not verified is better than none (RFC 7435)
    tls: { rejectUnauthorized: !isLocalServer && (isTlsConnection || username !== '') },
  };
}

function openFolderTransport(path: string): EmailTransport {
  const messageWriter = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...noFileAccessOptions,
  });
  return {
    deliver: async (id, message) => {
      const { message: content } = await messageWriter.sendMail(message);
      await writeMessageFile(path, nameEmailFile(id), content as Buffer);
    },
    close: () => {},
  };
}

export const nameEmailFile = (id: number): string => `${String(id).padStart(8, '0')}.eml`;

type QueuedEmailFacts = {
  /** An email with the `recipient` null goes to the office. */
  queued: { id: number; createdAt: Date; recipient?: string | null };
  site: SiteSettings;
  /** Recipients of emails to the office as long as the office has no address. */
  owners?: string[];
  config: Pick<Config, 'publicUrl' | 'mailFrom'>;
};

/** Makes the message for nodemailer. Addresses stay objects, because a text could hold several addresses. */
export function toMailMessage(
  email: Email,
  { queued, site, config, owners = [] }: QueuedEmailFacts,
): SendMailOptions {
  const { name } = site.institute;
  const [address] = site.institute.emails;
  const officeAddresses = address ? [address] : owners;
  const senderAddress = config.mailFrom
    ? parseSender(config.mailFrom)
    : { name, address: officeAddresses[0] ?? '' };
  const recipients = queued.recipient ? [queued.recipient] : officeAddresses;
  const { replyTo, unsubscribeUrl, attachments = [] } = email;
  return {
    from: { name: toOneLine(senderAddress.name), address: senderAddress.address },
    to: recipients.map((recipient) => ({ name: '', address: recipient })),
    envelope: { from: senderAddress.address, to: recipients },
    subject: toOneLine(email.subject),
    // Every try has the same id, so the recipient's mail program can drop a second copy
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

/** Removes line breaks and control characters, because one of them could add a header. */
const toOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

function parseSender(text: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  return address ? { name: name.trim().replace(/^"|"$/g, ''), address } : { name: '', address: text.trim() };
}
