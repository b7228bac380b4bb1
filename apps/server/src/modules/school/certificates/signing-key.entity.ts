import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { JWK } from 'jose';

/** Public halves stay for ever, so that every certificate can be checked. */
export const SigningKeyEntity = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_keys',
  properties: {
    /** The key's `kid` in a signature. */
    id: p.string().length(8).primary(),
    publicKey: p.json<JWK>(),
    /** The private JWK, encrypted with the data key. Null when that was lost and erased. */
    secret: p.text().nullable(),
    from: p.datetime().length(3),
    /** Null for the key that signs now. */
    until: p.datetime().length(3).nullable(),
  },
});
export type SigningKeyRow = InferEntity<typeof SigningKeyEntity>;
