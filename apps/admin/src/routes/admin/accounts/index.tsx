import { Heading } from '@institute/ui/heading.tsx';
import { createFileRoute, Navigate } from '@tanstack/react-router';
import { admin } from '../../../api/admin.ts';
import { firstCalls } from '../../../api/first-calls.ts';
import { AccountList } from '../../../features/accounts/account-list.tsx';
import { Loading } from '../../../ui/load-error.tsx';

export const Route = createFileRoute('/admin/accounts/')({
  head: () => ({ meta: [{ title: 'Accounts – Admin' }] }),
  loader: firstCalls(({ account }) => account.get.prefetch()),
  component: AccountsPage,
});

function AccountsPage() {
  const query = admin.account.get.useQuery();
  return (
    <div className="flex flex-col gap-4">
      <Heading level={1} size="block">
        Accounts
      </Heading>
      <Loading query={query} failed="Your account could not be loaded">
        {({ email, isOwner }) =>
          isOwner ? <AccountList ownEmail={email} /> : <Navigate to="/admin/accounts/password" replace />
        }
      </Loading>
    </div>
  );
}
