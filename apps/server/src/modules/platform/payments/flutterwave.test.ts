import { expect, test } from 'vitest';
import { openFlutterwave } from './flutterwave.ts';

const open = (answer: unknown, status = 200) =>
  openFlutterwave({
    name: 'flutterwave',
    publicKey: 'public',
    secretKey: 'secret',
    secretHash: 'hash',
    checkoutScriptUrl: 'https://checkout.flutterwave.com/v3.js',
    baseUrl: 'https://api.flutterwave.com/v3',
    isTest: false,
    send: async () => Response.json(answer, { status }),
  });

const payment = { tx_ref: 'a', amount: 5000, currency: 'UGX', status: 'successful' };
const read = { txRef: 'a', amount: 5000, currency: 'UGX', status: 'successful' };
const wrap = (data: unknown) => ({ status: 'success', message: 'Transaction fetched successfully', data });

test.each([
  [wrap(payment)],
  [{ status: 'success', data: payment }],
  [
    wrap({
      ...payment,
      id: 'x',
      charged_amount: null,
      app_fee: 'none',
      card: null,
      meta: [],
      customer: null,
    }),
  ],
])('an answer about a payment is read whatever its other fields are: %j', async (answer) => {
  expect(await open(answer).verify('a')).toEqual(read);
});

test.each([
  ['pending', { ...payment, status: 'pending' }],
  ['failed', { ...payment, status: 'failed', processor_response: 'Insufficient funds' }],
])('an answer that says %s is no payment', async (status, data) => {
  expect(await open(wrap(data)).verify('a')).toMatchObject({ status });
});

test.each([
  [{ status: 'error', message: 'No transaction was found for this id', data: null }, 400],
  [{ status: 'error', message: 'Invalid authorization key', data: null }, 401],
  [wrap(payment), 500],
  [{ status: 'error', data: payment }, 200],
  [wrap(null), 200],
  [wrap({ ...payment, amount: null }), 200],
  [wrap({ ...payment, amount: '' }), 200],
  [wrap({ ...payment, amount: '5000' }), 200],
  [wrap({ ...payment, amount: '5,000' }), 200],
  [wrap({ ...payment, status: undefined }), 200],
  [wrap({ ...payment, tx_ref: undefined }), 200],
  [wrap({ ...payment, currency: null }), 200],
  ['<h1>Bad gateway</h1>', 200],
])('an answer that does not say what was paid is none: %j', async (answer, status) => {
  expect(await open(answer, status).verify('a')).toBeUndefined();
});
