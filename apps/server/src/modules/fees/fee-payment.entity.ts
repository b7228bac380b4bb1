import { feeKinds, feeLimits, feeMethods, feeStates } from '@institute/contract/fees.constants';
import { receiptCodeLength } from '@institute/contract/receipts.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps } from '../../database/timestamps.ts';
import { onlineColumns } from '../payments/payment.entity.ts';

const optionalText = (length: number) => p.string().length(length).nullable();

/** Money that came or went back. It has one row from first sight to receipt. */
export const FeePaymentEntity = defineEntity({
  name: 'FeePayment',
  tableName: 'fee_payments',
  indexes: [
    {
      name: 'fee_payments_account_index',
      expression: 'create index fee_payments_account_index on fee_payments (registration_id)',
    },
    {
      // For the sums of all accounts
      name: 'fee_payments_counted_index',
      expression:
        "create index fee_payments_counted_index on fee_payments (registration_id) include (kind, amount) where state = 'received' and not is_test",
    },
    {
      // One transaction of an operator is one payment, whoever records it first
      name: 'fee_payments_operator_unique',
      expression:
        "create unique index fee_payments_operator_unique on fee_payments (method, upper(operator_id)) where state <> 'cancelled'",
    },
  ],
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    /** Null while the money is nobody's. Stays when the registration is erased. */
    registrationId: p.integer().nullable(),
    kind: p.enum(feeKinds).default('payment'),
    method: p.enum(feeMethods),
    /** Of an online payment the `txRef`: whoever knows it can see the payment's state. */
    operatorId: optionalText(feeLimits.operatorId),
    /** Whole UGX, above 0 for refunds too. */
    amount: p.integer(),
    state: p.enum(feeStates).default('pending'),
    /** A day in Kampala. */
    receivedOn: p.date(),
    payerName: optionalText(feeLimits.payerName),
    payerPhone: optionalText(32),
    note: optionalText(feeLimits.note),
    /** Made in the sandbox. No money moved, and it never counts. */
    isTest: p.boolean().default(false),
    ...onlineColumns,
    /** `FEE-2027-000045`. */
    receiptNumber: optionalText(30).unique(),
    receiptCode: optionalText(receiptCodeLength).unique(),
    /** Counter-receipt, `CAN-2027-000002`. */
    cancellationNumber: optionalText(30).unique(),
    cancelledAt: p.datetime().length(3).nullable(),
    /** Of a cancellation or a refund. */
    reason: optionalText(feeLimits.reason),
    /** Address of the account. Null when the payment provider reported it. */
    recordedBy: optionalText(254),
  },
});
export type FeePaymentRow = InferEntity<typeof FeePaymentEntity>;
