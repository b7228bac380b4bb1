import type { Ctx } from '../../context.ts';
import { type Given, insertTogether, newRow, type Plan } from '../../database/insert-together.ts';
import { AppError } from '../../errors.ts';
import { errorCode } from '../../node-error.ts';
import { derivedSecret } from '../../signed-token.ts';
import { type Circumstances, circumstances } from '../activity/activity.service.ts';
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts';

/** A key returns its first answer for this long. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const UNIQUE_VIOLATION = '23505';

/** A form that a visitor has sent. */
interface Sent<Values> {
  values: Values;
  /** All fields of the form, so that the same content gives the same hash. */
  content: object;
  key: string | undefined;
}

type KeyValues = { key: string | undefined; bodyHash: string };

/**
 * Stores a form and the answer to its key in one statement. Undefined when a row that the answer needs is not found.
 * Of two requests with the same key the database lets one through; the other gets the answer of the first.
 */
export function publicForm<Values extends object, Answer extends object>(
  /** Keys of different scopes are independent. */
  scope: string,
  plan: (given: Given<Values & Circumstances>) => Plan<Answer>,
  /** Of the statement. Two plans of one scope need two. */
  name = `form ${scope}`,
) {
  const store = insertTogether<Values & Circumstances, Answer>(name, plan);
  const storeWithKey = insertTogether<Values & Circumstances & KeyValues, Answer>(
    `${name} with key`,
    (given) => {
      const { rows, answer } = plan(given);
      const { key, bodyHash, now } = given;
      const keyRow = newRow(IdempotencyKeyEntity, { scope, key, bodyHash, answer, createdAt: now });
      return { rows: [...rows, keyRow], answer };
    },
  );

  return async function submit(ctx: Ctx, sent: Sent<Values>): Promise<Answer | undefined> {
    const { content, key } = sent;
    const values = { ...sent.values, ...circumstances(ctx) };
    // keyed, so that nobody who reads the table can try what was written
    const bodyHash = derivedSecret(ctx.config, 'form content', JSON.stringify(content));
    try {
      const stored = await (key ? storeWithKey(ctx.em, { ...values, key, bodyHash }) : store(ctx.em, values));
      // a notice within the statement would make these commits wait for each other
      if (stored) ctx.changes.announceActivity();
      if (stored || !key) return stored;
    } catch (error) {
      if (!key || errorCode(error) !== UNIQUE_VIOLATION) throw error;
    }

    const earlier = await ctx.em.findOne(IdempotencyKeyEntity, { scope, key }, { disableIdentityMap: true });
    if (!earlier) return undefined;
    if (isExpired(earlier.createdAt, values.now)) {
      await ctx.em.nativeDelete(IdempotencyKeyEntity, { scope, key, createdAt: earlier.createdAt });
      return submit(ctx, sent);
    }
    if (earlier.bodyHash !== bodyHash) {
      throw new AppError('CONFLICT', 'This Idempotency-Key was used for another content');
    }
    return earlier.answer as Answer;
  };
}

/** Deletes the keys that have expired. */
export async function purgeKeys({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  await em.nativeDelete(IdempotencyKeyEntity, { createdAt: { $lte: new Date(now().getTime() - KEPT_MS) } });
}

/** Forgets the answers that name these rows. */
export async function forgetKeys(
  { em }: Pick<Ctx, 'em'>,
  scope: string,
  ids: readonly number[],
): Promise<void> {
  await em.execute(`delete from idempotency_keys where scope = ? and (answer->>'id')::int = any(?::int[])`, [
    scope,
    `{${ids}}`,
  ]);
}

const isExpired = (createdAt: Date, now: Date) => createdAt.getTime() <= now.getTime() - KEPT_MS;
