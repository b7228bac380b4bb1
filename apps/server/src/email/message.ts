import type { Site } from '@institute/contract';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';
import { type Email, html, plainText } from './email.ts';

type Envelope = {
  /** `recipient` null: the office. */
  queued: { id: number; createdAt: Date; recipient?: string | null };
  site: Site;
  config: Pick<Config, 'publicUrl' | 'mailFrom'>;
};

/** Addresses stay objects: as text, one could hold several. */
export function messageOf(email: Email, { queued, site, config }: Envelope): SendMailOptions {
  const { name } = site.institute;
  const office = site.institute.emails[0] ?? '';
  const from = config.mailFrom ? senderOf(config.mailFrom) : { name, address: office };
  const to = { name: '', address: queued.recipient ?? office };
  const { replyTo, unsubscribeUrl, attachments = [] } = email;
  return {
    from: { name: oneLine(from.name), address: from.address },
    to,
    envelope: { from: from.address, to: [to.address] },
    subject: oneLine(email.subject),
    // every try has the same id, so a recipient's program can drop a second copy
    messageId: `<${queued.id}.${queued.createdAt.getTime()}@${new URL(config.publicUrl).hostname}>`,
    date: queued.createdAt,
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        Precedence: 'bulk',
      }),
    },
    text: plainText(email, name),
    html: html(email, name),
    attachments,
  };
}

/** A line break or control character could add a header. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

function senderOf(text: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  return address ? { name: name.trim().replace(/^"|"$/g, ''), address } : { name: '', address: text.trim() };
}
