import { defineEntity, p } from '@mikro-orm/core';

/** People who left and whose charges that were not due wait for a decision. */
export const UndecidedLeaverEntity = defineEntity({
  name: 'UndecidedLeaver',
  tableName: 'undecided_leavers',
  properties: {
    registrationId: p.integer().primary().autoincrement(false),
    /** Day on which the person left, in Kampala. */
    leftOn: p.date(),
  },
});
