import { Heading } from '@institute/ui/heading.tsx';
import { Skeleton, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { admin } from '../../api/admin.ts';
import { AccountList } from '../../features/accounts/account-list.tsx';
import { OwnSessions } from '../../features/accounts/own-sessions.tsx';
import { PasswordForm } from '../../features/accounts/password-form.tsx';
import { PersonalData } from '../../features/accounts/personal-data.tsx';
import { TwoStepPanel } from '../../features/accounts/two-step-panel.tsx';
import { LoadError } from '../../parts/load-error.tsx';

export const Route = createFileRoute('/admin/accounts')({
  head: () => ({ meta: [{ title: 'Accounts – Admin' }] }),
  component: AccountsPage,
});

function AccountsPage() {
  const query = admin.account.get.useQuery();
  const { data: own, error } = query;
  return (
    <div className="flex flex-col gap-8">
      <Heading level={1} size="block">
        Accounts
      </Heading>
      {own ? (
        <>
          {own.isOwner && <AccountList ownEmail={own.email} />}
          <div className="grid items-start gap-8 xl:grid-cols-[24rem_1fr]">
            <PasswordForm email={own.email} />
            <div className="flex min-w-0 flex-col gap-8">
              <TwoStepPanel state={own.secondFactor} isOwner={own.isOwner} />
              <OwnSessions sessions={own.sessions} />
            </div>
          </div>
          {own.isOwner && <PersonalData />}
        </>
      ) : error ? (
        <LoadError title="Your account could not be loaded" query={query} />
      ) : (
        <SkeletonGroup className="flex flex-col gap-4">
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </SkeletonGroup>
      )}
    </div>
  );
}
