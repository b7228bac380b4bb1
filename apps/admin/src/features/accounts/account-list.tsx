import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { Button } from '@institute/ui/button.tsx';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { RowTable } from '../../lists/row-table.tsx';
import { AccountActions } from './account-actions.tsx';
import { columns } from './account-columns.tsx';
import { accountRows } from './account-row.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { type AccountAction, questionOf, useAccountActions } from './use-account-actions.ts';

export function AccountList({ ownEmail }: { ownEmail: string }) {
  const found = admin.accounts.list.useQuery(undefined, {
    select: (listed) => {
      const items = accountRows(listed, ownEmail);
      return { items, total: items.length, accounts: listed.accounts.length, canInvite: listed.canInvite };
    },
  });
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<AccountAction | null>(null);
  const { run, isPending } = useAccountActions();

  return (
    <ListScreen
      many="accounts"
      count={found.data && `Total Accounts: ${found.data.accounts}`}
      found={found}
      tools={
        found.data?.canInvite && (
          <Button onClick={() => setInviting(true)}>
            <UserPlus aria-hidden />
            Invite
          </Button>
        )
      }
      rows={(rows) => (
        <RowTable
          caption="Accounts"
          columns={columns}
          actions={(row) => (
            <AccountActions
              row={row}
              onAction={(action) => (questionOf(action).question ? setAsked(action) : void run(action))}
            />
          )}
          {...rows}
        />
      )}
    >
      <AlertDialog
        open={asked !== null}
        onOpenChange={(open) => !open && !isPending && setAsked(null)}
        title={asked && questionOf(asked).question}
        description={asked && `${asked.row.email}: ${questionOf(asked).outcome}`}
        confirmLabel={asked?.name}
        pending={isPending}
        onConfirm={async () => {
          if (asked) await run(asked);
          setAsked(null);
        }}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </ListScreen>
  );
}
