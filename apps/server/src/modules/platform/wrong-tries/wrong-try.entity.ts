import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** Stored in the database, so that all replicas share the counts and a restart keeps them. */
export const WrongTryEntity = defineEntity({
  name: 'WrongTry',
  tableName: 'wrong_tries',
  properties: {
    /** Hashed, because it contains personal data. */
    key: p.string().length(43).primary(),
    tries: p.integer(),
    lastAt: p.datetime().length(3),
    /** The count restarts at this time. */
    endsAt: p.datetime().length(3).index(),
  },
});
export type WrongTryRow = InferEntity<typeof WrongTryEntity>;
