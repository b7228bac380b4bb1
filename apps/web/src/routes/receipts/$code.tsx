import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { ReceiptPage } from '../../features/donations/receipt-page.tsx';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { pageHead, personal } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/receipts/$code')({
  loader: ({ context: { queryClient, queries }, params: { code } }) =>
    load(queryClient, queries.donations.receipt(code)),
  headers: () => personal,
  head: ({ match: { context } }) =>
    pageHead(context, {
      title: 'Check a receipt',
      description: import.meta.env.SSR
        ? 'Confirms the number, the amount and the date of a donation receipt of the institute.'
        : '',
      path: '/donations',
      noindex: true,
    }),
  notFoundComponent: () => <NotFoundPage title="Receipt not found" to="/donations" label="Donate" />,
  component: () => <ReceiptPage code={Route.useParams().code} />,
});
