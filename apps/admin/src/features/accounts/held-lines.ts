import { formatDateTime } from '@institute/contract/time';
import type { AdminAnswers } from '../../api/admin.ts';

type Found = AdminAnswers['privacy']['find'];

/** Tables without rows are left out. */
export function foundDataLines(found: Found): { table: string; rows: string[] }[] {
  const { registrations, namedIn, messages, donations, notices, subscription, emails } = found;
  return [
    {
      table: 'Registrations',
      rows: registrations.map(
        ({ reference, name, status, createdAt }) =>
          `${reference}, ${name}, ${status}, ${formatDateTime(createdAt)}`,
      ),
    },
    { table: 'Named in the registrations of others, for an emergency or as guardian', rows: namedIn },
    {
      table: 'Messages',
      rows: messages.map(
        ({ name, subject, createdAt }) => `${name}: ${subject}, ${formatDateTime(createdAt)}`,
      ),
    },
    {
      table: 'Donations',
      rows: donations.map(({ name, amount, currency, receiptNumber, createdAt }) =>
        [name, `${currency} ${amount}`, receiptNumber, formatDateTime(createdAt)].filter(Boolean).join(', '),
      ),
    },
    { table: 'Notices of the payment provider', rows: notices > 0 ? [String(notices)] : [] },
    { table: 'Newsletter', rows: subscription ? [subscription] : [] },
    { table: 'Emails of the last 30 days', rows: emails > 0 ? [String(emails)] : [] },
  ].filter(({ rows }) => rows.length > 0);
}
