import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import type { Column } from '../../admin-ui/list/row-table.tsx';
import type { AdminAnswers } from '../../api/admin.ts';
import { Badge } from '../../ui/badge.tsx';
import { deviceName } from '../../ui/device.ts';

type Row = AdminAnswers['activity']['list']['items'][number];

export const columns: Column<Row>[] = [
  {
    heading: 'What',
    plain: true,
    cell: ({ description, subject, user }) => (
      <span className="block font-semibold text-pretty wrap-anywhere md:min-w-48">
        {description}
        {subject && subject !== user?.email && <span className="block font-normal">{subject}</span>}
      </span>
    ),
  },
  { heading: 'Type', cell: ({ type }) => <Badge>{capitalise(type)}</Badge> },
  { heading: 'Who', cell: ({ user }) => <span className="wrap-anywhere">{user?.email ?? 'System'}</span> },
  {
    heading: 'When',
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
