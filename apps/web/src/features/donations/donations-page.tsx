import { useState } from 'react';
import { useSite } from '../../api/context.ts';
import { PageHero } from '../../ui/page-hero.tsx';
import { Section } from '../../ui/section.tsx';
import { PaymentResult } from './payment-result.tsx';
import type { Payment } from './use-donation.ts';
import { WaysToGive } from './ways-to-give.tsx';

export function DonationsPage() {
  const { title, intro } = useSite().pages.donations;
  const [payment, setPayment] = useState<Payment>();
  return (
    <>
      <PageHero title={title} intro={intro} seed="donations" />
      <Section aria-label="Ways to give">
        {payment ? (
          <PaymentResult payment={payment} onBack={() => setPayment(undefined)} />
        ) : (
          <WaysToGive onClaim={setPayment} />
        )}
      </Section>
    </>
  );
}
