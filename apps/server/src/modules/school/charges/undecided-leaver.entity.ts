import { defineEntity, p } from '@mikro-orm/core';

/** People who left, and for whom nobody has decided yet about the charges that were not due. */
export const UndecidedLeaverEntity = defineEntity({
  name: 'UndecidedLeaver',
  tableName: 'undecided_leavers',
  properties: {
    registrationId: p.integer().primary().autoincrement(false),
    /** Day in Kampala. */
    leftOn: p.date(),
  },
});
