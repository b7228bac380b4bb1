import type { DonationState } from '@institute/contract';
import { makeDonationCode } from '@institute/contract/donations.constants';
import { formatMoney } from '@institute/contract/money';
import { Button, Spinner } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Pattern } from '@institute/ui/pattern/pattern.tsx';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, type LucideIcon, Smartphone } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useApi } from '../../api/context.ts';
import { readPaymentState } from './payment-state.ts';
import { ReceiptLink, TestModeAlert } from './receipt.tsx';
import type { ClaimedPayment } from './use-donation.ts';

type PaymentResultProps = { payment: ClaimedPayment; onBack: () => void };

export function PaymentResult({ payment, onBack }: PaymentResultProps) {
  const { id, name, email, txRef } = payment;
  const { state, receiptEmail } = usePaymentState(payment);
  const amount = formatMoney(payment.currency, payment.amount);

  if (state === 'waiting') {
    return (
      <ResultPanel icon={Smartphone} isTest={payment.isTest} title="Waiting for your network…">
        <p>{`Please approve the payment of ${amount} on your phone. This page changes by itself as soon as your network has answered.`}</p>
        <Spinner />
      </ResultPanel>
    );
  }
  if (state === 'unconfirmed') {
    return (
      <ResultPanel icon={CircleHelp} isTest={payment.isTest} title="We could not confirm this payment">
        <p>{`Reference: ${makeDonationCode(id)}`}</p>
        <p>{`If ${amount} has left your account, send us this reference.`}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/contact">Contact Us</ButtonLink>
          <Button variant="outline" onClick={onBack}>
            Back to the form
          </Button>
        </div>
      </ResultPanel>
    );
  }
  return (
    <ResultPanel icon={CircleCheck} isTest={payment.isTest} title="Thank You for Your Donation!">
      <p className="text-lg">
        <span translate="no">{name}</span>
        {`, your donation of ${amount} makes a difference to our students.`}
      </p>
      {state === 'confirming' ? (
        <p role="status" className="flex items-center gap-2 font-semibold">
          <Spinner />
          Confirming your payment…
        </p>
      ) : (
        <>
          <p role="status" className="font-semibold">
            Your payment is confirmed.
          </p>
          <ReceiptLink txRef={txRef} />
        </>
      )}
      {receiptEmail && (
        <p className="text-muted">
          {`A confirmation email ${receiptEmail === 'sent' ? 'was sent' : 'is being sent'} to `}
          <span translate="no">{email}</span>.
        </p>
      )}
      <ButtonLink to="/" variant="outline" className="self-start">
        Return Home
      </ButtonLink>
    </ResultPanel>
  );
}

type ResultPanelProps = { icon: LucideIcon; isTest: boolean; title: string; children: ReactNode };

function ResultPanel({ icon: Icon, isTest, title, children }: ResultPanelProps) {
  const headingElement = useRef<HTMLHeadingElement>(null);
  // The focused form is gone, so the new text takes the focus and is announced
  useEffect(() => {
    if (title) headingElement.current?.focus();
  }, [title]);
  return (
    <div className="grid overflow-hidden rounded-card border border-line bg-card md:grid-cols-[1fr_18rem]">
      <div className="flex flex-col justify-center gap-4 p-6 md:p-12">
        {isTest && <TestModeAlert />}
        <Icon className="size-10 text-green" />
        <Heading ref={headingElement} level={2} tabIndex={-1}>
          {title}
        </Heading>
        {children}
      </div>
      <Pattern seed="thank you" cols={4} rows={5} className="h-32 w-full md:h-full" />
    </div>
  );
}

const STATE_INTERVAL_MS = 3000;

/** After so many answers the page no longer asks whether the receipt's email has been sent. */
const MAX_STATE_ANSWERS = 20;

const isStateFinal = (state: DonationState | undefined, answers: number) =>
  state !== undefined &&
  state.status !== 'pending' &&
  (state.receiptEmail !== 'queued' || answers > MAX_STATE_ANSWERS);

function usePaymentState({ txRef, claim, claimedAt }: ClaimedPayment) {
  const { send } = useApi();
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery({
    queryKey: ['donations', txRef],
    queryFn: () => send.donationState(txRef),
    retry: false,
    networkMode: 'always',
    refetchInterval: ({ state }) =>
      isStateFinal(state.data, state.dataUpdateCount) ? false : STATE_INTERVAL_MS,
  });
  const state = readPaymentState(claim, data, Math.max(dataUpdatedAt, errorUpdatedAt) - claimedAt);
  return { state, receiptEmail: data?.receiptEmail };
}
