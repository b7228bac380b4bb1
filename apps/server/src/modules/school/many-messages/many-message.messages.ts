import * as z from 'zod';
import { nameInText } from '../../../messaging/email/email.ts';
import { messageKind } from '../../../messaging/message-kind.ts';

/** Words of the office to many people, filled in for each. */
export const messageToMany = messageKind({
  kind: 'message-to-many',
  to: 'applicants',
  limit: 'ours',
  data: z.object({
    text: z.string(),
    subject: z.string().optional(),
    reference: z.string(),
    /** Common to all that were sent together, for Undo. */
    sending: z.number(),
    /** What it takes of the day's SMS while it waits. */
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
