import { defineEntity, p } from '@mikro-orm/core';

/** The last receipt number of a series and year. A sequence would leave gaps. */
export const ReceiptCounterEntity = defineEntity({
  name: 'ReceiptCounter',
  tableName: 'receipt_counters',
  properties: {
    /** Test donations have their own numbers, so that the real ones have no gaps. */
    series: p.string().length(4).primary().default('RCP'),
    year: p.integer().primary().autoincrement(false),
    last: p.integer(),
  },
});
