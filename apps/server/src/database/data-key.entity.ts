import { defineEntity, p } from '@mikro-orm/core';

/** Ids of the keys that encrypt something in the database, so that the start notices a missing key. */
export const DataKeyEntity = defineEntity({
  name: 'DataKey',
  tableName: 'data_keys',
  properties: {
    id: p.string().length(8).primary(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
  },
});
