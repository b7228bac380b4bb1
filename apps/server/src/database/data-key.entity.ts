import { defineEntity, p } from '@mikro-orm/core';

/** A key that something in the database is encrypted with: its id, so that the start notices a missing key. */
export const DataKeyEntity = defineEntity({
  name: 'DataKey',
  tableName: 'data_keys',
  properties: {
    id: p.string().length(8).primary(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
  },
});
