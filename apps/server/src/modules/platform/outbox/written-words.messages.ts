import * as z from 'zod';
import { readInstituteName } from '../../../messaging/email/email.ts';
import { declareMessageKind } from '../../../messaging/message-kind.ts';

/** Shows owners a text to many people while it is still being sent. */
export const writtenWordsMessage = declareMessageKind({
  kind: 'message-to-many-notice',
  to: 'accounts',
  // No limit, because somebody who misuses an account must not be able to delay this email
  limit: 'none',
  written: [],
  /** `people` is the number of people to whom this account has written within the hour. */
  data: z.object({ by: z.string(), people: z.number(), subject: z.string().optional(), text: z.string() }),
  sample: { by: 'grace@example.org', people: 120, text: 'Dear {firstName}, class starts at ten.' },
  email: ({ by, people, subject, text }, { site, publicUrl }) => ({
    subject: `A message to ${people} people`,
    heading: `A message to ${people} people`,
    paragraphs: [
      `Within an hour ${by} has written to ${people} people in the name of ${readInstituteName(site)}. These are the last words.`,
      ...(subject ? [subject] : []),
      ...text.split(/\n{2,}/),
    ],
    action: { label: 'See what was sent', url: `${publicUrl}/admin/mail` },
    ending: 'If you did not expect this, end the sessions of this account at once.',
  }),
});
