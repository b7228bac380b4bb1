import { createFileRoute } from '@tanstack/react-router';
import { pageWords } from '../../api/site-data.ts';
import { DonationsPage } from '../../features/donations/donations-page.tsx';
import { pageHead } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/donations/')({
  head: ({ match: { context } }) =>
    pageHead(context, { ...pageWords(context, 'donations'), path: '/donations' }),
  component: DonationsPage,
});
