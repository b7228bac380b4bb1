import type { DonationState } from '@institute/contract';

/** The checkout's report: paid, or waiting for the mobile network. The server must confirm it. */
export type Claim = 'successful' | 'pending';

const claims: Partial<Record<string, Claim>> = {
  successful: 'successful',
  pending: 'pending',
  // The provider reports it as paid, but the server must verify that first
  completed: 'pending',
};

export const toClaim = (status: string): Claim | undefined => claims[status];

export type PaymentState = 'thanks' | 'confirming' | 'waiting' | 'unconfirmed';

/** An unverified payment shows as unconfirmed after this time. */
const UNCONFIRMED_AFTER_MS = 20_000;

/** `askedForMs` is the time from the checkout's answer to our server's last answer. */
export function readPaymentState(
  claim: Claim,
  known: Pick<DonationState, 'status' | 'needsReview'> | undefined,
  askedForMs: number,
): PaymentState {
  if (known?.status === 'successful') return 'thanks';
  if (known?.status === 'failed' || known?.status === 'cancelled' || known?.needsReview) return 'unconfirmed';
  if (claim === 'pending') return 'waiting';
  return askedForMs < UNCONFIRMED_AFTER_MS ? 'confirming' : 'unconfirmed';
}
