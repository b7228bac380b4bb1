import type { Ctx } from '../../context.ts';
import { type Given, insertTogether, newRow, type Plan } from '../../database/insert-together.ts';
import { type RequestOrigin, requestOrigin } from '../activity/activity.service.ts';
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts';
import {
  contentHash,
  isUniqueViolation,
  keptAnswer,
  keyScope,
  type Once,
} from './idempotency-key.service.ts';

interface Sent<Values> {
  values: Values;
  content: object;
  key: string | undefined;
}

type KeyValues = { scope: string; key: string; bodyHash: string };

/**
 * Stores a form and its answer in one statement. Undefined when a needed row is missing. Of two simultaneous
 * requests with one key, the second gets the first's answer.
 */
export function publicForm<Values extends object, Answer extends object>(
  route: string,
  plan: (given: Given<Values & RequestOrigin>) => Plan<Answer>,
  /** Name of the statement. Two plans of one route need two names. */
  name = `form ${route}`,
) {
  const store = insertTogether<Values & RequestOrigin, Answer>(name, plan);
  const storeWithKey = insertTogether<Values & RequestOrigin & KeyValues, Answer>(
    `${name} with key`,
    (given) => {
      const { rows, answer } = plan(given);
      const { scope, key, bodyHash, now } = given;
      const keyRow = newRow(IdempotencyKeyEntity, { scope, key, bodyHash, answer, createdAt: now });
      return { rows: [...rows, keyRow], answer };
    },
  );

  return async function submit(ctx: Ctx, sent: Sent<Values>): Promise<Once<Answer> | undefined> {
    const { content, key } = sent;
    const values = { ...sent.values, ...requestOrigin(ctx) };
    if (!key) {
      const answer = await store(ctx.em, values);
      return answer && tellAnswer(ctx, answer);
    }
    const keyed = { scope: keyScope(ctx, route), key, bodyHash: contentHash(ctx, content) };
    try {
      const answer = await storeWithKey(ctx.em, { ...values, ...keyed });
      if (answer) return tellAnswer(ctx, answer);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return (await keptAnswer<Answer>(ctx, keyed)) ?? submit(ctx, sent);
    }
    // The form's subject may have closed since its first answer
    return keptAnswer<Answer>(ctx, keyed);
  };
}

function tellAnswer<Answer>({ changes }: Ctx, answer: Answer): Once<Answer> {
  // A notice within the statement would make these commits wait for each other
  changes.announceActivity();
  return { answer, isReplayed: false };
}
