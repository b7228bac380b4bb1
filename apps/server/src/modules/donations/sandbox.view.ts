import type { KnownPayment } from './sandbox.service.ts';

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
