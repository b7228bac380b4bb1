import { defineEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../database/timestamps.ts';

const erasedTypes = ['registration', 'contact', 'donation', 'certificate', 'newsletter', 'notice'] as const;
export type ErasedType = (typeof erasedTypes)[number];

/** What was erased for good. A restore of an older backup erases it again. Holds nothing about the person. */
export const ErasureEntity = defineEntity({
  name: 'Erasure',
  tableName: 'erasures',
  properties: {
    type: p.enum(erasedTypes).primary(),
    entityId: p.integer().primary(),
    erasedAt: instantColumn(),
  },
});
