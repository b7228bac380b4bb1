import type { EntityType } from '@institute/contract';
import { defineEntity, p } from '@mikro-orm/core';

export const ContentVersionEntity = defineEntity({
  name: 'ContentVersion',
  tableName: 'content_versions',
  uniques: [{ properties: ['entityType', 'itemId', 'number'] }],
  properties: {
    id: p.integer().primary(),
    entityType: p.string().length(20).$type<EntityType>(),
    itemId: p.integer(),
    number: p.integer(),
    fields: p.json<object>(),
    userEmail: p.string().length(254).nullable(),
    createdAt: p.datetime().length(3),
  },
});
