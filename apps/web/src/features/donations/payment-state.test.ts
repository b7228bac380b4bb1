import { expect, test } from 'vitest';
import { claimOf, paymentState } from './payment-state.ts';

test('a payment reported as paid ends confirmed, refused or unconfirmed', () => {
  expect(paymentState('successful', undefined, 0)).toBe('confirming');
  expect(paymentState('successful', 'pending', 5000)).toBe('confirming');
  expect(paymentState('successful', 'successful', 5000)).toBe('thanks');
  expect(paymentState('successful', 'failed', 5000)).toBe('unconfirmed');
  expect(paymentState('successful', 'pending', 60_000)).toBe('unconfirmed');
});

test('a mobile payment waits without a limit', () => {
  expect(paymentState('pending', undefined, 0)).toBe('waiting');
  expect(paymentState('pending', 'pending', 600_000)).toBe('waiting');
  expect(paymentState('pending', 'successful', 600_000)).toBe('thanks');
  expect(paymentState('pending', 'failed', 600_000)).toBe('unconfirmed');
});

test('an unconfirmed payment that is confirmed later shows thanks', () => {
  expect(paymentState('successful', 'successful', 90_000)).toBe('thanks');
});

test('takes only "successful" as paid, and no refused or cancelled payment', () => {
  expect(['successful', 'pending', 'completed', 'failed', 'cancelled', ''].map(claimOf)).toEqual([
    ...['successful', 'pending', 'pending'],
    ...[undefined, undefined, undefined],
  ]);
});
