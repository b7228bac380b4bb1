import { defineEntity, p } from '@mikro-orm/core';

/** First answers to forms sent with an `Idempotency-Key`, used export tickets, and tickets of downloads. Kept for 24 hours. */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    /** The route, and the account or API key of the caller. */
    scope: p.string().length(40).primary(),
    key: p.string().length(255).primary(),
    bodyHash: p.string().length(64),
    /**
     * Answer to the form, or data of the download. Null for an export ticket. Not `jsonb`, because that loses the
     * order of fields.
     */
    answer: p.json<unknown>().columnType('json').nullable(),
    createdAt: p.datetime().length(3).defaultRaw('now()').index(),
  },
});
