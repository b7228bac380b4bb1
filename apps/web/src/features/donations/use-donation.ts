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
import { type PaymentClaim, toClaim } from './payment-state.ts';

export type Payment = Pick<Donation, 'id' | 'txRef' | 'amount' | 'currency' | 'isTest'> &
  Pick<DonationValues, 'name' | 'email'> & { claim: PaymentClaim; claimedAt: number };

const OWN_LOGO_PATH = '/icons/icon-192.png';
/** Fields that show their faults. */
const SHOWN_FIELDS = ['name', 'email', 'phone', 'currency', 'amount'];
const PAYMENT_NOT_COMPLETED = 'The payment was not completed. You can try again.';

/**
 * Creates the donation and opens the checkout. `onReturn` runs when the checkout is closed without a payment.
 */
export function useDonation(onClaim: (payment: Payment) => void, onReturn: () => void) {
  const { send } = useApi();
  const { institute, pages } = useSite();
  const { origin } = useRouter().options.context;
  const { keyFor, spent } = useSubmissionKey();
  const [isBrokenOff, setBrokenOff] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [unreached, setUnreached] = useState<Donation>();

  const openPayment = ({ donation, checkout }: OpenedCheckout, { name, email, phone }: SentForm) => {
    const { id, txRef, amount, currency, isTest } = donation;
    const checkoutPage = {
      title: pages.donations.title,
      description: ['Donation', institute.name].filter(Boolean).join(' to '),
      logo: new URL(institute.logo || OWN_LOGO_PATH, origin).href,
    };
    const handleStatus = (status: string) => {
      spent();
      const claim = toClaim(status);
      const claimedPayment = { id, txRef, amount, currency, isTest, name, email };
      if (claim) onClaim({ ...claimedPayment, claim, claimedAt: Date.now() });
      else {
        setBrokenOff(true);
        onReturn();
      }
    };
    showCheckout(
      checkout,
      { donation, donor: { name, email, phone }, page: checkoutPage },
      handleStatus,
      onReturn,
    );
  };

  const { start, isPending, error } = useSending(
    async ({ key, ...body }: SentForm): Promise<OpenedCheckout> => {
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
    const hiddenFaults = joinHiddenFaults(refusedFaults, SHOWN_FIELDS);
    return hiddenFaults ? { text: hiddenFaults } : undefined;
  };

  return {
    /**
     * Creates the donation. The promise does not reject when the donation is refused, which `faults` and
     * `trouble` show.
     */
    donate({ name, email, phone, currency, amount }: DonationValues) {
      const body = { name, email, phone, currency, amount };
      return start({ ...body, key: keyFor(body) });
    },
    isPending,
    isBusy,
    faults: mapFaultsByField(refusedFaults),
    trouble: findCheckoutFault(),
  };
}

type SentForm = Pick<DonationValues, 'name' | 'email' | 'phone' | 'currency' | 'amount'> & { key: string };

type OpenedCheckout = { donation: Donation; checkout: OpenCheckout };

/** `unreached` is the donation whose checkout could not be reached. */
type CheckoutFault = { text: string; unreached?: Donation | undefined };
