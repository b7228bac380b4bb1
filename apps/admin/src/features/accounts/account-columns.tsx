import { capitalise } from '@institute/contract/text';
import { formatDate, formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import type { AdminAnswers } from '../../api/admin.ts';
import type { Column } from '../../lists/column.ts';
import { readNameOfRight } from './rights-table.tsx';

export const columns: Column<AccountRow>[] = [
  {
    heading: 'Email',
    sort: ({ email }) => email,
    phone: 'title',
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-x-2 gap-y-1 font-semibold max-md:flex-wrap">
        <EmailAddress className="md:truncate">{row.email}</EmailAddress>
        {row.isOwner && <Badge tone="sun">Owner</Badge>}
        {row.kind === 'account' && row.isSelf && <Badge>You</Badge>}
      </span>
    ),
    isText: true,
  },
  {
    heading: 'Status',
    phone: 'fact',
    sort: readAccountState,
    cell: (row) => <AccountStateBadge row={row} />,
  },
  {
    heading: 'Two Steps',
    phone: 'line',
    sort: (row) => (row.kind === 'account' ? Number(row.hasSecondFactor) : null),
    sortedBy: 'yes',
    cell: (row) => {
      if (row.kind === 'invitation') return '–';
      return row.hasSecondFactor ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>;
    },
  },
  {
    heading: 'Role',
    phone: 'line',
    sort: ({ role }) => role ?? '',
    cell: ({ role, rights }) =>
      role ? capitalise(role) : rights.map(readNameOfRight).join(', ') || 'No rights',
    isText: true,
  },
  {
    heading: 'Last Sign-in',
    phone: 'line',
    sort: (row) => (row.kind === 'account' ? row.lastSignInAt : null),
    sortedBy: 'day',
    cell: (row) => {
      if (row.kind === 'invitation') return `Invited ${formatDate(row.createdAt)}`;
      return row.lastSignInAt ? formatDateTime(row.lastSignInAt) : 'Never';
    },
  },
  {
    heading: 'Devices',
    phone: 'line',
    sort: (row) => (row.kind === 'account' ? row.sessions : null),
    sortedBy: 'number',
    cell: (row) => (row.kind === 'account' ? row.sessions : '–'),
  },
];

const accountStateTones = {
  Active: 'green',
  Deactivated: 'neutral',
  Invited: 'sky',
  'Invitation expired': 'clay',
} as const;

function readAccountState(row: AccountRow): keyof typeof accountStateTones {
  if (row.kind === 'invitation') return row.isExpired ? 'Invitation expired' : 'Invited';
  return row.isActive ? 'Active' : 'Deactivated';
}

function AccountStateBadge({ row }: { row: AccountRow }) {
  const accountState = readAccountState(row);
  return <Badge tone={accountStateTones[accountState]}>{accountState}</Badge>;
}

type AccountLists = AdminAnswers['accounts']['list'];
export type AccountRow =
  | (AccountLists['accounts'][number] & { kind: 'account'; isSelf: boolean; isOnlyOwner: boolean })
  | (AccountLists['invitations'][number] & { kind: 'invitation' });

/** Sorted by email, own account first. */
export function listAccountRows({ accounts, invitations }: AccountLists, ownEmail: string): AccountRow[] {
  const activeOwnerCount = accounts.filter(({ isOwner, isActive }) => isOwner && isActive).length;
  const accountRows: AccountRow[] = [
    ...accounts.map((row) => ({
      ...row,
      kind: 'account' as const,
      isSelf: row.email === ownEmail,
      isOnlyOwner: row.isOwner && activeOwnerCount === 1,
    })),
    ...invitations.map((row) => ({ ...row, kind: 'invitation' as const })),
  ];
  const rankOwnAccountFirst = (row: AccountRow) => Number(row.kind === 'account' && row.isSelf);
  return accountRows.sort(
    (a, b) => rankOwnAccountFirst(b) - rankOwnAccountFirst(a) || a.email.localeCompare(b.email),
  );
}
