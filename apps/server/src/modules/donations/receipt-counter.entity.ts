import { defineEntity, p } from '@mikro-orm/core';

/** The last receipt number of a year. A sequence would leave gaps. */
export const ReceiptCounterEntity = defineEntity({
  name: 'ReceiptCounter',
  tableName: 'receipt_counters',
  properties: {
    year: p.integer().primary().autoincrement(false),
    last: p.integer(),
  },
});
