import { defineEntity, p } from '@mikro-orm/core';

/** A sequence would leave gaps, so the last number is stored for each series and year. */
export const ReceiptCounterEntity = defineEntity({
  name: 'ReceiptCounter',
  tableName: 'receipt_counters',
  properties: {
    /** Test donations have a series of their own, so that real receipts have no gaps. */
    series: p.string().length(4).primary().default('RCP'),
    year: p.integer().primary().autoincrement(false),
    last: p.integer(),
  },
});
