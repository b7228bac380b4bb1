import type { LegalTexts } from '@institute/contract';
import { defineEntity, p } from '@mikro-orm/core';

/** Legal texts that visitors have agreed to, or could: registrations name them by their version. */
export const LegalVersionEntity = defineEntity({
  name: 'LegalVersion',
  tableName: 'legal_versions',
  properties: {
    version: p.string().length(20).primary(),
    texts: p.json<LegalTexts>(),
    createdAt: p.datetime().length(3),
  },
});
