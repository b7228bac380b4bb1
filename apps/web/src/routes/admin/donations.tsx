import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '../../admin-ui/list/list-search.ts';
import { DonationsPage } from '../../features/admin-donations/donations-page.tsx';

export const Route = createFileRoute('/admin/donations')({
  // The page checks the search. Here the statuses and currencies would be part of every visitor's first load.
  validateSearch: (search: ListSearch & { currency?: string }) => search,
  head: () => ({ meta: [{ title: 'Donations – Admin' }] }),
  component: DonationsPage,
});
