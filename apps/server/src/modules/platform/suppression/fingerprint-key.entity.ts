import { defineEntity, p } from '@mikro-orm/core';

/** At most one row. */
export const FingerprintKeyEntity = defineEntity({
  name: 'FingerprintKey',
  tableName: 'fingerprint_keys',
  properties: {
    id: p.integer().primary(),
    /** Encrypted with the data key. Null when it was lost and erased. */
    secret: p.text().nullable(),
  },
});
