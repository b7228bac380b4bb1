import { receiptCodeFault } from '@institute/contract/donations.constants';
import { formatMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { BadgeCheck, CircleX } from 'lucide-react';
import { useApi, useSite } from '../../api/context.ts';
import { loadQuery } from '../../api/load.ts';
import { DonationCard } from '../../features/donations/receipt.tsx';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { receiptPage } from '../../features/shell/receipt-page.ts';

export const Route = createFileRoute('/receipts/$code')({
  loader: ({ context: { queryClient, queries }, params: { code } }) =>
    loadQuery(queryClient, queries.donations.receipt(code)),
  ...receiptPage,
  notFoundComponent: () => {
    const { code } = Route.useParams();
    return (
      <NotFoundPage
        title="Receipt not found"
        text={receiptCodeFault(code) ?? 'We issued no receipt with this code.'}
        to="/receipts"
        label="Check another receipt"
      />
    );
  },
  component: ReceiptPage,
});

function ReceiptPage() {
  const { code } = Route.useParams();
  const { institute } = useSite();
  const { data: receipt } = useSuspenseQuery(useApi().queries.donations.receipt(code));
  const { isCancelled, isTest, number, currency, amount, paidAt, fullNames } = receipt;
  const isFee = number.startsWith('FEE');
  return (
    <DonationCard
      icon={isCancelled ? CircleX : BadgeCheck}
      isTest={isTest}
      title={isCancelled ? 'This receipt was cancelled' : 'This receipt is genuine'}
    >
      <p className="max-w-text">
        {isCancelled
          ? 'It counts no more. A counter-receipt was issued.'
          : `${institute.name} has received this ${number.startsWith('RCP') ? 'donation' : 'payment'}. Compare the number, the amount and the date with your receipt.`}
      </p>
      <dl className="text-lg" translate="no">
        <dt>Receipt</dt>
        <dd>{number}</dd>
        <dt>Amount</dt>
        <dd>{formatMoney(currency, amount)}</dd>
        <dt>Date</dt>
        <dd>{formatDate(paidAt)}</dd>
        {fullNames.length > 0 && <dt>Name</dt>}
        {fullNames.map((name) => (
          <dd key={name} className="col-start-2">
            <bdi>{name}</bdi>
          </dd>
        ))}
      </dl>
      {!isFee && (
        <ButtonLink to="/donations" variant="outline">
          Donate
        </ButtonLink>
      )}
    </DonationCard>
  );
}
