import type { EntityType } from '@institute/contract';
import { defineEntity, p } from '@mikro-orm/core';

/** What an item held after one of its changes. `number` is the item's own version, so it never comes twice. */
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
    /** Null where nobody is known to have written it. */
    userEmail: p.string().length(254).nullable(),
    createdAt: p.datetime().length(3),
  },
});
