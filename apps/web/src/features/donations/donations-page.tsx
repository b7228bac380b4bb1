import { FormFaults } from '@institute/ui/form-outcome.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import pattern from '@institute/ui/pattern/heroes/donations.svg';
import { Section } from '@institute/ui/section.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useHasTexts, useSite } from '../../api/context.ts';
import { usePosted } from '../../api/posted.ts';
import { PaymentResult } from './payment-result.tsx';
import type { Payment } from './use-donation.ts';
import { WaysToGive } from './ways-to-give.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    paid?: string | undefined;
  }
}

const labels = {
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  currency: 'Currency',
  amount: 'Custom Amount',
};

export function DonationsPage() {
  const { title, intro } = useSite().pages.donations;
  const hasTexts = useHasTexts();
  const posted = usePosted('/donations');
  const [payment, setPayment] = useState<Payment>();
  const navigate = useNavigate();

  // after a reload this entry of the history leads to the page of its donation
  useEffect(() => {
    const { paid } = window.history.state ?? {};
    if (paid) void navigate({ to: '/donations/$txRef', params: { txRef: paid }, replace: true });
  }, [navigate]);
  const remember = (paid: string | undefined) =>
    void navigate({ to: '.', state: (before) => ({ ...before, paid }), replace: true, resetScroll: false });

  const claim = (made: Payment) => {
    setPayment(made);
    remember(made.txRef);
  };
  const backToForm = () => {
    setPayment(undefined);
    remember(undefined);
  };
  return (
    <>
      {posted && <FormFaults form="donation" posted={posted} labels={labels} />}
      <PageHero title={title} intro={intro} pattern={pattern} />
      {hasTexts ? (
        <Section aria-label="Ways to give">
          {payment ? <PaymentResult payment={payment} onBack={backToForm} /> : <WaysToGive onClaim={claim} />}
        </Section>
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}
