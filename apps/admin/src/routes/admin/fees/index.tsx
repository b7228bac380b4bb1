import { createFileRoute } from '@tanstack/react-router';
import { makeFirstCallsLoader } from '../../../api/first-calls.ts';
import { feeAddress, toFeeQuery } from '../../../features/fees/accounts/fee-address.ts';
import { FeesPage } from '../../../features/fees/accounts/fees-page.tsx';
import { MessageButton } from '../../../features/many-messages/message-button.tsx';

export const Route = createFileRoute('/admin/fees/')({
  validateSearch: feeAddress,
  head: () => ({ meta: [{ title: 'Fees – Admin' }] }),
  loader: makeFirstCallsLoader(({ fees, registrations }) => [
    fees.list.prefetch(toFeeQuery({})),
    registrations.choices.prefetch(),
  ]),
  component: () => (
    <FeesPage remindButton={(registrations) => <MessageButton registrations={registrations} isReminder />} />
  ),
});
