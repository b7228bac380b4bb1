import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { readInstituteName } from '../../../messaging/email/email.ts';
import { declareMessageKind } from '../../../messaging/message-kind.ts';

/** A message of the office to many people, with placeholders filled in for each. */
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
    /** True when the text says what the recipient owes. */
    isAboutFees: z.boolean().optional(),
    /** Id that all messages sent together share, so that Undo finds them. */
    sending: z.number(),
    /** Number of SMS that the message takes from the daily limit while it waits. */
    segments: z.number().optional(),
  }),
  sample: {
    text: 'Hello Amina, class starts at ten.\n\nBring your apron.',
    subject: 'The first day',
    reference: 'REG-2026-000123',
    sending: 1,
  },
  email: ({ subject, text }, { site }) => {
    const messageHeading = subject || `A message from ${readInstituteName(site)}`;
    return { subject: messageHeading, heading: messageHeading, paragraphs: text.split(/\n{2,}/) };
  },
  sms: { words: ({ text }) => text },
});
