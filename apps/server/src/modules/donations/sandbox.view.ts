import type { KnownPayment } from './sandbox.service.ts';

/** A transaction in the shape of Flutterwave. */
export const transactionView = (payment: KnownPayment, now: Date) => ({
  id: payment.id,
  tx_ref: payment.txRef,
  flw_ref: `SANDBOX-${payment.id}`,
  amount: payment.amount,
  charged_amount: payment.amount,
  currency: payment.currency,
  status: payment.settlesAt <= now ? payment.outcome : 'pending',
  payment_type: 'sandbox',
});
