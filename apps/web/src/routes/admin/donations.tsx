import { createFileRoute } from '@tanstack/react-router';
import { type ListSearch, listSearch } from '../../admin-ui/list/list-search.ts';
import { DonationsPage } from '../../features/admin-donations/donations-page.tsx';

export const Route = createFileRoute('/admin/donations')({
  // the page checks the rest: its lists of statuses and currencies would be in every visitor's first load
  validateSearch: ({ currency, ...raw }: Record<string, unknown>): ListSearch & { currency?: string } => ({
    ...listSearch(raw),
    ...(typeof currency === 'string' && { currency }),
  }),
  head: () => ({ meta: [{ title: 'Donations – Admin' }] }),
  component: DonationsPage,
});
