import type { ReceiptProof } from '@institute/contract';
import { formatMoney } from '@institute/contract/money';
import { findReceiptCodeFault } from '@institute/contract/receipts.constants';
import { formatDate } from '@institute/contract/time';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { BadgeCheck, CircleX } from 'lucide-react';
import { useApi, useSite } from '../api/context.ts';
import { loadQuery } from '../api/load.ts';
import { DonationCard } from '../features/donations/receipt.tsx';
import { CodeForm } from '../features/shell/code-form.tsx';
import { NotFoundPage } from '../features/shell/error-page.tsx';
import { makePersonalPageOptions } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/receipts/{-$code}')({
  // Only the server loads a receipt, because no page of the site links to one
  ...(import.meta.env.SSR && {
    loader: ({ context: { queryClient, queries }, params: { code } }) =>
      code === undefined ? null : loadQuery(queryClient, queries.donations.receipt(code)),
  }),
  ...makePersonalPageOptions(
    '/receipts',
    'Check a receipt',
    import.meta.env.SSR && 'Confirms the number, the amount and the date of a receipt of the institute.',
  ),
  notFoundComponent: () => {
    const { code = '' } = Route.useParams();
    return (
      <NotFoundPage
        title="Receipt not found"
        text={findReceiptCodeFault(code) ?? 'We issued no receipt with this code.'}
        to="/receipts"
        label="Check another receipt"
      />
    );
  },
  component: ReceiptsPage,
});

function ReceiptsPage() {
  const { code } = Route.useParams();
  return code !== undefined ? (
    <ReceiptPage code={code} />
  ) : (
    <CodeForm
      heading="Check a receipt"
      intro="Scan the QR code on the receipt, or write its code. Then compare number, amount and date with the receipt."
      path="/receipts"
      hint="26 letters and digits, or the address on the receipt"
    />
  );
}

function nameReceiptState({ isCancelled, isMoved }: ReceiptProof): string {
  if (isMoved) return 'This receipt was moved to another person';
  return isCancelled ? 'This receipt was cancelled' : 'This receipt is genuine';
}

function ReceiptPage({ code }: { code: string }) {
  const { institute } = useSite();
  const { data: receipt } = useSuspenseQuery(useApi().queries.donations.receipt(code));
  const { isCancelled, isMoved, isTest, number, currency, amount, paidAt, fullNames } = receipt;
  const { holder, program, left = amount, movedFrom } = receipt;
  const isFeeReceipt = number.startsWith('FEE');
  return (
    <DonationCard
      icon={isCancelled || isMoved ? CircleX : BadgeCheck}
      isTest={isTest}
      title={nameReceiptState(receipt)}
    >
      <p className="max-w-text">
        {isMoved
          ? 'The money is now for somebody else. This receipt proves no payment any more.'
          : isCancelled
            ? `It is no longer valid. ${left > 0 ? 'A counter-receipt was issued.' : 'The money was taken off this account.'}`
            : `${movedFrom ? 'The money of another receipt was moved to this one.' : `${institute.name || 'The institute'} has received this ${number.startsWith('RCP') ? 'donation' : 'payment'}.`} Compare ${holder ? 'each line' : 'the number, the amount and the date'} with your receipt.`}
      </p>
      <dl className="text-lg" translate="no">
        <dt>Receipt</dt>
        <dd>{number}</dd>
        {holder && <dt>Name</dt>}
        {holder && (
          <dd>
            <bdi>{holder}</bdi>
          </dd>
        )}
        {program && <dt>Program</dt>}
        {program && (
          <dd>
            <bdi>{program}</bdi>
          </dd>
        )}
        {movedFrom && <dt>Moved from</dt>}
        {movedFrom && <dd>{movedFrom}</dd>}
        <dt>Amount</dt>
        <dd>{formatMoney(currency, amount)}</dd>
        {!isMoved && !isCancelled && left < amount && <dt>Left</dt>}
        {!isMoved && !isCancelled && left < amount && (
          <dd>{formatMoney(currency, left)}, the rest was moved to another person</dd>
        )}
        <dt>Date</dt>
        <dd>{formatDate(paidAt)}</dd>
        {fullNames.length > 0 && <dt>{holder ? 'Full name' : 'Name'}</dt>}
        {fullNames.map((name) => (
          <dd key={name} className="col-start-2">
            <bdi>{name}</bdi>
          </dd>
        ))}
      </dl>
      {!isFeeReceipt && (
        <ButtonLink to="/donations" variant="outline">
          Donate
        </ButtonLink>
      )}
    </DonationCard>
  );
}
