import { defineEntity, p } from '@mikro-orm/core';

export const FailedStartEntity = defineEntity({
  name: 'FailedStart',
  tableName: 'failed_starts',
  properties: {
    /** Name and version of the browser, such as `Chrome/106`. */
    browser: p.string().length(20).primary(),
    count: p.integer(),
  },
});
