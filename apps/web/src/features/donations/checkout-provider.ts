import type { Donation } from '@institute/contract';

export interface CheckoutPayment {
  donation: Donation;
  donor: { name: string; email: string; phone: string };
  /** Texts that the provider shows above the payment. */
  page: { title: string; description: string; logo: string };
}

/** Opens the provider's checkout over the page. */
export type OpenCheckout = (
  payment: CheckoutPayment & { onAnswer: (status: string) => void; onClosed: () => void },
) => { close?: () => void } | undefined;
