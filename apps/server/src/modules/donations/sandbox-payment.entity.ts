import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

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
