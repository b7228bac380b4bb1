import type { DonationState } from '@institute/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/context.ts';
import { type PaymentState, paymentState } from './payment-state.ts';
import type { Payment } from './use-donation.ts';

const ASK_EVERY_MS = 3000;

const isSettled = (state: DonationState | undefined) => state !== undefined && state.status !== 'pending';

export function usePaymentState({ txRef, claim, claimedAt }: Payment): PaymentState {
  const { send } = useApi();
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery({
    queryKey: ['donations', txRef],
    queryFn: () => send.donationState(txRef),
    retry: false,
    networkMode: 'always',
    refetchInterval: ({ state }) => (isSettled(state.data) ? false : ASK_EVERY_MS),
  });
  return paymentState(claim, data, Math.max(dataUpdatedAt, errorUpdatedAt) - claimedAt);
}
