import { ApiFailure } from '@institute/client/failure';
import type { Donation } from '@institute/contract';
import { useSubmissionKey } from '@institute/ui/submission-key.ts';
import { toast } from '@institute/ui/toast.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { mapFaultsByField, useApi, useSite } from '../../api/context.ts';
import { joinHiddenFaults } from '../../api/hidden-faults.ts';
import { callUntilTaken } from '../../api/until-taken.ts';
import { useSending } from '../../api/use-sending.ts';
import { CheckoutUnavailable, loadCheckout, showCheckout } from './checkout.ts';
import type { OpenCheckout } from './checkout-provider.ts';
import type { DonationValues } from './donation-state.ts';
import { type Claim, toClaim } from './payment-state.ts';

export type Payment = Pick<Donation, 'id' | 'txRef' | 'amount' | 'currency' | 'isTest'> &
  Pick<DonationValues, 'name' | 'email'> & { claim: Claim; claimedAt: number };

const OWN_LOGO = '/icons/icon-192.png';
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
    const page = {
      title: pages.donations.title,
      description: ['Donation', institute.name].filter(Boolean).join(' to '),
      logo: new URL(institute.logo || OWN_LOGO, origin).href,
    };
    const takeStatus = (status: string) => {
      spent();
      const claim = toClaim(status);
      const paid = { id, txRef, amount, currency, isTest, name, email };
      if (claim) onClaim({ ...paid, claim, claimedAt: Date.now() });
      else {
        setBrokenOff(true);
        onReturn();
      }
    };
    showCheckout(checkout, { donation, donor: { name, email, phone }, page }, takeStatus, onReturn);
  };

  const { start, isPending, error } = useSending(
    async ({ key, ...body }: SentForm): Promise<OpenedCheckout> => {
      setBrokenOff(false);
      const donation = await callUntilTaken(() => send.donation(body, key), setBusy);
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

  const refused = error instanceof ApiFailure ? error.details : [];
  const findTrouble = (): CheckoutFault | undefined => {
    if (error instanceof CheckoutUnavailable) return { text: error.message, unreached };
    if (isBrokenOff) return { text: PAYMENT_NOT_COMPLETED };
    const hidden = joinHiddenFaults(refused, SHOWN_FIELDS);
    return hidden ? { text: hidden } : undefined;
  };

  return {
    /** The promise also keeps when the donation is refused, which `faults` and `trouble` show. */
    donate({ name, email, phone, currency, amount }: DonationValues) {
      const body = { name, email, phone, currency, amount };
      return start({ ...body, key: keyFor(body) });
    },
    isPending,
    isBusy,
    faults: mapFaultsByField(refused),
    trouble: findTrouble(),
  };
}

type SentForm = Pick<DonationValues, 'name' | 'email' | 'phone' | 'currency' | 'amount'> & { key: string };

type OpenedCheckout = { donation: Donation; checkout: OpenCheckout };

/** `unreached` is the donation whose checkout could not be reached. */
type CheckoutFault = { text: string; unreached?: Donation | undefined };
