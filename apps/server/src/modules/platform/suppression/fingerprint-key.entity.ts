import { defineEntity, p } from '@mikro-orm/core';

/** The table has at most one row. */
export const FingerprintKeyEntity = defineEntity({
  name: 'FingerprintKey',
  tableName: 'fingerprint_keys',
  properties: {
    id: p.integer().primary(),
    /** Encrypted with the data key. Null when the secret could not be read any more and was erased. */
    secret: p.text().nullable(),
  },
});
