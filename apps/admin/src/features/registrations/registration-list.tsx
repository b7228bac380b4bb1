import { fullName } from '@institute/contract/registration-fields.constants';
import type { RegistrationColumn, RegistrationStatus } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { resourceWords } from '../../api/resource-words.ts';
import { DateCell, NameCell } from '../../lists/cells.tsx';
import type { Column } from '../../lists/column.ts';

const tones: Record<RegistrationStatus, BadgeTone> = {
  new: 'sky',
  reviewing: 'sun',
  waiting: 'neutral',
  accepted: 'green',
  rejected: 'clay',
  withdrawn: 'neutral',
};

export function StatusBadge({ status }: { status: RegistrationStatus }) {
  return <Badge tone={tones[status]}>{capitalise(status)}</Badge>;
}

/** Without a date of birth nobody knows whether a guardian has to agree. */
export const ageUnknown = 'Age unknown';

export type RegistrationListRow = AdminAnswers['registrations']['list']['items'][number];

export const registrationList = {
  kind: 'registration',
  words: resourceWords({
    one: 'registration',
    many: 'registrations',
    source: 'Applications that are sent on the site, or entered by the office, are listed here.',
  }),
  api: admin.registrations,
  nameOf: fullName,
} as const;

const mark = 'md:rounded-control! md:whitespace-normal!';

export const columns: (Column<RegistrationListRow> & { sort: RegistrationColumn })[] = [
  {
    heading: 'Name',
    sort: 'name',
    plain: true,
    cell: (row) => (
      <>
        <NameCell>{fullName(row)}</NameCell>
        {(row.isDuplicate || row.isAgeUnknown) && (
          <span className="flex flex-wrap gap-1">
            {row.isDuplicate && (
              <Badge tone="sun" className={mark}>
                Possible duplicate
              </Badge>
            )}
            {row.isAgeUnknown && <Badge className={mark}>{ageUnknown}</Badge>}
          </span>
        )}
      </>
    ),
  },
  {
    heading: 'Reference',
    sort: 'reference',
    sortedBy: 'number',
    cell: ({ reference }) => <span className="tabular-nums max-md:whitespace-nowrap">{reference}</span>,
  },
  {
    heading: 'Email',
    sort: 'email',
    cell: ({ email }) => (email ? <EmailAddress>{email}</EmailAddress> : '–'),
    className: 'md:max-w-36 2xl:max-w-64',
  },
  {
    heading: 'Phone',
    sort: 'phone',
    sortedBy: 'number',
    cell: ({ phone }) => phone,
    className: 'wrap-anywhere md:min-w-24',
  },
  {
    heading: 'Program',
    sort: 'program',
    cell: ({ program }) => program?.name ?? '–',
    className: 'wrap-anywhere md:min-w-28',
  },
  {
    heading: 'Start Date',
    sort: 'startDate',
    sortedBy: 'day',
    cell: ({ startDate }) => (startDate ? formatDate(startDate) : '–'),
  },
  { heading: 'Status', sort: 'status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    heading: 'Submitted',
    sort: 'createdAt',
    sortedBy: 'day',
    cell: ({ createdAt }) => <DateCell value={createdAt} />,
  },
];
