import { type Ctx, isKey } from '../../context.ts';
import { derivedSecret } from '../../crypto/signed-token.ts';
import { AppError, errorCode } from '../../errors.ts';
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts';

/** A key returns its first answer for this long. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const UNIQUE_VIOLATION = '23505';

export const isUniqueViolation = (error: unknown): boolean => errorCode(error) === UNIQUE_VIOLATION;

/** The answer to a request, or to an earlier one with the same key. */
export interface Once<Answer> {
  answer: Answer;
  isReplayed: boolean;
}

/** A request that is answered once. Keys of different routes and callers are independent. */
interface Keyed {
  route: string;
  key: string | undefined;
  /** Everything that was sent, so that the same content gives the same hash. */
  content: unknown;
}

type StoredKey = { scope: string; key: string; bodyHash: string };

/** The scope of the caller's keys for a route. */
export function scopeOf({ actor }: Pick<Ctx, 'actor'>, route: string): string {
  if (!actor) return route;
  return isKey(actor) ? `${route}/key ${actor.keyId}` : `${route}/account ${actor.id}`;
}

/** Keyed, so that nobody who reads the table can try what was written. */
export const contentHash = ({ config }: Pick<Ctx, 'config'>, content: unknown): string =>
  derivedSecret(config, 'form content', JSON.stringify(content ?? null));

/** The answer that a key has kept, or undefined. Throws when the key was used for another content. */
export async function keptAnswer<Answer>(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  { scope, key, bodyHash }: StoredKey,
): Promise<Once<Answer> | undefined> {
  const row = await em.findOne(IdempotencyKeyEntity, { scope, key }, { disableIdentityMap: true });
  if (!row) return undefined;
  if (row.createdAt.getTime() <= now().getTime() - KEPT_MS) {
    await em.nativeDelete(IdempotencyKeyEntity, { scope, key, createdAt: row.createdAt });
    return undefined;
  }
  if (row.bodyHash !== bodyHash) {
    throw new AppError('CONFLICT', 'This Idempotency-Key was used for another content');
  }
  return { answer: row.answer as Answer, isReplayed: true };
}

/** Keeps the answer of a key. Call it in the transaction of the change, so that both exist or neither. */
export type Keep<Answer> = (tx: Pick<Ctx, 'em'>, answer: Answer) => Promise<unknown>;

/**
 * Makes a change once for each key. Of two requests with the same key at the same moment the database lets one through;
 * the other is rolled back and gets the answer of the first.
 */
export async function answeredOnce<Answer>(
  ctx: Ctx,
  { route, key, content }: Keyed,
  make: (keep: Keep<Answer>) => Promise<Answer>,
): Promise<Once<Answer>> {
  if (!key) return { answer: await make(async () => {}), isReplayed: false };
  const sent = { scope: scopeOf(ctx, route), key, bodyHash: contentHash(ctx, content) };
  const earlier = await keptAnswer<Answer>(ctx, sent);
  if (earlier) return earlier;
  try {
    const answer = await make((tx, made) =>
      tx.em.insert(IdempotencyKeyEntity, { ...sent, createdAt: ctx.now(), answer: made }),
    );
    return { answer, isReplayed: false };
  } catch (error) {
    const first = isUniqueViolation(error) ? await keptAnswer<Answer>(ctx, sent) : undefined;
    if (!first) throw error;
    return first;
  }
}

/** Uses up a key that works once. False when it was used before, in whichever process. */
export async function useKey(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  { scope, key }: Pick<StoredKey, 'scope' | 'key'>,
): Promise<boolean> {
  const used = await em.execute<object[]>(
    `insert into idempotency_keys (scope, key, body_hash, created_at) values (?, ?, '', ?)
     on conflict do nothing returning key`,
    [scope, key, now()],
  );
  return used.length > 0;
}

/** Deletes the keys that have expired. */
export async function purgeKeys({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  await em.nativeDelete(IdempotencyKeyEntity, { createdAt: { $lte: new Date(now().getTime() - KEPT_MS) } });
}

/** Forgets the answers of a route that name these rows, whoever sent the requests. */
export async function forgetKeys(
  { em }: Pick<Ctx, 'em'>,
  route: string,
  ids: readonly number[],
): Promise<void> {
  await em.execute(
    `delete from idempotency_keys where split_part(scope, '/', 1) = ? and (answer->>'id')::int = any(?::int[])`,
    [route, `{${ids}}`],
  );
}
