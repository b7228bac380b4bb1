import { defineEntity, p } from '@mikro-orm/core';

/** What an account or an API key has uploaded on the last day on which it did so. */
export const UploadQuotaEntity = defineEntity({
  name: 'UploadQuota',
  tableName: 'upload_quotas',
  properties: {
    /** `account 3` or `key 2`. */
    caller: p.string().length(30).primary(),
    /** In Kampala. */
    day: p.date(),
    bytes: p.bigint(),
  },
});
