import type { LegalTexts } from '@institute/contract';
import { defineEntity, p } from '@mikro-orm/core';

/** Legal texts that visitors could agree to. Registrations refer to their version. */
export const LegalVersionEntity = defineEntity({
  name: 'LegalVersion',
  tableName: 'legal_versions',
  properties: {
    version: p.string().length(20).primary(),
    texts: p.json<LegalTexts>(),
    createdAt: p.datetime().length(3),
  },
});
