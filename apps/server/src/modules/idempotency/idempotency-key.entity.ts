import { defineEntity, p } from '@mikro-orm/core';

/** The first answer to a form sent with an `Idempotency-Key`, and export tickets that were used. Kept for 24 hours. */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    /** The route, with the account or the API key that called it. */
    scope: p.string().length(40).primary(),
    key: p.string().length(255).primary(),
    bodyHash: p.string().length(64),
    /** Null for an export ticket. As `json`, because `jsonb` forgets the order of the fields. */
    answer: p.json<unknown>().columnType('json').nullable(),
    createdAt: p.datetime().length(3).defaultRaw('now()').index(),
  },
});
