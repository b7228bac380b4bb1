import { formatDateTime } from '@institute/contract/time';
import * as z from 'zod';
import { readInstituteName } from '../../../messaging/email/email.ts';
import { declareMessageKind } from '../../../messaging/message-kind.ts';

export const officeMovedMessage = declareMessageKind({
  kind: 'office-moved',
  to: 'office',
  // A change of the office address is rare. With a limit, a thief could first use it up by other warnings
  limit: 'none',
  written: [],
  data: z.object({ to: z.string(), by: z.string(), at: z.string() }),
  sample: { to: 'front-desk@example.org', by: 'brian@example.org', at: '2026-11-20T09:00:00.000Z' },
  email: ({ to, by, at }, { site, publicUrl }) => ({
    subject: 'Emails to the office go to another address',
    heading: 'Emails to the office go to another address',
    paragraphs: [
      `${by} has changed where the website of ${readInstituteName(site)} sends emails to the office: messages and notices of registrations. This address gets none any more.`,
    ],
    facts: [
      ['When', formatDateTime(at)],
      ['Now goes to', to || 'The owners'],
    ],
    action: { label: 'See the settings', url: `${publicUrl}/admin/site` },
    ending: 'If this was not agreed: tell an owner of the website at once.',
  }),
});
