import type { Call, InputOf } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import { queryOptions } from '@tanstack/react-query';

export type DonationBody = InputOf<'POST /donations'>['body'];

export const donationActions = (call: Call) => ({
  /** `key` stays the same for every try of the same gift, so that it is stored once. */
  donation: (body: DonationBody, key: string) =>
    ok(call('POST /donations', { body, headers: { 'idempotency-key': key } })),
  /** What the payment provider knows of it by now. */
  donationState: (txRef: string) =>
    ok(call('POST /donations/:txRef/verify', { params: { txRef }, body: {} })),
});

export const donationQueries = (call: Call) => ({
  /** What the payment provider knows of it by now. */
  state: (txRef: string) =>
    queryOptions({
      queryKey: ['donations', 'state', txRef],
      queryFn: () => donationActions(call).donationState(txRef),
      retry: false,
    }),
});
