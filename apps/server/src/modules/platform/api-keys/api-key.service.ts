import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiKeyInput } from '@institute/contract';
import { API_KEY_START, type ApiKeyState } from '@institute/contract/api-keys.constants';
import type { KeyActor } from '../../../context/actor.ts';
import { refuseUnconfirmed, requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { lockOrNotFound } from '../../../database/row-lock.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { AppError } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { ApiKeyEntity, type ApiKeyRow } from './api-key.entity.ts';

/** 240 bits: 48 are shown in lists, the other 192 are secret. */
const RANDOM_BYTES = 30;
const SHOWN_KEY_LENGTH = API_KEY_START.length + 8;
const keyForm = new RegExp(`^${API_KEY_START}[\\w-]{40}$`);
const USE_INTERVAL_MS = 60_000;
/** Compared when there is no such key, so that the answer takes the same time. */
const NO_HASH = '0'.repeat(64);

/** A key is random, so a fast hash is enough. */
const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export async function listApiKeys({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const page = { populate: ['account'], orderBy: { id: 'desc' }, disableIdentityMap: true } as const;
  const rows = await em.find(ApiKeyEntity, {}, page);
  return rows.map((row) => ({
    ...pickFields(row, 'id', 'name', 'prefix', 'scopes'),
    ...pickFields(row, 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'),
    state: readApiKeyState(row, now()),
    createdBy: row.account?.email ?? null,
  }));
}

/** The whole key is only in this answer. */
export function createApiKey(ctx: Ctx, input: ApiKeyInput): Promise<{ id: number; key: string }> {
  refuseUnconfirmed(ctx);
  const account = requireAccount(ctx);
  const key = API_KEY_START + randomBytes(RANDOM_BYTES).toString('base64url');
  return runInTransaction(ctx, async (tx) => {
    const id = await tx.em.insert(ApiKeyEntity, {
      name: input.name,
      scopes: input.scopes,
      expiresAt: input.expiresAt ? new Date(input.expiresAt) : null,
      prefix: key.slice(0, SHOWN_KEY_LENGTH),
      hash: hashKey(key),
      account: account.id,
      createdAt: tx.now(),
    });
    await recordKey(tx, 'create', id, `Made API key “${input.name}” with ${input.scopes.join(', ')}`);
    return { id, key };
  });
}

export const revokeApiKey = (ctx: Ctx, id: number): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockOrNotFound(tx, ApiKeyEntity, { id }, { missing: 'API key not found' });
    if (!row.revokedAt) await revokeKey(tx, row);
    return { id };
  });

/** For an account that ends. Its keys stay revoked when it comes back. */
export async function revokeKeysOfAccount(tx: TxCtx, account: number): Promise<void> {
  for (const row of await tx.em.find(ApiKeyEntity, { account, revokedAt: null })) await revokeKey(tx, row);
}

async function revokeKey(tx: TxCtx, row: ApiKeyRow): Promise<void> {
  row.revokedAt = tx.now();
  await tx.em.flush();
  await recordKey(tx, 'update', row.id, `Revoked API key “${row.name}”`);
}

const recordKey = (tx: TxCtx, type: 'create' | 'update', entityId: number, description: string) =>
  recordActivity(tx, { type, entityType: 'key', entityId, description });

/** Reads the database each time: a revoked key, or a right that its account loses, ends at once. */
export async function authenticateKey(ctx: Ctx, key: string): Promise<KeyActor> {
  const row = keyForm.test(key)
    ? await ctx.em.findOne(
        ApiKeyEntity,
        { prefix: key.slice(0, SHOWN_KEY_LENGTH) },
        { populate: ['account'], disableIdentityMap: true },
      )
    : null;
  const isRight = timingSafeEqual(Buffer.from(hashKey(key)), Buffer.from(row?.hash ?? NO_HASH));
  if (!row || !isRight || readApiKeyState(row, ctx.now()) !== 'active') {
    throw new AppError('UNAUTHENTICATED', 'This API key is unknown, revoked or expired');
  }
  await recordUse(ctx, row);
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

async function recordUse({ em, now }: Pick<Ctx, 'em' | 'now'>, { id, lastUsedAt }: ApiKeyRow): Promise<void> {
  const covered = new Date(now().getTime() - USE_INTERVAL_MS);
  if (lastUsedAt && lastUsedAt > covered) return;
  // Only one of several simultaneous calls writes
  const isDue = { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: covered } }] };
  await em.nativeUpdate(ApiKeyEntity, { id, ...isDue }, { lastUsedAt: now() });
}

function readApiKeyState({ revokedAt, expiresAt, account }: ApiKeyRow, now: Date): ApiKeyState {
  if (revokedAt || !account || account.deactivatedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
}
