import type { DonationState } from '@institute/contract';

/** The checkout's report: paid, or waiting for the mobile network. The server must confirm it. */
export type PaymentClaim = 'successful' | 'pending';

const claimsByStatus: Partial<Record<string, PaymentClaim>> = {
  successful: 'successful',
  pending: 'pending',
  // The provider reports `completed` for a payment that the server must verify first
  completed: 'pending',
};

export const toPaymentClaim = (status: string): PaymentClaim | undefined => claimsByStatus[status];

export type PaymentState = 'thanks' | 'confirming' | 'waiting' | 'unconfirmed';

/** An unverified payment shows as unconfirmed after this time. */
const PAYMENT_UNCONFIRMED_AFTER_MS = 20_000;

/** `askedForMs` is the time from the checkout's answer to our server's last answer. */
export function readPaymentState(
  claim: PaymentClaim,
  known: Pick<DonationState, 'status' | 'needsReview'> | undefined,
  askedForMs: number,
): PaymentState {
  if (known?.status === 'successful') return 'thanks';
  if (known?.status === 'failed' || known?.status === 'cancelled' || known?.needsReview) return 'unconfirmed';
  if (claim === 'pending') return 'waiting';
  return askedForMs < PAYMENT_UNCONFIRMED_AFTER_MS ? 'confirming' : 'unconfirmed';
}
