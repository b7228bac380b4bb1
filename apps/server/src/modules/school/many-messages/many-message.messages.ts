import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { nameInText } from '../../../messaging/email/email.ts';
import { declareMessageKind } from '../../../messaging/message-kind.ts';

/** Words of the office to many people, filled in for each. */
export const bulkMessage = declareMessageKind({
  kind: 'message-to-many',
  to: 'applicants',
  limit: 'ours',
  priority: 'toMany',
  readBy: ({ isAboutFees }) => (isAboutFees ? needs.fees : needs.messages),
  written: ['text', 'subject'],
  data: z.object({
    text: z.string(),
    subject: z.string().optional(),
    reference: z.string(),
    /** The text names what the recipient owes. */
    isAboutFees: z.boolean().optional(),
    /** The same for all messages that were sent together, so that Undo finds them. */
    sending: z.number(),
    /** SMS of the day's limit that it uses while it waits. */
    segments: z.number().optional(),
  }),
  sample: {
    text: 'Hello Amina, class starts at ten.\n\nBring your apron.',
    subject: 'The first day',
    reference: 'REG-2026-000123',
    sending: 1,
  },
  email: ({ subject, text }, { site }) => {
    const heading = subject || `A message from ${nameInText(site)}`;
    return { subject: heading, heading, paragraphs: text.split(/\n{2,}/) };
  },
  sms: { words: ({ text }) => text },
});
