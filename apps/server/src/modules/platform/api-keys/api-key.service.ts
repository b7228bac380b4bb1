import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiKeyInput } from '@institute/contract';
import { API_KEY_START, type ApiKeyState } from '@institute/contract/api-keys.constants';
import type { KeyActor } from '../../../context/actor.ts';
import { refuseUnconfirmedPassword, requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { lockRowOrNotFound } from '../../../database/row-lock.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { AppError } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { ApiKeyEntity, type ApiKeyRow } from './api-key.entity.ts';

/** 30 bytes are 240 bits. Lists show 48 of them, the other 192 are secret. */
const RANDOM_BYTES = 30;
const SHOWN_KEY_LENGTH = API_KEY_START.length + 8;
const apiKeyPattern = new RegExp(`^${API_KEY_START}[\\w-]{40}$`);
const USE_INTERVAL_MS = 60_000;
/** Compared when there is no such key, so that the answer takes the same time. */
const PLACEHOLDER_HASH = '0'.repeat(64);

/** A key is random, so a fast hash is enough. */
const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export async function listApiKeys({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const listOptions = { populate: ['account'], orderBy: { id: 'desc' }, disableIdentityMap: true } as const;
  const apiKeyRows = await em.find(ApiKeyEntity, {}, listOptions);
  return apiKeyRows.map((row) => ({
    ...pickFields(row, 'id', 'name', 'prefix', 'scopes'),
    ...pickFields(row, 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'),
    state: readApiKeyState(row, now()),
    createdBy: row.account?.email ?? null,
  }));
}

/** Only this answer contains the whole key. */
export function createApiKey(ctx: Ctx, input: ApiKeyInput): Promise<{ id: number; key: string }> {
  refuseUnconfirmedPassword(ctx);
  const account = requireAccount(ctx);
  const newKey = API_KEY_START + randomBytes(RANDOM_BYTES).toString('base64url');
  return runInTransaction(ctx, async (tx) => {
    const id = await tx.em.insert(ApiKeyEntity, {
      name: input.name,
      scopes: input.scopes,
      expiresAt: input.expiresAt ? new Date(input.expiresAt) : null,
      prefix: newKey.slice(0, SHOWN_KEY_LENGTH),
      hash: hashKey(newKey),
      account: account.id,
      createdAt: tx.now(),
    });
    await recordKeyActivity(tx, 'create', id, `Made API key “${input.name}” with ${input.scopes.join(', ')}`);
    return { id, key: newKey };
  });
}

export const revokeApiKey = (ctx: Ctx, id: number): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockRowOrNotFound(tx, ApiKeyEntity, { id }, { missing: 'API key not found' });
    if (!row.revokedAt) await revokeKeyRow(tx, row);
    return { id };
  });

/** Revokes the keys of an account that is deactivated. They stay revoked when the account is reactivated. */
export async function revokeKeysOfAccount(tx: TxCtx, account: number): Promise<void> {
  for (const row of await tx.em.find(ApiKeyEntity, { account, revokedAt: null })) await revokeKeyRow(tx, row);
}

async function revokeKeyRow(tx: TxCtx, row: ApiKeyRow): Promise<void> {
  row.revokedAt = tx.now();
  await tx.em.flush();
  await recordKeyActivity(tx, 'update', row.id, `Revoked API key “${row.name}”`);
}

const recordKeyActivity = (tx: TxCtx, type: 'create' | 'update', entityId: number, description: string) =>
  recordActivity(tx, { type, entityType: 'key', entityId, description });

/**
 * Reads the database each time, so that a revoked key stops working at once, and so does a right that its account
 * loses.
 */
export async function authenticateKey(ctx: Ctx, key: string): Promise<KeyActor> {
  const row = apiKeyPattern.test(key)
    ? await ctx.em.findOne(
        ApiKeyEntity,
        { prefix: key.slice(0, SHOWN_KEY_LENGTH) },
        { populate: ['account'], disableIdentityMap: true },
      )
    : null;
  const isHashRight = timingSafeEqual(Buffer.from(hashKey(key)), Buffer.from(row?.hash ?? PLACEHOLDER_HASH));
  if (!row || !isHashRight || readApiKeyState(row, ctx.now()) !== 'active') {
    throw new AppError('UNAUTHENTICATED', 'This API key is unknown, revoked or expired');
  }
  await recordKeyUse(ctx, row);
  const { id, name, prefix, scopes } = row;
  return {
    keyId: id,
    scopes,
    id: null,
    isOwner: false,
    email: `API key ${name} (${prefix}…)`,
    rights: row.account?.rights ?? [],
  };
}

async function recordKeyUse(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  { id, lastUsedAt }: ApiKeyRow,
): Promise<void> {
  const useCutoff = new Date(now().getTime() - USE_INTERVAL_MS);
  if (lastUsedAt && lastUsedAt > useCutoff) return;
  // Only one of several simultaneous calls writes
  const dueUseFilter = { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: useCutoff } }] };
  await em.nativeUpdate(ApiKeyEntity, { id, ...dueUseFilter }, { lastUsedAt: now() });
}

function readApiKeyState({ revokedAt, expiresAt, account }: ApiKeyRow, now: Date): ApiKeyState {
  if (revokedAt || !account || account.deactivatedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
}
