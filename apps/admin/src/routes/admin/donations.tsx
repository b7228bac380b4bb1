import { createFileRoute } from '@tanstack/react-router';
import { DonationsPage } from '../../features/donations/donations-page.tsx';
import type { ListSearch } from '../../lists/list-search.ts';

export const Route = createFileRoute('/admin/donations')({
  validateSearch: (search: ListSearch & { currency?: string }) => search,
  head: () => ({ meta: [{ title: 'Donations – Admin' }] }),
  component: DonationsPage,
});
