import type { FeePaymentState } from '@institute/contract';
import { formatLocalMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { makeButtonClass } from '@institute/ui/button.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, CircleX, Hourglass } from 'lucide-react';
import { useApi } from '../../api/context.ts';
import { AskOffice } from './ask-office.tsx';

const STATE_INTERVAL_MS = 5000;

const paymentStateTexts = {
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
  cancelled: {
    icon: CircleX,
    title: 'Payment cancelled',
    text: 'This payment does not count. Please contact us if you have questions.',
  },
} satisfies Record<FeePaymentState['state'], object>;

const paymentReviewTexts = {
  icon: CircleHelp,
  title: 'We could not confirm this payment',
  text: 'The payment that reached us is not the one that was asked for. Please keep the reference and tell us.',
};

export function FeePayment({ txRef }: { txRef: string }) {
  const { queries } = useApi();
  const { data: payment } = useSuspenseQuery({
    ...queries.fees.payment(txRef),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? STATE_INTERVAL_MS : false),
  });
  const {
    icon: Icon,
    title,
    text,
  } = payment.needsReview ? paymentReviewTexts : paymentStateTexts[payment.state];
  return (
    <Card className="max-w-2xl">
      <CardBody className="items-start gap-4">
        {payment.isTest && <Alert tone="warning">Test mode: no money moves.</Alert>}
        <Icon className="size-12 text-green" aria-hidden />
        <Heading level={2}>{title}</Heading>
        <p className="text-xl font-semibold" translate="no">
          {formatLocalMoney(payment.amount)}
        </p>
        <p role="status" className="max-w-text">
          {text}
        </p>
        {payment.state === 'failed' && <AskOffice />}
        {payment.receiptNumber && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 [&_dd]:font-semibold">
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
        {/* Loads a new document, whose content policy allows a payment */}
        <a href="/fees" className={makeButtonClass({ variant: 'outline' })}>
          {payment.state === 'failed' ? 'Try again' : 'Your fees'}
        </a>
      </CardBody>
    </Card>
  );
}
