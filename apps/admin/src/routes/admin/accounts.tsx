import { createFileRoute } from '@tanstack/react-router';
import { AccountsPage } from '../../features/accounts/accounts-page.tsx';

export const Route = createFileRoute('/admin/accounts')({
  head: () => ({ meta: [{ title: 'Accounts – Admin' }] }),
  component: AccountsPage,
});
