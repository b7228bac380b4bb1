import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** Counts wrong tries of a secret. Stored in the database, so that all replicas share it and a restart keeps it. */
export const WrongTryEntity = defineEntity({
  name: 'WrongTry',
  tableName: 'wrong_tries',
  properties: {
    /** Hashed, so that it holds no personal data. */
    key: p.string().length(43).primary(),
    tries: p.integer(),
    lastAt: p.datetime().length(3),
    /** The count starts again at this time. */
    endsAt: p.datetime().length(3).index(),
  },
});
export type WrongTryRow = InferEntity<typeof WrongTryEntity>;
