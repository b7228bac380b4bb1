import { Heading } from '@institute/ui/heading.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { firstCalls } from '../../../api/first-calls.ts';
import { AccountList } from '../../../features/accounts/account-list.tsx';

const AccountsPage = () => (
  <div className="flex flex-col gap-4">
    <Heading level={1} size="block">
      Accounts
    </Heading>
    <AccountList />
  </div>
);

export const Route = createFileRoute('/admin/accounts/')({
  head: () => ({ meta: [{ title: 'Accounts – Admin' }] }),
  loader: firstCalls(({ account }) => account.get.prefetch()),
  component: AccountsPage,
});
