import type { DonationState } from '@institute/contract';
import { makeDonationCode } from '@institute/contract/donations.constants';
import { formatMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { CircleCheck, CircleHelp, CircleX, Hourglass } from 'lucide-react';
import { useApi, useSite } from '../../api/context.ts';
import { loadQuery } from '../../api/load.ts';
import { DonationCard, ReceiptLink } from '../../features/donations/receipt.tsx';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { makePersonalPageOptions } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/donations/$txRef')({
  loader: ({ context: { queryClient, queries }, params: { txRef } }) =>
    loadQuery(queryClient, queries.donations.state(txRef)),
  ...makePersonalPageOptions(
    '/donations',
    'Your donation',
    import.meta.env.SSR &&
      'What has become of your donation: whether its payment is pending, received or has failed.',
  ),
  notFoundComponent: () => <NotFoundPage title="Donation not found" to="/donations" label="Donate" />,
  component: DonationStatePage,
});

const STATE_INTERVAL_MS = 5000;

const donationStateTexts = {
  pending: {
    icon: Hourglass,
    title: 'Payment pending',
    text: 'We are waiting for the payment to be confirmed. This page changes by itself.',
  },
  successful: {
    icon: CircleCheck,
    title: 'Donation received',
    text: 'The payment was successful. Thank you.',
  },
  failed: {
    icon: CircleHelp,
    title: 'Payment failed',
    text: 'No money has reached us.',
  },
  cancelled: {
    icon: CircleX,
    title: 'Donation cancelled',
    text: 'The receipt of this donation was wrong and is cancelled. Please contact us if you have questions.',
  },
} satisfies Record<DonationState['status'], object>;

const donationReviewTexts = {
  icon: CircleHelp,
  title: 'We could not confirm this payment',
  text: 'The payment that reached us is not the one of this donation. Please keep the reference and tell us.',
};

const homeLink = { to: '/', label: 'Return Home' } as const;
const tryAgainLink = { to: '/donations', label: 'Try again' } as const;
const contactLink = { to: '/contact', label: 'Contact Us' } as const;

function DonationStatePage() {
  const { txRef } = Route.useParams();
  const { queries } = useApi();
  const { data: donation } = useSuspenseQuery({
    ...queries.donations.state(txRef),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? STATE_INTERVAL_MS : false),
  });
  const { emptyPages } = useSite();
  const { id, status, needsReview, receiptNumber, receiptEmail, paidAt, name } = donation;
  const { icon, title, text } = needsReview ? donationReviewTexts : donationStateTexts[status];
  const nextLink = needsReview
    ? contactLink
    : status === 'failed' && !emptyPages.includes('/donations')
      ? tryAgainLink
      : homeLink;
  return (
    <DonationCard icon={icon} isTest={donation.isTest} title={title}>
      <p className="text-xl font-semibold" translate="no">
        {formatMoney(donation.currency, donation.amount)}
      </p>
      <p role="status" className="max-w-text">
        {text}
        {receiptEmail === 'sent' && ' Your receipt was sent by email.'}
      </p>
      {status === 'successful' && receiptNumber && paidAt && (
        <>
          <dl>
            <dt>Receipt</dt>
            <dd translate="no">{receiptNumber}</dd>
            <dt>Received from</dt>
            <dd translate="no">{name}</dd>
            <dt>Date</dt>
            <dd>{formatDate(paidAt)}</dd>
          </dl>
          <ReceiptLink txRef={txRef} />
        </>
      )}
      {needsReview && (
        <p>
          Reference: <span translate="no">{makeDonationCode(id)}</span>
        </p>
      )}
      <ButtonLink to={nextLink.to} variant="outline">
        {nextLink.label}
      </ButtonLink>
    </DonationCard>
  );
}
