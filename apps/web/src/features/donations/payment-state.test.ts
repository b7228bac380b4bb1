import type { DonationState } from '@institute/contract';
import { expect, test } from 'vitest';
import { readPaymentState, toPaymentClaim } from './payment-state.ts';

const known = (status: DonationState['status'], needsReview = false) => ({ status, needsReview });

test('a payment reported as paid ends confirmed, refused or unconfirmed', () => {
  expect(readPaymentState('successful', undefined, 0)).toBe('confirming');
  expect(readPaymentState('successful', known('pending'), 5000)).toBe('confirming');
  expect(readPaymentState('successful', known('successful'), 5000)).toBe('thanks');
  expect(readPaymentState('successful', known('failed'), 5000)).toBe('unconfirmed');
  expect(readPaymentState('successful', known('pending'), 60_000)).toBe('unconfirmed');
});

test('a mobile payment waits without a limit', () => {
  expect(readPaymentState('pending', undefined, 0)).toBe('waiting');
  expect(readPaymentState('pending', known('pending'), 600_000)).toBe('waiting');
  expect(readPaymentState('pending', known('successful'), 600_000)).toBe('thanks');
  expect(readPaymentState('pending', known('failed'), 600_000)).toBe('unconfirmed');
});

test('a payment of another amount, currency or reference is unconfirmed at once', () => {
  for (const claim of ['successful', 'pending'] as const) {
    expect(readPaymentState(claim, known('pending', true), 0)).toBe('unconfirmed');
  }
});

test('an unconfirmed payment that is confirmed later shows thanks', () => {
  expect(readPaymentState('successful', known('successful'), 90_000)).toBe('thanks');
});

test('takes only "successful" as paid, and no refused or cancelled payment', () => {
  expect(['successful', 'pending', 'completed', 'failed', 'cancelled', ''].map(toPaymentClaim)).toEqual([
    'successful',
    'pending',
    'pending',
    undefined,
    undefined,
    undefined,
  ]);
});
