import type { ApiScope } from '@institute/contract/api-keys.constants';
import { apiKeyLimits } from '@institute/contract/api-keys.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { AccountEntity } from '../accounts/account.entity.ts';

const instant = () => p.datetime().length(3);

/** With an API key another program calls the REST API. A revoked key stays, because the activity log names it. */
export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.integer().primary(),
    createdAt: instant(),
    name: p.string().length(apiKeyLimits.name),
    /** The start of the key, by which the office recognises it. */
    prefix: p.string().length(20).unique(),
    /** SHA-256 of the whole key. */
    hash: p.string().length(64).hidden(),
    scopes: p.array().columnType('text[]').$type<ApiScope[]>(),
    account: () => p.manyToOne(AccountEntity).nullable().deleteRule('set null'),
    expiresAt: instant().nullable(),
    /** Written at most once a minute. */
    lastUsedAt: instant().nullable(),
    revokedAt: instant().nullable(),
  },
});
export type ApiKeyRow = InferEntity<typeof ApiKeyEntity>;
