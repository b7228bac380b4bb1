import { Alert } from '@institute/ui/alert.tsx';
import { makeButtonClass } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { cx } from '@institute/ui/cx.ts';
import { FormFaults } from '@institute/ui/form-outcome.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import pattern from '@institute/ui/pattern/heroes/donations.svg';
import { Section } from '@institute/ui/section.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router';
import { Banknote, ExternalLink, Globe, type LucideIcon, Smartphone } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi, useHasTexts, usePostedForm, useSite } from '../../api/context.ts';
import { loadQuery } from '../../api/load.ts';
import { readSiteData } from '../../api/site-data.ts';
import { DonationForm } from '../../features/donations/donation-form.tsx';
import { PaymentResult } from '../../features/donations/payment-result.tsx';
import { TestModeAlert } from '../../features/donations/receipt.tsx';
import type { ClaimedPayment } from '../../features/donations/use-donation.ts';
import { NotFoundMessage } from '../../features/shell/error-page.tsx';
import { makeSiteHead } from '../../features/shell/page-head.ts';
import { EmptySection } from '../../lists/cards.tsx';

export const Route = createFileRoute('/donations/')({
  staticData: { site: ['pages.donations', 'institute.paypalUrl', 'donations'] },
  loader: ({ context }) => {
    // In the browser the texts may come later, and `DonationsPage` looks again
    if (readSiteData(context)?.donations?.isOpen === false) throw notFound();
    return loadQuery(context.queryClient, context.queries.donations.online());
  },
  head: makeSiteHead('donations'),
  component: DonationsPage,
});

declare module '@tanstack/react-router' {
  interface HistoryState {
    paid?: string | undefined;
  }
}

const postedFieldLabels = {
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  currency: 'Currency',
  amount: 'Custom Amount',
};

function DonationsPage() {
  const { pages, emptyPages, donations } = useSite('donations', 'pages.donations');
  const hasTexts = useHasTexts();
  const postedForm = usePostedForm('/donations');
  const [payment, setPayment] = useState<ClaimedPayment>();
  const navigate = useNavigate();

  // A reload of this history entry opens the page of its donation
  useEffect(() => {
    const { paid } = window.history.state ?? {};
    if (paid) void navigate({ to: '/donations/$txRef', params: { txRef: paid }, replace: true });
  }, [navigate]);
  const rememberPaidReference = (paid: string | undefined) =>
    void navigate({ to: '.', state: (before) => ({ ...before, paid }), replace: true, resetScroll: false });

  const claimPayment = (made: ClaimedPayment) => {
    setPayment(made);
    rememberPaidReference(made.txRef);
  };
  const returnToForm = () => {
    setPayment(undefined);
    rememberPaidReference(undefined);
  };
  if (hasTexts && !donations.isOpen) return <NotFoundMessage />;
  return (
    <>
      {postedForm && <FormFaults form="donation" posted={postedForm} labels={postedFieldLabels} />}
      <PageHero {...pages.donations} pattern={pattern} />
      {emptyPages.includes('/donations') ? (
        <EmptySection />
      ) : hasTexts ? (
        <Section aria-label="Ways to give">
          {payment ? (
            <PaymentResult payment={payment} onBack={returnToForm} />
          ) : (
            <WaysToGive onClaim={claimPayment} />
          )}
        </Section>
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}

function WaysToGive({ onClaim }: { onClaim: (payment: ClaimedPayment) => void }) {
  const { donations, institute } = useSite('donations', 'institute.paypalUrl');
  const { bankText, paypalText, cardText } = donations;
  const { paypalUrl } = institute;
  const { state } = useSuspenseQuery(useApi().queries.donations.online()).data;
  const hasPaypal = Boolean(paypalText || paypalUrl);
  const acceptsOnlineDonations = state !== 'off' || cardText !== '';
  return (
    <div
      className={cx(
        'grid gap-5 lg:items-start lg:gap-6',
        acceptsOnlineDonations && (bankText || hasPaypal ? 'lg:grid-cols-[24rem_1fr]' : 'lg:px-36'),
      )}
    >
      {(bankText || hasPaypal) && (
        <div className={cx('grid gap-5 sm:grid-cols-2 lg:gap-6', acceptsOnlineDonations && 'lg:grid-cols-1')}>
          {bankText && (
            <DonationWay icon={Banknote} id="bank-transfer" title="Bank Transfer" text={bankText}>
              <ButtonLink to="/contact" variant="outline">
                Request Bank Details
              </ButtonLink>
            </DonationWay>
          )}
          {hasPaypal && (
            <DonationWay icon={Globe} id="paypal" title="PayPal" text={paypalText}>
              {paypalUrl && (
                <a
                  href={paypalUrl}
                  target="_blank"
                  rel="noopener noreferrer"
                  className={makeButtonClass({ variant: 'outline' })}
                >
                  Donate with PayPal
                  <ExternalLink aria-hidden />
                </a>
              )}
            </DonationWay>
          )}
        </div>
      )}
      {acceptsOnlineDonations && (
        <DonationWay icon={Smartphone} title="Mobile Money/Card" text={cardText}>
          {state === 'off' ? (
            <OtherWaysToDonate isBank={bankText !== ''} isPaypal={paypalUrl !== ''} />
          ) : (
            <>
              {state === 'test' && <TestModeAlert />}
              <DonationForm onClaim={onClaim} />
            </>
          )}
        </DonationWay>
      )}
    </div>
  );
}

const OtherWaysToDonate = ({ isBank, isPaypal }: { isBank: boolean; isPaypal: boolean }) => (
  <Alert title="Online giving is not set up yet.">
    {(isBank || isPaypal) && 'You can give by '}
    {isBank && (
      <a href="#bank-transfer" className="underline">
        bank transfer
      </a>
    )}
    {isBank && isPaypal && ' or '}
    {isPaypal && (
      <a href="#paypal" className="underline">
        PayPal
      </a>
    )}
    {(isBank || isPaypal) && ' instead.'}
  </Alert>
);

type WayProps = { icon: LucideIcon; id?: string; title: string; text: string; children: ReactNode };

function DonationWay({ icon: Icon, id, title, text, children }: WayProps) {
  return (
    <Card as="section" id={id} aria-label={title}>
      <CardBody className="gap-5! lg:p-8">
        <div className="flex flex-col gap-2">
          <Heading
            level={2}
            size="block"
            className="flex items-center gap-3 max-sm:text-[min(var(--text-xl),9vw)]"
          >
            <Icon className="size-7 shrink-0 text-green" />
            {title}
          </Heading>
          {text && <p className="max-w-text text-base text-muted">{text}</p>}
        </div>
        <div className="mt-auto flex flex-col gap-5">{children}</div>
      </CardBody>
    </Card>
  );
}
