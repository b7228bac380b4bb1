import type { DonationState } from '@institute/contract';

/** What the checkout said of a payment: done, or waiting for the mobile network. Never believed alone. */
export type Claim = 'successful' | 'pending';

const claims: Partial<Record<string, Claim>> = {
  successful: 'successful',
  pending: 'pending',
  // paid for the provider, and for us when it has been asked
  completed: 'pending',
};

/** What a status of the checkout claims; nothing when there was no payment. */
export const claimOf = (status: string): Claim | undefined => claims[status];

export type PaymentState = 'thanks' | 'confirming' | 'waiting' | 'unconfirmed';

/** A payment that was said to be done and is not known after this long is doubtful. */
const DOUBTFUL_AFTER_MS = 20_000;

/** `askedForMs`: from the checkout's answer to the last answer of ours. */
export function paymentState(
  claim: Claim,
  known: DonationState['status'] | undefined,
  askedForMs: number,
): PaymentState {
  if (known === 'successful') return 'thanks';
  if (known === 'failed') return 'unconfirmed';
  if (claim === 'pending') return 'waiting';
  return askedForMs < DOUBTFUL_AFTER_MS ? 'confirming' : 'unconfirmed';
}
