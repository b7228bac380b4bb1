import { Button } from '@institute/ui/button.tsx';
import { copyText } from '@institute/ui/copy-text.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { useMaySee } from '../../api/rights.ts';
import { useUser } from '../../api/user.ts';
import { makeListScreen, wholeListAddress } from '../../lists/declared-list.tsx';
import { useQuestion } from '../../ui/use-question.tsx';
import { type AccountRow, columns, listAccountRows } from './account-columns.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { type AccountAction, findActionTexts, useAccountActions } from './use-account-actions.ts';

type ShownAccount = Extract<AccountRow, { kind: 'account' }>;

export const AccountList = makeListScreen({
  words: makeResourceWords({ one: 'account', many: 'accounts' }),
  ...wholeListAddress,
  columns,
  useRows: () => {
    const { email: ownEmail } = useUser();
    return admin.accounts.list.useQuery(undefined, {
      enabled: useMaySee()('owner'),
      select: (listed) => {
        const accountRows = listAccountRows(listed, ownEmail);
        return {
          items: accountRows,
          total: accountRows.length,
          accounts: listed.accounts.length,
          canInvite: listed.canInvite,
        };
      },
    });
  },
  useParts: ({ found: { data } }) => {
    const [isInviting, setInviting] = useState(false);
    const [shown, setShown] = useState<ShownAccount>();
    const { ask, question } = useQuestion();
    const runAccountAction = useAccountActions();

    const startAction = (action: AccountAction) => {
      const { question: title, outcome } = findActionTexts(action);
      if (!title) return void runAccountAction(action);
      ask({
        title,
        description: `${action.row.email}: ${outcome}`,
        confirmLabel: action.name,
        onConfirm: () => runAccountAction(action),
      });
    };

    return {
      count: data && `Total Accounts: ${data.accounts}`,
      tools: data?.canInvite && (
        <Button onClick={() => setInviting(true)}>
          <UserPlus aria-hidden />
          Invite
        </Button>
      ),
      actions: (row) => <AccountActions row={row} onAction={startAction} onRole={setShown} />,
      dialogs: (
        <>
          {question}
          {shown && <RoleDialog account={shown} onClose={() => setShown(undefined)} />}
          {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
        </>
      ),
    };
  },
});

type AccountActionsProps = {
  row: AccountRow;
  onAction: (action: AccountAction) => void;
  onRole: (account: ShownAccount) => void;
};

function AccountActions({ row, onAction, onRole }: AccountActionsProps) {
  return (
    <div className="flex justify-end gap-1 max-md:flex-wrap max-md:gap-2">
      {row.kind === 'invitation' && row.link && <CopyInvitationLink email={row.email} link={row.link} />}
      {/* The last owner cannot be changed, so that there is always one. */}
      {row.kind === 'account' && row.isActive && !row.isOnlyOwner && (
        <Button variant="outline" size="sm" aria-label={`Role ${row.email}`} onClick={() => onRole(row)}>
          Role
        </Button>
      )}
      {listAccountActions(row).map((name) => (
        <Button
          key={name}
          variant="outline"
          size="sm"
          aria-label={`${name} ${row.email}`}
          onClick={() => onAction({ name, row })}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}

/** Without a mail server the owner hands the link over. */
const CopyInvitationLink = ({ email, link }: { email: string; link: string }) => (
  <Button variant="outline" size="sm" aria-label={`Copy Link ${email}`} onClick={() => copyText(link)}>
    Copy Link
  </Button>
);

function listAccountActions(row: AccountRow): AccountAction['name'][] {
  if (row.kind === 'invitation') return ['Send again', 'Withdraw'];
  if (!row.isActive) return ['Reactivate'];
  // Owners cannot deactivate their own account. Another owner can.
  if (row.isSelf) return [];
  return [
    ...(row.hasSecondFactor ? ['Remove two-step' as const] : []),
    ...(row.sessions > 0 ? ['Sign out' as const] : []),
    'Deactivate',
  ];
}
