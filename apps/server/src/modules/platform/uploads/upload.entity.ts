import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { AccountEntity } from '../accounts/account.entity.ts';
import { MAX_FILE_NAME_LENGTH } from './upload-path.ts';

/**
 * `hash` is that of the sent file, and `name` the name of that file, where it is known. Sizes are in pixels and
 * bytes. A document has no width and height, and a row for each name that the same bytes were sent under.
 */
export const UploadEntity = defineEntity({
  name: 'Upload',
  tableName: 'uploads',
  properties: {
    id: p.integer().primary(),
    hash: p.string().length(64).index(),
    url: p.string().length(2000).unique(),
    /** Path of the bytes in the store, if it differs from `url`. All names of a document share it. */
    storedUrl: p.string().length(2000).nullable(),
    name: p.string().length(MAX_FILE_NAME_LENGTH).nullable(),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    format: p.string().length(10),
    bytes: p.integer(),
    account: () => p.manyToOne(AccountEntity).nullable().deleteRule('set null'),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
  },
});
export type UploadRow = InferEntity<typeof UploadEntity>;

/** Number of bytes that a caller uploaded on the day of the last upload. */
export const UploadQuotaEntity = defineEntity({
  name: 'UploadQuota',
  tableName: 'upload_quotas',
  properties: {
    /** The caller, as `account 3` or `key 2`. */
    caller: p.string().length(30).primary(),
    day: p.date(),
    bytes: p.bigint(),
  },
});
