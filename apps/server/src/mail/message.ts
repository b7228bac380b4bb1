import type { Site } from '@institute/contract';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';
import { html, type Letter, plainText } from './letter.ts';

type Envelope = {
  /** `recipient` null: the office. */
  mail: { id: number; createdAt: Date; recipient?: string | null };
  site: Site;
  config: Pick<Config, 'publicUrl' | 'mailFrom'>;
};

/** A letter with everything a mail server wants to know. Addresses are never texts, which may hold several. */
export function messageOf(letter: Letter, { mail, site, config }: Envelope): SendMailOptions {
  const { name } = site.institute;
  const office = site.institute.emails[0] ?? '';
  const from = config.mailFrom ? senderOf(config.mailFrom) : { name, address: office };
  const to = { name: '', address: mail.recipient ?? office };
  const { replyTo, unsubscribeUrl, attachments = [] } = letter;
  return {
    from: { name: oneLine(from.name), address: from.address },
    to,
    envelope: { from: from.address, to: [to.address] },
    subject: oneLine(letter.subject),
    // the same for every try: who gets two can tell
    messageId: `<${mail.id}.${mail.createdAt.getTime()}@${new URL(config.publicUrl).hostname}>`,
    date: mail.createdAt,
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        Precedence: 'bulk',
      }),
    },
    text: plainText(letter, name),
    html: html(letter, name),
    attachments,
  };
}

/** Line breaks and what else has no place in a header. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** `Name <address>` or an address, as the setting has it. */
function senderOf(text: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  return address ? { name: name.trim().replace(/^"|"$/g, ''), address } : { name: '', address: text.trim() };
}
