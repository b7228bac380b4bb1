import { defineEntity, p } from '@mikro-orm/core';

/** Uploaded bytes on the caller's last upload day. */
export const UploadQuotaEntity = defineEntity({
  name: 'UploadQuota',
  tableName: 'upload_quotas',
  properties: {
    /** `account 3` or `key 2`. */
    caller: p.string().length(30).primary(),
    day: p.date(),
    bytes: p.bigint(),
  },
});
