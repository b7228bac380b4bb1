import { createFileRoute } from '@tanstack/react-router';
import { AccountList } from '../../../features/accounts/account-list.tsx';

export const Route = createFileRoute('/admin/accounts/')({
  head: () => ({ meta: [{ title: 'Accounts – Admin' }] }),
  component: AccountList,
});
