import type { FeePaymentState } from '@institute/contract';
import { formatMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { buttonClass } from '@institute/ui/button.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { CircleCheck, CircleHelp, CircleX, Hourglass } from 'lucide-react';
import { useApi } from '../../api/context.ts';
import { loadQuery } from '../../api/load.ts';
import { DonationCard } from '../../features/donations/receipt.tsx';
import { feesPage } from '../../features/shell/fees-page.ts';

export const Route = createFileRoute('/fees/$txRef')({
  // The provider leads here, so that a browser never comes from another page
  ...(import.meta.env.SSR && {
    loader: ({ context: { queryClient, queries }, params: { txRef } }) =>
      loadQuery(queryClient, queries.fees.payment(txRef)),
  }),
  ...feesPage,
  component: FeePaymentPage,
});

const ASK_EVERY_MS = 5000;

const ended = {
  icon: CircleX,
  title: 'Payment cancelled',
  text: 'This payment does not count. Please contact us if you have questions.',
};
const states = {
  pending: {
    icon: Hourglass,
    title: 'Payment pending',
    text: 'We are waiting for the payment to be confirmed. This page changes by itself.',
  },
  received: {
    icon: CircleCheck,
    title: 'Payment received',
    text: 'Thank you. The receipt goes to the applicant and the guardian.',
  },
  failed: {
    icon: CircleHelp,
    title: 'Payment failed',
    text: 'No money has reached us. You are welcome to try again.',
  },
  cancelled: ended,
  dismissed: ended,
} satisfies Record<FeePaymentState['state'], object>;

const review = {
  icon: CircleHelp,
  title: 'We could not confirm this payment',
  text: 'The payment that reached us is not the one that was asked for. Our office looks into it. Please keep the reference.',
};

function FeePaymentPage() {
  const { txRef } = Route.useParams();
  const { queries } = useApi();
  const { data: payment } = useSuspenseQuery({
    ...queries.fees.payment(txRef),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? ASK_EVERY_MS : false),
  });
  const { icon, title, text } = payment.needsReview ? review : states[payment.state];
  return (
    <DonationCard icon={icon} isTest={payment.isTest} title={title}>
      <p className="text-xl font-semibold" translate="no">
        {formatMoney('UGX', payment.amount)}
      </p>
      <p role="status" className="max-w-text">
        {text}
      </p>
      {payment.receiptNumber && (
        <dl>
          <dt>Receipt</dt>
          <dd translate="no">
            <a href={`/receipts/${payment.receiptCode}`} className="underline">
              {payment.receiptNumber}
            </a>
          </dd>
          <dt>Date</dt>
          <dd>{formatDate(payment.receivedOn)}</dd>
        </dl>
      )}
      <p className="text-sm break-all text-muted">
        Reference: <span translate="no">{txRef}</span>
      </p>
      {/* A new document, whose content policy lets a payment begin */}
      <a href="/fees" className={buttonClass({ variant: 'outline' })}>
        {payment.state === 'failed' ? 'Try again' : 'Your fees'}
      </a>
    </DonationCard>
  );
}
