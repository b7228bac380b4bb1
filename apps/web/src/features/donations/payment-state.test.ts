import type { DonationState } from '@institute/contract';
import { expect, test } from 'vitest';
import { paymentState, toClaim } from './payment-state.ts';

const known = (status: DonationState['status'], needsReview = false) => ({ status, needsReview });

test('a payment reported as paid ends confirmed, refused or unconfirmed', () => {
  expect(paymentState('successful', undefined, 0)).toBe('confirming');
  expect(paymentState('successful', known('pending'), 5000)).toBe('confirming');
  expect(paymentState('successful', known('successful'), 5000)).toBe('thanks');
  expect(paymentState('successful', known('failed'), 5000)).toBe('unconfirmed');
  expect(paymentState('successful', known('pending'), 60_000)).toBe('unconfirmed');
});

test('a mobile payment waits without a limit', () => {
  expect(paymentState('pending', undefined, 0)).toBe('waiting');
  expect(paymentState('pending', known('pending'), 600_000)).toBe('waiting');
  expect(paymentState('pending', known('successful'), 600_000)).toBe('thanks');
  expect(paymentState('pending', known('failed'), 600_000)).toBe('unconfirmed');
});

test('a payment of another amount, currency or reference is unconfirmed at once', () => {
  for (const claim of ['successful', 'pending'] as const) {
    expect(paymentState(claim, known('pending', true), 0)).toBe('unconfirmed');
  }
});

test('an unconfirmed payment that is confirmed later shows thanks', () => {
  expect(paymentState('successful', known('successful'), 90_000)).toBe('thanks');
});

test('takes only "successful" as paid, and no refused or cancelled payment', () => {
  expect(['successful', 'pending', 'completed', 'failed', 'cancelled', ''].map(toClaim)).toEqual([
    ...['successful', 'pending', 'pending'],
    ...[undefined, undefined, undefined],
  ]);
});
