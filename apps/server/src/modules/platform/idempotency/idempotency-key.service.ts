import { isKeyActor } from '../../../context/actor.ts';
import type { Ctx } from '../../../context.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import {
  type InsertStatement,
  insertAllInOneStatement,
  makeRowInsert,
} from '../../../database/insert-all.ts';
import { toJsonValue } from '../../../database/json-value.ts';
import { AppError, makeCodeCheck, readErrorCode } from '../../../errors.ts';
import { readRows, text } from '../../../sql.ts';
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts';

const KEYS_KEPT_MS = 24 * 60 * 60 * 1000;
const UNIQUE_VIOLATION = '23505';

const isUniqueViolation = (error: unknown): boolean => readErrorCode(error) === UNIQUE_VIOLATION;

/**
 * True when a simultaneous equal request has stored the key first, or has taken something that only one request can
 * have.
 */
const isKeyTaken = (error: unknown): boolean => isUniqueViolation(error) || makeCodeCheck('CONFLICT')(error);

interface IdempotentResult<Answer> {
  answer: Answer;
  isReplayed: boolean;
}

/** Keys of different routes and callers are independent. */
interface CallWithKey {
  route: string;
  key: string | undefined;
  /** All that was sent. The same content gives the same hash. */
  content: unknown;
}

type StoredKey = { scope: string; key: string; bodyHash: string };

function makeKeyScope({ actor }: Pick<Ctx, 'actor'>, route: string): string {
  if (!actor) return route;
  return isKeyActor(actor) ? `${route}/key ${actor.keyId}` : `${route}/account ${actor.id}`;
}

/** The hash is keyed, so a reader of the table cannot guess the content. */
const hashContent = ({ config }: Pick<Ctx, 'config'>, content: unknown): string =>
  deriveSecret(config, 'form content', JSON.stringify(content ?? null));

/** Throws when the key was used for different content. */
async function findStoredAnswer<Answer>(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  { scope, key, bodyHash }: StoredKey,
): Promise<IdempotentResult<Answer> | undefined> {
  const row = await em.findOne(IdempotencyKeyEntity, { scope, key }, { disableIdentityMap: true });
  if (!row) return undefined;
  if (row.createdAt.getTime() <= now().getTime() - KEYS_KEPT_MS) {
    await em.nativeDelete(IdempotencyKeyEntity, { scope, key, createdAt: row.createdAt });
    return undefined;
  }
  if (row.bodyHash !== bodyHash) {
    throw new AppError('CONFLICT', 'This Idempotency-Key was used for another content');
  }
  return { answer: row.answer as Answer, isReplayed: true };
}

/** Stores the answer of a key, and returns it. Call it in the transaction of the change: both exist or neither. */
export type StoreAnswer<Answer> = (tx: Pick<Ctx, 'em'>, answer: Answer) => Promise<Answer>;

/**
 * Makes a change once for each key. Of two simultaneous requests the database rolls one back, and it gets the
 * answer of the other.
 */
export async function withIdempotencyKey<Answer>(
  ctx: Ctx,
  { route, key, content }: CallWithKey,
  make: (keep: StoreAnswer<Answer>) => Promise<Answer>,
): Promise<IdempotentResult<Answer>> {
  if (!key) return { answer: await make(async (_, made) => made), isReplayed: false };
  const storedKey = { scope: makeKeyScope(ctx, route), key, bodyHash: hashContent(ctx, content) };
  const earlierAnswer = await findStoredAnswer<Answer>(ctx, storedKey);
  if (earlierAnswer) return earlierAnswer;
  try {
    const newAnswer = await make(async (tx, made) => {
      await tx.em.insert(IdempotencyKeyEntity, {
        ...storedKey,
        createdAt: ctx.now(),
        answer: toJsonValue(made),
      });
      return made;
    });
    return { answer: newAnswer, isReplayed: false };
  } catch (error) {
    const firstAnswer = isKeyTaken(error) ? await findStoredAnswer<Answer>(ctx, storedKey) : undefined;
    if (!firstAnswer) throw error;
    return firstAnswer;
  }
}

/**
 * Stores what a visitor sent and the answer of its key in one statement. Most keys are new, so an earlier answer is
 * read only after `make` or the statement fails. `make` may also fail for a repeated request, because the form has
 * closed since the first one.
 */
export async function insertWithIdempotencyKey<Answer extends object>(
  ctx: Ctx,
  { route, key, content }: CallWithKey,
  make: () => Promise<{ answer: Answer; rows: readonly InsertStatement[] }>,
): Promise<IdempotentResult<Answer>> {
  const storedKey = key && { scope: makeKeyScope(ctx, route), key, bodyHash: hashContent(ctx, content) };
  try {
    const { answer, rows } = await make();
    const keyRows = storedKey
      ? [makeRowInsert(ctx, IdempotencyKeyEntity, { ...storedKey, createdAt: ctx.now(), answer })]
      : [];
    await insertAllInOneStatement(ctx, [...rows, ...keyRows]);
    // Notified after the commit, because a notice within the statement would make these commits wait for each other
    ctx.changes.announceActivity();
    return { answer, isReplayed: false };
  } catch (error) {
    const storedAnswer = storedKey && (await findStoredAnswer<Answer>(ctx, storedKey));
    if (storedAnswer) return storedAnswer;
    // The stored answer was too old and has just been deleted, so the request starts again
    if (storedKey && isUniqueViolation(error))
      return insertWithIdempotencyKey(ctx, { route, key, content }, make);
    throw error;
  }
}

/** Stores a key that works once. Returns false when any process has used the key before. */
export async function useKeyOnce(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  { scope, key }: Pick<StoredKey, 'scope' | 'key'>,
): Promise<boolean> {
  const insertedKeys = await readRows(em, { key: text })(
    `insert into idempotency_keys (scope, key, body_hash, created_at) values (?, ?, '', ?)
     on conflict do nothing returning key`,
    [scope, key, now()],
  );
  return insertedKeys.length > 0;
}

export async function purgeIdempotencyKeys({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  await em.nativeDelete(IdempotencyKeyEntity, {
    createdAt: { $lte: new Date(now().getTime() - KEYS_KEPT_MS) },
  });
}

/** Deletes stored answers of a route that contain these ids, for all callers. */
export async function forgetStoredAnswers(
  { em }: Pick<Ctx, 'em'>,
  route: string,
  ids: readonly number[],
): Promise<void> {
  await em.execute(
    `delete from idempotency_keys where split_part(scope, '/', 1) = ? and (answer->>'id')::int = any(?::int[])`,
    [route, `{${ids}}`],
  );
}
