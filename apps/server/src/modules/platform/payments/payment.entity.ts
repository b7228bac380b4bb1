import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

const makeNullableInstantColumn = () => p.datetime().length(3).nullable();

/** Columns of every table whose rows are paid online. */
export const onlinePaymentColumns = {
  /** Name of the provider that started the payment. Null of what the office recorded. */
  provider: p.string().length(20).nullable(),
  /** Time at which the provider first reported a different payment. Null once the payment is paid. */
  mismatchAt: makeNullableInstantColumn(),
  /**
   * Time of the next automatic check, null once the payment is settled or given up. `checks` is the number of checks
   * so far.
   */
  nextCheckAt: makeNullableInstantColumn().index(),
  checks: p.integer().default(0),
};

export const PaymentNoticeEntity = defineEntity({
  name: 'PaymentNotice',
  tableName: 'payment_notices',
  properties: {
    id: p.integer().primary(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
    /** Name of the provider that reported it. Null of notices that are older than this column. */
    provider: p.string().length(20).nullable(),
    event: p.string().length(100).nullable(),
    txRef: p.string().length(200).nullable(),
    /** The body as text, because `jsonb` refuses some valid JSON, such as NUL characters. */
    body: p.text(),
  },
});
export type PaymentNoticeRow = InferEntity<typeof PaymentNoticeEntity>;

export const SandboxPaymentEntity = defineEntity({
  name: 'SandboxPayment',
  tableName: 'sandbox_payments',
  properties: {
    id: p.integer().primary(),
    txRef: p.string().length(100).unique(),
    currency: p.string().length(10),
    amount: p.double(),
    outcome: p.enum(['successful', 'failed'] as const),
    settlesAt: p.datetime().length(3),
  },
});
export type SandboxPaymentRow = InferEntity<typeof SandboxPaymentEntity>;
