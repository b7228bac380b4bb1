import type { OpenCheckout } from './checkout-provider.ts';

/**
 * Options of the provider's script, named as in its documentation. The sandbox's script takes the same
 * options.
 */
export type FlutterwaveOptions = {
  public_key: string;
  tx_ref: string;
  amount: number;
  currency: string;
  payment_options: string;
  customer: { email: string; phone_number: string; name: string };
  customizations: { title: string; description: string; logo: string };
  callback: (answer: { status: string }) => void;
  onclose: () => void;
};

declare global {
  interface Window {
    FlutterwaveCheckout?: (options: FlutterwaveOptions) => { close?: () => void } | undefined;
  }
}

/** Undefined until the script is loaded. */
export function findFlutterwave(): OpenCheckout | undefined {
  const openFlutterwave = window.FlutterwaveCheckout;
  return (
    openFlutterwave &&
    (({ donation, donor, page, onAnswer, onClosed }) =>
      openFlutterwave({
        public_key: donation.publicKey,
        tx_ref: donation.txRef,
        amount: donation.amount,
        currency: donation.currency,
        payment_options: donation.paymentOptions,
        customer: { email: donor.email, phone_number: donor.phone, name: donor.name },
        customizations: page,
        callback: ({ status }) => onAnswer(status),
        onclose: onClosed,
      }))
  );
}
