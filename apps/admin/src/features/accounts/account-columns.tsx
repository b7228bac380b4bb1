import { formatDate, formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { Switch } from '@institute/ui/switch.tsx';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { type Column, emailColumn } from '../../lists/column.ts';

export const columns: Column<AccountRow>[] = [
  {
    heading: 'Email',
    sort: ({ email }) => email,
    phone: 'title',
    cell: (row) => (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        <EmailAddress>{row.email}</EmailAddress>
        {row.kind === 'account' && row.isOwner && <Badge tone="sun">Owner</Badge>}
        {row.kind === 'account' && row.isSelf && <Badge>You</Badge>}
      </span>
    ),
    className: emailColumn,
  },
  { heading: 'Status', phone: 'fact', sort: accountState, cell: (row) => <StateBadge row={row} /> },
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
    heading: 'Health Information',
    phone: 'line',
    sort: ({ mayReadMedical }) => Number(mayReadMedical),
    sortedBy: 'yes',
    cell: (row) => {
      if (row.kind === 'account') return <MedicalRight account={row} />;
      return row.mayReadMedical ? 'May read' : '–';
    },
  },
  {
    heading: 'Fees',
    phone: 'line',
    sort: ({ mayKeepFees }) => Number(mayKeepFees),
    sortedBy: 'yes',
    cell: (row) => {
      if (row.kind === 'account') return <FeesRight account={row} />;
      return row.mayKeepFees ? 'May keep' : '–';
    },
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
    className: 'md:whitespace-nowrap',
  },
  {
    heading: 'Devices',
    phone: 'line',
    sort: (row) => (row.kind === 'account' ? row.sessions : null),
    sortedBy: 'number',
    cell: (row) => (row.kind === 'account' ? row.sessions : '–'),
  },
];

const tones = {
  Active: 'green',
  Deactivated: 'neutral',
  Invited: 'sky',
  'Invitation expired': 'clay',
} as const;

function accountState(row: AccountRow): keyof typeof tones {
  if (row.kind === 'invitation') return row.isExpired ? 'Invitation expired' : 'Invited';
  return row.isActive ? 'Active' : 'Deactivated';
}

function StateBadge({ row }: { row: AccountRow }) {
  const state = accountState(row);
  return <Badge tone={tones[state]}>{state}</Badge>;
}

type Listed = AdminAnswers['accounts']['list'];
export type AccountRow =
  | (Listed['accounts'][number] & { kind: 'account'; isSelf: boolean; isOnlyOwner: boolean })
  | (Listed['invitations'][number] & { kind: 'invitation' });

/** Sorted by email, own account first. */
export function accountRows({ accounts, invitations }: Listed, ownEmail: string): AccountRow[] {
  const owners = accounts.filter(({ isOwner, isActive }) => isOwner && isActive).length;
  const rows: AccountRow[] = [
    ...accounts.map((row) => ({
      ...row,
      kind: 'account' as const,
      isSelf: row.email === ownEmail,
      isOnlyOwner: row.isOwner && owners === 1,
    })),
    ...invitations.map((row) => ({ ...row, kind: 'invitation' as const })),
  ];
  const isOwn = (row: AccountRow) => Number(row.kind === 'account' && row.isSelf);
  return rows.sort((a, b) => isOwn(b) - isOwn(a) || a.email.localeCompare(b.email));
}

type Account = Extract<AccountRow, { kind: 'account' }>;

function MedicalRight({ account: { id, email, mayReadMedical } }: { account: Account }) {
  const change = useChange();
  const { mutateAsync: set, isPending, variables } = admin.accounts.setMayReadMedical.useMutation();
  return (
    <Switch
      label={
        <span className="font-normal whitespace-nowrap">
          May read<span className="sr-only"> health information: {email}</span>
        </span>
      }
      checked={isPending && variables ? variables.mayReadMedical : mayReadMedical}
      disabled={isPending}
      onCheckedChange={(isGiven) =>
        void change(() => set({ id, mayReadMedical: isGiven }), {
          done: isGiven ? 'Health information can be read' : 'Health information is hidden',
          failed: 'Nothing was changed',
        })
      }
    />
  );
}

function FeesRight({ account: { id, email, mayKeepFees } }: { account: Account }) {
  const change = useChange();
  const { mutateAsync: set, isPending, variables } = admin.accounts.setMayKeepFees.useMutation();
  return (
    <Switch
      label={
        <span className="font-normal whitespace-nowrap">
          May keep<span className="sr-only"> fees: {email}</span>
        </span>
      }
      checked={isPending && variables ? variables.mayKeepFees : mayKeepFees}
      disabled={isPending}
      onCheckedChange={(isGiven) =>
        void change(() => set({ id, mayKeepFees: isGiven }), {
          done: isGiven ? 'Fees can be kept' : 'Fees are hidden',
          failed: 'Nothing was changed',
        })
      }
    />
  );
}
