import { type ApiScope, apiKeyLimits } from '@institute/contract/api-keys.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../../database/timestamps.ts';
import { AccountEntity } from '../accounts/account.entity.ts';

/** A row stays after the key is revoked, because the activity log names the key. */
export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.integer().primary(),
    createdAt: instantColumn(),
    name: p.string().length(apiKeyLimits.name),
    /** The start of the key. The office recognises the key by it. */
    prefix: p.string().length(20).unique(),
    hash: p.string().length(64).hidden(),
    scopes: p.array().columnType('text[]').$type<ApiScope[]>(),
    account: () => p.manyToOne(AccountEntity).nullable().deleteRule('set null'),
    expiresAt: instantColumn().nullable(),
    lastUsedAt: instantColumn().nullable(),
    revokedAt: instantColumn().nullable(),
  },
});
export type ApiKeyRow = InferEntity<typeof ApiKeyEntity>;
