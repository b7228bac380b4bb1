import type { ApiKeyState } from '@institute/contract/api-keys.constants';
import type { ApiKeyRow } from './api-key.entity.ts';

type Ends = Pick<ApiKeyRow, 'revokedAt' | 'expiresAt'>;

function stateOf({ revokedAt, expiresAt }: Ends, now: Date): ApiKeyState {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
}

export const isEnded = (row: Ends, now: Date): boolean => stateOf(row, now) !== 'active';

export const apiKeyView = (row: ApiKeyRow, now: Date) => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  state: stateOf(row, now),
  createdBy: row.account?.email ?? null,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
