import { type RegistrationStatus, registrationStatuses } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import { DateCell, NameCell } from '../../admin-ui/list/cells.tsx';
import type { ListFilter } from '../../admin-ui/list/list-query.ts';
import type { DeletableListDeclaration } from '../../admin-ui/resource/deletable-list.tsx';
import { resourceWords } from '../../admin-ui/resource-words.ts';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { Badge } from '../../ui/badge.tsx';
import { fullName, StatusBadge } from './registration-words.tsx';

type Row = AdminAnswers['registrations']['list']['items'][number];

const statusFilter: ListFilter<RegistrationStatus> = {
  ...{ name: 'status', label: 'Status' },
  choices: [
    { label: 'All statuses', value: 'all' },
    ...registrationStatuses.map((status) => ({
      ...{ label: capitalise(status), value: status, category: status },
    })),
  ],
};

export const registrationList: DeletableListDeclaration<Row, RegistrationStatus> = {
  kind: 'registration',
  words: resourceWords({ one: 'registration', many: 'registrations' }),
  api: admin.registrations,
  nameOf: fullName,
  filter: statusFilter,
  columns: [
    {
      heading: 'Name',
      plain: true,
      cell: (row) => (
        <>
          <NameCell>{fullName(row)}</NameCell>
          {row.isDuplicate && <Badge tone="sun">Possible duplicate</Badge>}
        </>
      ),
    },
    {
      heading: 'Email',
      cell: ({ email }) => <span className="wrap-anywhere md:block md:min-w-32">{email}</span>,
    },
    { heading: 'Phone', cell: ({ phone }) => <span className="whitespace-nowrap">{phone}</span> },
    { heading: 'Program', cell: ({ program }) => program?.name ?? '–', className: 'md:min-w-24' },
    {
      heading: 'Start Date',
      cell: ({ startDate }) => (startDate ? formatDate(startDate) : '–'),
      className: 'md:whitespace-nowrap',
    },
    { heading: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { heading: 'Submitted', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
  ],
};
