import { capitalise, formatDateTime } from '@institute/contract/rules';
import { DateCell, NameCell } from '../../admin-ui/list/cells.tsx';
import type { Column } from '../../admin-ui/resource/content-resource.ts';
import type { AdminAnswers } from '../../api/admin.ts';
import { Badge } from '../../ui/badge.tsx';

export type FailedMail = AdminAnswers['mail']['failures'][number];

export const recipientOf = ({ recipient }: Pick<FailedMail, 'recipient'>): string =>
  recipient ?? 'the office';

export const kindOf = ({ kind }: Pick<FailedMail, 'kind'>): string => capitalise(kind.replaceAll('-', ' '));

export const columns: Column<FailedMail>[] = [
  { heading: 'Mail', plain: true, cell: (mail) => <NameCell>{kindOf(mail)}</NameCell> },
  {
    heading: 'Recipient',
    cell: (mail) => <span className="wrap-anywhere md:block md:min-w-44">{recipientOf(mail)}</span>,
  },
  {
    heading: 'State',
    cell: ({ state }) => (
      <Badge tone={state === 'parked' ? 'clay' : 'sun'}>{state === 'parked' ? 'Given up' : 'Waiting'}</Badge>
    ),
  },
  { heading: 'Tries', cell: ({ tries }) => tries },
  {
    heading: 'Last Error',
    cell: ({ lastError }) => <span className="wrap-anywhere md:block md:min-w-48">{lastError ?? '–'}</span>,
  },
  {
    heading: 'Next Try',
    cell: ({ nextTryAt }) => (nextTryAt ? formatDateTime(nextTryAt) : '–'),
    className: 'md:whitespace-nowrap',
  },
  { heading: 'Written', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
];
