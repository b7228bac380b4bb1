import { defineEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../../database/timestamps.ts';

/** The second line: contacts in a registration, former ones in its history, the payer of a movement, a message to the person. */
export const erasedTypes = [
  'registration',
  'contact',
  'donation',
  'certificate',
  'newsletter',
  'notice',
  'emergency',
  'guardian',
  'former',
  'payer',
  'outgoing',
] as const;
export type ErasedType = (typeof erasedTypes)[number];

/**
 * Records that were erased for good. A restore of an older backup erases them again. The table has no personal data.
 */
export const ErasureEntity = defineEntity({
  name: 'Erasure',
  tableName: 'erasures',
  properties: {
    type: p.enum(erasedTypes).primary(),
    entityId: p.integer().primary(),
    erasedAt: instantColumn(),
    /** True when a restore brought the row back. The next start erases the row if the restore did not get that far. */
    isDue: p.boolean().default(false),
  },
});
