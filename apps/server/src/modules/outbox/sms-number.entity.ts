import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

const instant = () => p.datetime().length(3);

/** A number that has written to us. */
export const SmsNumberEntity = defineEntity({
  name: 'SmsNumber',
  tableName: 'sms_numbers',
  properties: {
    /** A keyed hash, so that a STOP may stay when its owner's data is erased. */
    key: p.string().length(43).primary(),
    wroteAt: instant(),
    stoppedAt: instant().nullable(),
    /** Last automatic thank-you to this number; at most one a day. */
    thankedAt: instant().nullable(),
  },
});
export type SmsNumberRow = InferEntity<typeof SmsNumberEntity>;
