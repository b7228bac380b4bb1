import { joinFullName } from '@institute/contract/registration-fields.constants';
import type { RegistrationColumn, RegistrationStatus } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { CalendarX2, Copy, type LucideIcon } from 'lucide-react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { DateCell } from '../../lists/cells.tsx';
import type { Column } from '../../lists/column.ts';
import { FeeSumsPreview } from './fee-sums-preview.tsx';

const registrationStatusTones: Record<RegistrationStatus, BadgeTone> = {
  new: 'sky',
  reviewing: 'sun',
  waiting: 'neutral',
  accepted: 'green',
  completed: 'green',
  rejected: 'clay',
  withdrawn: 'neutral',
};

export function StatusBadge({ status }: { status: RegistrationStatus }) {
  return <Badge tone={registrationStatusTones[status]}>{capitalise(status)}</Badge>;
}

/** Without a date of birth nobody knows whether a guardian has to agree. */
export const ageUnknownText = 'Age unknown';

export type RegistrationListRow = AdminAnswers['registrations']['list']['items'][number];

export const registrationList = {
  kind: 'registration',
  words: makeResourceWords({
    one: 'registration',
    many: 'registrations',
    source: 'Applications that are sent on the site, or entered by the office, are listed here.',
  }),
  api: admin.registrations,
  nameOf: joinFullName,
  uses: ({ id }: { id: number }) => <FeeSumsPreview ids={[id]} />,
} as const;

/** An icon, because two chips with these words are wider than the column. */
const RowMark = ({ icon: Icon, tone, words }: { icon: LucideIcon; tone?: BadgeTone; words: string }) => (
  <Badge title={words} {...(tone && { tone })} className="px-1!">
    <Icon className="size-4" strokeWidth={1.75} aria-hidden />
    <span className="sr-only">{words}</span>
  </Badge>
);

export const columns: (Column<RegistrationListRow> & { sort: RegistrationColumn })[] = [
  {
    heading: 'Name',
    sort: 'name',
    phone: 'title',
    cell: (row) => (
      <span className="flex items-center gap-1">
        <span className="min-w-0 font-semibold max-md:line-clamp-2 max-md:wrap-anywhere md:truncate">
          {joinFullName(row)}
        </span>
        {row.isDuplicate && <RowMark icon={Copy} tone="sun" words="Possible duplicate" />}
        {row.isAgeUnknown && <RowMark icon={CalendarX2} words={ageUnknownText} />}
      </span>
    ),
  },
  {
    heading: 'Reference',
    phone: 'fact',
    sort: 'reference',
    sortedBy: 'number',
    cell: ({ reference }) => <span className="whitespace-nowrap tabular-nums">{reference}</span>,
  },
  {
    heading: 'Email',
    sort: 'email',
    isExtra: true,
    cell: ({ email }) => (email ? <span translate="no">{email}</span> : '–'),
    isText: true,
  },
  {
    heading: 'Phone',
    sort: 'phone',
    sortedBy: 'number',
    cell: ({ phone }) => <span translate="no">{phone}</span>,
  },
  {
    heading: 'Program',
    phone: 'text',
    sort: 'program',
    cell: ({ program }) => program?.name ?? '–',
    isText: true,
  },
  {
    heading: 'Start Date',
    sort: 'startDate',
    sortedBy: 'day',
    cell: ({ startDate }) => (startDate ? formatDate(startDate) : '–'),
  },
  { heading: 'Status', phone: 'fact', sort: 'status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    heading: 'Submitted',
    sort: 'createdAt',
    sortedBy: 'day',
    cell: ({ createdAt }) => <DateCell value={createdAt} />,
  },
];
