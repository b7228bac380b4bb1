import { receiptCodeLength } from '@institute/contract/receipts.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instantColumn, timestamps } from '../../../../database/timestamps.ts';
import { onlinePaymentColumns } from '../../../platform/payments/payment.entity.ts';

/** A payment that was started online. It becomes money of the ledger when it succeeds. */
export const OnlineFeeEntity = defineEntity({
  name: 'OnlineFee',
  tableName: 'online_fees',
  indexes: [
    {
      name: 'online_fees_tx_ref_unique',
      expression: 'create unique index online_fees_tx_ref_unique on online_fees (upper(tx_ref))',
    },
  ],
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    registrationId: p.integer().index(),
    txRef: p.string().length(64),
    /** Whole UGX. */
    amount: p.integer(),
    state: p.enum(['pending', 'received', 'failed'] as const).default('pending'),
    /** True for a payment of the sandbox. No money moved, so it never enters the ledger. */
    isTest: p.boolean().default(false),
    ...onlinePaymentColumns,
    /** Time of the provider's last answer about the payment. Until then, the start of the payment. */
    heardAt: instantColumn().defaultRaw('now()'),
    /** The day in Kampala when it succeeded. */
    receivedOn: p.date().nullable(),
    receiptNumber: p.string().length(30).nullable().unique(),
    receiptCode: p.string().length(receiptCodeLength).nullable().unique(),
  },
});
export type OnlineFeeRow = InferEntity<typeof OnlineFeeEntity>;
