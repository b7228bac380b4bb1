import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

export const PaymentNoticeEntity = defineEntity({
  name: 'PaymentNotice',
  tableName: 'payment_notices',
  properties: {
    id: p.integer().primary(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
    event: p.string().length(100).nullable(),
    txRef: p.string().length(200).nullable(),
    /** Text, because `jsonb` refuses some valid JSON, such as NUL characters. */
    body: p.text(),
  },
});
export type PaymentNoticeRow = InferEntity<typeof PaymentNoticeEntity>;
