import { ApiFailure } from '@institute/client/failure';
import type { Donation } from '@institute/contract';
import { useSubmissionKey } from '@institute/ui/submission-key.ts';
import { toast } from '@institute/ui/toast.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { mapFaultsByField, useApi, useSite } from '../../api/context.ts';
import { joinHiddenFaults } from '../../api/hidden-faults.ts';
import { callUntilAccepted } from '../../api/until-taken.ts';
import { useSending } from '../../api/use-sending.ts';
import { CheckoutUnavailable, loadCheckout, showCheckout } from './checkout.ts';
import type { OpenCheckout } from './checkout-provider.ts';
import type { DonationValues } from './donation-state.ts';
import { type PaymentClaim, toPaymentClaim } from './payment-state.ts';

export type ClaimedPayment = Pick<Donation, 'id' | 'txRef' | 'amount' | 'currency' | 'isTest'> &
  Pick<DonationValues, 'name' | 'email'> & { claim: PaymentClaim; claimedAt: number };

const OWN_LOGO_PATH = '/icons/icon-192.png';
/** Fields that show their faults. */
const FIELDS_WITH_SHOWN_FAULTS = ['name', 'email', 'phone', 'currency', 'amount'];
const PAYMENT_NOT_COMPLETED = 'The payment was not completed. You can try again.';

/**
 * Creates the donation and opens the checkout. `onReturn` runs when the checkout is closed without a payment.
 */
export function useDonation(onClaim: (payment: ClaimedPayment) => void, onReturn: () => void) {
  const { send } = useApi();
  const { institute, pages } = useSite();
  const { origin } = useRouter().options.context;
  const { keyFor, spent } = useSubmissionKey();
  const [isBrokenOff, setBrokenOff] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [unreached, setUnreached] = useState<Donation>();

  const openPayment = ({ donation, checkout }: DonationWithCheckout, { name, email, phone }: SentForm) => {
    const { id, txRef, amount, currency, isTest } = donation;
    const checkoutPageTexts = {
      title: pages.donations.title,
      description: ['Donation', institute.name].filter(Boolean).join(' to '),
      logo: new URL(institute.logo || OWN_LOGO_PATH, origin).href,
    };
    const handleStatus = (status: string) => {
      spent();
      const paymentClaim = toPaymentClaim(status);
      const claimedPayment = { id, txRef, amount, currency, isTest, name, email };
      if (paymentClaim) onClaim({ ...claimedPayment, claim: paymentClaim, claimedAt: Date.now() });
      else {
        setBrokenOff(true);
        onReturn();
      }
    };
    showCheckout(
      checkout,
      { donation, donor: { name, email, phone }, page: checkoutPageTexts },
      handleStatus,
      onReturn,
    );
  };

  const { start, isPending, error } = useSending(
    async ({ key, ...body }: SentForm): Promise<DonationWithCheckout> => {
      setBrokenOff(false);
      const donation = await callUntilAccepted(() => send.donation(body, key), setBusy);
      setUnreached(donation);
      return { donation, checkout: await loadCheckout(donation.checkoutScriptUrl) };
    },
    {
      onSent: openPayment,
      onFailed: (fault) => {
        if (!(fault instanceof CheckoutUnavailable)) toast.error('Error submitting form');
      },
    },
  );

  const refusedFaults = error instanceof ApiFailure ? error.details : [];
  const findCheckoutFault = (): CheckoutFault | undefined => {
    if (error instanceof CheckoutUnavailable) return { text: error.message, unreached };
    if (isBrokenOff) return { text: PAYMENT_NOT_COMPLETED };
    const hiddenFaultsText = joinHiddenFaults(refusedFaults, FIELDS_WITH_SHOWN_FAULTS);
    return hiddenFaultsText ? { text: hiddenFaultsText } : undefined;
  };

  return {
    /**
     * Creates the donation. The promise does not reject when the donation is refused, which `faults` and
     * `trouble` show.
     */
    donate({ name, email, phone, currency, amount }: DonationValues) {
      const donationBody = { name, email, phone, currency, amount };
      return start({ ...donationBody, key: keyFor(donationBody) });
    },
    isPending,
    isBusy,
    faults: mapFaultsByField(refusedFaults),
    trouble: findCheckoutFault(),
  };
}

type SentForm = Pick<DonationValues, 'name' | 'email' | 'phone' | 'currency' | 'amount'> & { key: string };

type DonationWithCheckout = { donation: Donation; checkout: OpenCheckout };

/** `unreached` is the donation whose checkout could not be reached. */
type CheckoutFault = { text: string; unreached?: Donation | undefined };
