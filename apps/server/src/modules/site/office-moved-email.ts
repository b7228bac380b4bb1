import type { Site } from '@institute/contract';
import { formatDateTime } from '@institute/contract/time';
import type { Email } from '../../email/email.ts';
import type { EmailKinds } from '../outbox/outgoing-message.entity.ts';

export const officeMovedEmail = (
  { to, by, at }: EmailKinds['office-moved'],
  { site, publicUrl }: { site: Site; publicUrl: string },
): Email => ({
  subject: 'Emails to the office go to another address',
  heading: 'Emails to the office go to another address',
  paragraphs: [
    `${by} has changed where the website of ${site.institute.name} sends emails to the office: messages and notices of registrations. This address gets none any more.`,
  ],
  facts: [
    ['When', formatDateTime(at)],
    ['Now goes to', to],
  ],
  action: { label: 'See the settings', url: `${publicUrl}/admin/site` },
  ending: 'If this was not agreed: tell an owner of the website at once.',
});
