import type { DonationState } from '@institute/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, CircleX, Hourglass } from 'lucide-react';
import { useApi } from '../../api/context.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Container } from '../../ui/container.tsx';
import { Heading } from '../../ui/heading.tsx';
import { money } from '../../ui/money.ts';
import { TestMode } from './test-mode.tsx';

const ASK_EVERY_MS = 5000;
const RELOAD_EVERY_S = 15;

const states = {
  pending: {
    icon: Hourglass,
    title: 'Payment pending',
    text: 'We are waiting for the payment to be confirmed. This page changes by itself.',
  },
  successful: {
    icon: CircleCheck,
    title: 'Donation received',
    text: 'The payment was successful. Thank you: your receipt has been sent by mail.',
  },
  failed: {
    icon: CircleHelp,
    title: 'Payment failed',
    text: 'No money has reached us. You are welcome to try again.',
  },
  cancelled: {
    icon: CircleX,
    title: 'Donation cancelled',
    text: 'The receipt of this donation was wrong and is cancelled. Please contact us if you have questions.',
  },
} satisfies Record<DonationState['status'], object>;

/** The state of a donation, for everybody who knows its reference. */
export function DonationStatePage({ txRef }: { txRef: string }) {
  const { queries } = useApi();
  const { data: donation } = useSuspenseQuery({
    ...queries.donations.state(txRef),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? ASK_EVERY_MS : false),
  });
  const { icon: Icon, title, text } = states[donation.status];
  return (
    <Container className="py-section">
      {donation.status === 'pending' && (
        // Without JavaScript:
        <noscript>
          <meta httpEquiv="refresh" content={String(RELOAD_EVERY_S)} />
        </noscript>
      )}
      <Card className="mx-auto max-w-2xl">
        <div className="flex flex-col items-start gap-4 p-6 md:p-10">
          {donation.isTest && <TestMode />}
          <Icon className="size-12 text-green" strokeWidth={1.75} aria-hidden />
          <Heading level={1}>{title}</Heading>
          <p className="text-xl font-semibold">{money(donation.currency, donation.amount)}</p>
          <p role="status" className="max-w-text">
            {text}
          </p>
          <p className="text-sm break-all text-muted">{`Reference: ${donation.txRef}`}</p>
          <ButtonLink to={donation.status === 'failed' ? '/donations' : '/'} variant="outline">
            {donation.status === 'failed' ? 'Try again' : 'Return Home'}
          </ButtonLink>
        </div>
      </Card>
    </Container>
  );
}
