import { createFileRoute } from '@tanstack/react-router';
import { donationSearch } from '../../features/admin-donations/donation-search.ts';
import { DonationsPage } from '../../features/admin-donations/donations-page.tsx';

export const Route = createFileRoute('/admin/donations')({
  validateSearch: donationSearch,
  head: () => ({ meta: [{ title: 'Donations – Admin' }] }),
  component: DonationsPage,
});
