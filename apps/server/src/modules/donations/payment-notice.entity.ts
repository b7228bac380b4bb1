import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A notice of the payment provider that belongs to no donation of ours, kept for review. */
export const PaymentNoticeEntity = defineEntity({
  name: 'PaymentNotice',
  tableName: 'payment_notices',
  properties: {
    id: p.integer().primary(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
    event: p.string().length(100).nullable(),
    txRef: p.string().length(200).nullable(),
    /** As text, since a database's JSON does not take everything that JSON may hold. */
    body: p.text(),
  },
});
export type PaymentNoticeRow = InferEntity<typeof PaymentNoticeEntity>;
