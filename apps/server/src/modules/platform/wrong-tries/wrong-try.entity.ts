import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** Counts of wrong tries. They are in the database, so that all processes share them and a restart keeps them. */
export const WrongTryEntity = defineEntity({
  name: 'WrongTry',
  tableName: 'wrong_tries',
  properties: {
    /** Hash of the key, because the key contains personal data. */
    key: p.string().length(43).primary(),
    tries: p.integer(),
    lastAt: p.datetime().length(3),
    /** Time at which the count restarts. */
    endsAt: p.datetime().length(3).index(),
  },
});
export type WrongTryRow = InferEntity<typeof WrongTryEntity>;
