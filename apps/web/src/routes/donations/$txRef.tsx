import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { DonationStatePage } from '../../features/donations/donation-state-page.tsx';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { pageHead, personal } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/donations/$txRef')({
  loader: ({ context: { queryClient, queries }, params: { txRef } }) =>
    load(queryClient, queries.donations.state(txRef)),
  headers: () => personal,
  head: ({ match: { context } }) =>
    pageHead(context, {
      title: 'Your donation',
      description: import.meta.env.SSR
        ? 'What has become of your donation: whether its payment is pending, received or has failed.'
        : '',
      path: '/donations',
      noindex: true,
    }),
  notFoundComponent: () => <NotFoundPage title="Donation not found" to="/donations" label="Donate" />,
  component: () => <DonationStatePage txRef={Route.useParams().txRef} />,
});
