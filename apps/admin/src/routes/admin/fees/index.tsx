import { createFileRoute } from '@tanstack/react-router';
import { firstCalls } from '../../../api/first-calls.ts';
import { feeAddress, toFeeQuery } from '../../../features/fees/fee-search.ts';
import { FeesPage } from '../../../features/fees/fees-page.tsx';

export const Route = createFileRoute('/admin/fees/')({
  validateSearch: feeAddress,
  head: () => ({ meta: [{ title: 'Fees – Admin' }] }),
  loader: firstCalls(({ fees, registrations }) => [
    fees.list.prefetch(toFeeQuery({})),
    registrations.choices.prefetch(),
  ]),
  component: FeesPage,
});
