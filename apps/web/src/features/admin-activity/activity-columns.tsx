import { formatNumber } from '@institute/contract/money';
import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import { ActivityName } from '../../admin-ui/activity-name.tsx';
import { type Column, emailColumn } from '../../admin-ui/list/column.ts';
import type { AdminAnswers } from '../../api/admin.ts';
import { Badge } from '../../ui/badge.tsx';
import { deviceName } from '../../ui/device.ts';
import { EmailAddress } from '../../ui/email-address.tsx';

type Row = AdminAnswers['activity']['list']['items'][number];

export const columns: Column<Row>[] = [
  {
    heading: 'What',
    plain: true,
    cell: ({ subject, user, medical, ...activity }) => (
      <span className="block font-semibold text-pretty wrap-anywhere md:min-w-48">
        <ActivityName activity={activity} />
        {subject && subject !== user?.email && <span className="block font-normal">{subject}</span>}
        {medical && <span className="block font-normal">{medicalWords(medical)}</span>}
      </span>
    ),
  },
  { heading: 'Type', sort: 'type', cell: ({ type }) => <Badge>{capitalise(type)}</Badge> },
  {
    heading: 'Who',
    sort: 'userEmail',
    cell: ({ user }) => <EmailAddress>{user?.email ?? 'System'}</EmailAddress>,
    className: emailColumn,
  },
  {
    heading: 'When',
    sort: 'id',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="md:whitespace-nowrap">
        {formatDateTime(createdAt)}
      </time>
    ),
  },
  {
    heading: 'Address and Device',
    cell: ({ ipAddress, userAgent }) =>
      ipAddress || userAgent ? (
        <span title={userAgent ?? undefined}>
          <span className="block wrap-anywhere md:min-w-28">{ipAddress ?? 'Unknown address'}</span>
          <span className="block text-muted">{deviceName(userAgent)}</span>
        </span>
      ) : (
        '–'
      ),
  },
];

/** Whose health information was shown. */
function medicalWords({ count, references }: NonNullable<Row['medical']>): string {
  if (count === 0) return 'No health information was shown';
  const more = count - references.length;
  const named =
    references.length > 0
      ? `: ${references.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`
      : '';
  return `Health information of ${formatNumber(count)} ${count === 1 ? 'registration' : 'registrations'}${named}`;
}
