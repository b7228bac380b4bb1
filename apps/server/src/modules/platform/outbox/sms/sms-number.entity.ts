import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../../../database/timestamps.ts';

/** A number that has written to us. */
export const SmsNumberEntity = defineEntity({
  name: 'SmsNumber',
  tableName: 'sms_numbers',
  properties: {
    /** A keyed hash, so that a STOP may stay when its owner's data is erased. */
    key: p.string().length(43).primary(),
    wroteAt: instantColumn(),
    stoppedAt: instantColumn().nullable(),
    /** Time of the last automatic thank-you to this number. At most one is sent a day. */
    thankedAt: instantColumn().nullable(),
  },
});
export type SmsNumberRow = InferEntity<typeof SmsNumberEntity>;
