import { createFileRoute } from '@tanstack/react-router';
import { AccountList } from '../../../features/accounts/account-list.tsx';
import { TitledPage } from '../../../ui/titled-section.tsx';

const AccountsPage = () => (
  <TitledPage title="Accounts">
    <AccountList />
  </TitledPage>
);

export const Route = createFileRoute('/admin/accounts/')({
  head: () => ({ meta: [{ title: 'Accounts – Admin' }] }),
  component: AccountsPage,
});
