import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ContentTable } from '../../admin-ui/list/content-table.tsx';
import { admin, failureOf } from '../../api/admin.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { AccountActions } from './account-actions.tsx';
import { columns } from './account-columns.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { peopleOf } from './person.ts';
import { type Deed, questionOf, useDeeds } from './use-deeds.ts';

/** Who may enter the admin area; for owners. */
export function EverybodysAccounts({ ownEmail }: { ownEmail: string }) {
  const { data, error, refetch, isFetching } = admin.accounts.list.useQuery();
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<Deed | null>(null);
  const { act, isPending } = useDeeds();

  if (error && !data) {
    return (
      <ErrorState
        title="The accounts could not be loaded"
        description={failureOf(error).message}
        onRetry={() => void refetch()}
        pending={isFetching}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p aria-live="polite" className="text-muted">
          {data ? `Total Accounts: ${data.accounts.length}` : 'Counting…'}
        </p>
        {data?.canInvite && (
          <Button onClick={() => setInviting(true)}>
            <UserPlus aria-hidden />
            Invite
          </Button>
        )}
      </div>
      <ContentTable
        caption="Accounts"
        columns={columns}
        rows={data && peopleOf(data, ownEmail)}
        isOutdated={false}
        actions={(person) => (
          <AccountActions
            person={person}
            onDeed={(deed) => (questionOf(deed).question ? setAsked(deed) : void act(deed))}
          />
        )}
      />
      <AlertDialog
        open={asked !== null}
        onOpenChange={(open) => !open && !isPending && setAsked(null)}
        title={asked && questionOf(asked).question}
        description={asked && `${asked.person.email}: ${questionOf(asked).outcome}`}
        confirmLabel={asked?.does}
        pending={isPending}
        onConfirm={async () => {
          if (asked) await act(asked);
          setAsked(null);
        }}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  );
}
