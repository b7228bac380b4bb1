import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { JWK } from 'jose';

/** Keys that sign certificates. Public keys are never deleted, so that every certificate can be checked. */
export const SigningKeyEntity = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_keys',
  properties: {
    /** Key id, the `kid` of signatures. */
    id: p.string().length(8).primary(),
    publicKey: p.json<JWK>(),
    /** The private JWK, encrypted with the data key. Null once it was erased because that key is lost. */
    secret: p.text().nullable(),
    from: p.datetime().length(3),
    /** End of the key's use. Null for the key that signs now. */
    until: p.datetime().length(3).nullable(),
  },
});
export type SigningKeyRow = InferEntity<typeof SigningKeyEntity>;
