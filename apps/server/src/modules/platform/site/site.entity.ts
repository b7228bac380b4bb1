import type { LegalTexts, SiteSettings } from '@institute/contract';
import type { PartToRead } from '@institute/contract/site-parts.constants';
import { defineEntity, p } from '@mikro-orm/core';
import { timestamps } from '../../../database/timestamps.ts';

export const SiteEntity = defineEntity({
  name: 'Site',
  tableName: 'site',
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    version: p.integer().version().default(1),
    content: p.json<SiteSettings>(),
    /** The settings before the demo's texts were removed. */
    beforeRemoval: p.json<SiteSettings>().nullable(),
    /** Parts whose neutral texts somebody of the institute has read, or written again. */
    readParts: p.json<PartToRead[]>().default('[]'),
  },
});

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
