import { formatDate, formatDateTime } from '@institute/contract/time';
import type { Column } from '../../admin-ui/list/row-table.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { AccountRow } from './account-row.ts';
import { MedicalRight } from './medical-right.tsx';

export const columns: Column<AccountRow>[] = [
  {
    heading: 'Email',
    plain: true,
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        {row.email}
        {row.kind === 'account' && row.isOwner && <Badge tone="sun">Owner</Badge>}
        {row.kind === 'account' && row.isSelf && <Badge>You</Badge>}
      </span>
    ),
  },
  { heading: 'State', cell: (row) => <StateBadge row={row} /> },
  {
    heading: 'Two Steps',
    cell: (row) => {
      if (row.kind === 'invitation') return '–';
      return row.hasSecondFactor ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>;
    },
  },
  {
    heading: 'Health Information',
    cell: (row) => (row.kind === 'account' ? <MedicalRight account={row} /> : '–'),
  },
  {
    heading: 'Last Sign-in',
    cell: (row) => {
      if (row.kind === 'invitation') return `Invited ${formatDate(row.createdAt)}`;
      return row.lastSignInAt ? formatDateTime(row.lastSignInAt) : 'Never';
    },
    className: 'md:whitespace-nowrap',
  },
  {
    heading: 'Devices',
    cell: (row) => (row.kind === 'account' ? row.sessions : '–'),
  },
];

function StateBadge({ row }: { row: AccountRow }) {
  if (row.kind === 'invitation') {
    return row.isExpired ? <Badge tone="clay">Invitation expired</Badge> : <Badge tone="sky">Invited</Badge>;
  }
  return row.isActive ? <Badge tone="green">Active</Badge> : <Badge>Deactivated</Badge>;
}
