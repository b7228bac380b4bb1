import { Heading } from '@institute/ui/heading.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { admin } from '../../api/admin.ts';
import { firstCalls } from '../../api/first-calls.ts';
import { AccountList } from '../../features/accounts/account-list.tsx';
import { OwnSessions } from '../../features/accounts/own-sessions.tsx';
import { PasswordForm } from '../../features/accounts/password-form.tsx';
import { PersonalData } from '../../features/accounts/personal-data.tsx';
import { TwoStepPanel } from '../../features/accounts/two-step-panel.tsx';
import { Loading } from '../../ui/load-error.tsx';

export const Route = createFileRoute('/admin/accounts')({
  head: () => ({ meta: [{ title: 'Accounts – Admin' }] }),
  loader: firstCalls(({ account }) => account.get.prefetch()),
  component: AccountsPage,
});

function AccountsPage() {
  const query = admin.account.get.useQuery();
  return (
    <div className="flex flex-col gap-8">
      <Heading level={1} size="block">
        Accounts
      </Heading>
      <Loading query={query} failed="Your account could not be loaded">
        {({ email, isOwner, secondFactor, sessions }) => (
          <>
            {isOwner && <AccountList ownEmail={email} />}
            <div className="grid items-start gap-8 xl:grid-cols-[24rem_1fr]">
              <PasswordForm email={email} />
              <div className="flex min-w-0 flex-col gap-8">
                <TwoStepPanel state={secondFactor} isOwner={isOwner} />
                <OwnSessions sessions={sessions} />
              </div>
            </div>
            {isOwner && <PersonalData />}
          </>
        )}
      </Loading>
    </div>
  );
}
