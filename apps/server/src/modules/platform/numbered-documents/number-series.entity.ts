import { defineEntity, p } from '@mikro-orm/core';

/** A sequence would leave gaps, so the last number of each series and year is stored. */
export const NumberSeriesEntity = defineEntity({
  name: 'NumberSeries',
  tableName: 'receipt_counters',
  properties: {
    series: p.string().length(4).primary().default('RCP'),
    year: p.integer().primary().autoincrement(false),
    last: p.integer(),
  },
});
