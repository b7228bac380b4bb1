import { defineEntity, p } from '@mikro-orm/core';

/** Who left, and nobody who keeps the fees has said what becomes of charges that were not due. */
export const UndecidedLeaverEntity = defineEntity({
  name: 'UndecidedLeaver',
  tableName: 'undecided_leavers',
  properties: {
    registrationId: p.integer().primary().autoincrement(false),
    /** In Kampala. */
    leftOn: p.date(),
  },
});
