import { defineEntity, p } from '@mikro-orm/core';

/** Last number of each series and year. A database sequence would leave gaps. */
export const NumberSeriesEntity = defineEntity({
  name: 'NumberSeries',
  tableName: 'receipt_counters',
  properties: {
    series: p.string().length(4).primary().default('RCP'),
    year: p.integer().primary().autoincrement(false),
    last: p.integer(),
  },
});
