import type { SiteSettings } from '@institute/contract';
import { defineEntity, p } from '@mikro-orm/core';
import { timestamps } from '../../database/timestamps.ts';

export const SiteEntity = defineEntity({
  name: 'Site',
  tableName: 'site',
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    version: p.integer().version().default(1),
    content: p.json<SiteSettings>(),
  },
});
