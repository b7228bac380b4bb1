import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** How often a secret was tried wrongly. Kept in the database, so that it counts for every replica and after a restart. */
export const WrongTryEntity = defineEntity({
  name: 'WrongTry',
  tableName: 'wrong_tries',
  properties: {
    /** Hashed, so that it holds no personal data. */
    key: p.string().length(43).primary(),
    tries: p.integer(),
    lastAt: p.datetime().length(3),
    /** When the count begins anew. */
    endsAt: p.datetime().length(3).index(),
  },
});
export type WrongTryRow = InferEntity<typeof WrongTryEntity>;
