import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { pageWords } from '../../api/site-data.ts';
import { DonationsPage } from '../../features/donations/donations-page.tsx';
import { pageHead } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/donations/')({
  staticData: { site: ['pages.donations', 'institute.paypalUrl', 'donations'] },
  loader: ({ context: { queryClient, queries } }) => load(queryClient, queries.donations.online()),
  head: ({ match: { context } }) =>
    pageHead(context, { ...pageWords(context, 'donations'), path: '/donations' }),
  component: DonationsPage,
});
