import { defineEntity, p } from '@mikro-orm/core';

/** The table has at most one row. */
export const FirstStepsEntity = defineEntity({
  name: 'FirstSteps',
  tableName: 'first_steps',
  properties: {
    id: p.integer().primary(),
    isDismissed: p.boolean(),
  },
});
