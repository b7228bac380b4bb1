import type { Call, InputOf } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

export type DonationBody = InputOf<'POST /donations'>['body'];

export const donationActions = (call: Call) => ({
  /** Every try of one donation has the same `key`, so that it is stored once. */
  donation: (body: DonationBody, key: string) =>
    ok(call('POST /donations', { body, headers: { 'idempotency-key': key } })),
  donationState: (txRef: string) =>
    ok(call('POST /donations/:txRef/verify', { params: { txRef }, body: {} })),
});

export const donationQueries = (call: Call) => ({
  online: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['donations', 'online'],
      queryFn: () => ok(call('GET /donations/online')),
    }),
  receipt: (code: string) =>
    queryOptions({
      queryKey: ['donations', 'receipt', code],
      queryFn: () => ok(call('GET /donations/receipts/:code', { params: { code } })),
      retry: false,
    }),
  state: (txRef: string) =>
    queryOptions({
      queryKey: ['donations', 'state', txRef],
      queryFn: () => donationActions(call).donationState(txRef),
      retry: false,
    }),
});
