import { createFileRoute } from '@tanstack/react-router';
import { makeFirstCallsLoader } from '../../api/first-calls.ts';
import { RedirectsPage } from '../../features/redirects/redirects-page.tsx';
import { listAddressSchema } from '../../lists/address.ts';

export const Route = createFileRoute('/admin/redirects')({
  validateSearch: listAddressSchema,
  head: () => ({ meta: [{ title: 'Redirects – Admin' }] }),
  loader: makeFirstCallsLoader(({ redirects }) => redirects.list.prefetch()),
  component: RedirectsPage,
});
