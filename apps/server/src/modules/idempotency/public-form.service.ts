import { createHash } from 'node:crypto';
import type { EntityType } from '@institute/contract';
import type { Ctx } from '../../context.ts';
import { prepared } from '../../database/prepared.ts';
import { AppError } from '../../errors.ts';
import { errorCode } from '../../node-error.ts';
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts';

/** For how long the first answer to a key is given again. */
export const KEPT_MS = 24 * 60 * 60 * 1000;
const UNIQUE_VIOLATION = '23505';

/** What a form that visitors send says of itself, in SQL. */
interface PublicForm {
  scope: string;
  entityType: EntityType;
  /** Stores what was sent, the values by their names; returns what the two below speak of, and the id. */
  insert: string;
  answer: string;
  /** Of the activity: names nobody. */
  description: string;
  /** A query of `made` that returns kind, recipient and data of each email. */
  emails?: string;
}

export interface Sent {
  /** All fields of the form, so that the same content gives the same hash. */
  values: Readonly<Record<string, unknown>>;
  /** Values that are made anew for each try, and so are no part of the content. */
  made?: Readonly<Record<string, unknown>>;
  key: string | undefined;
}

/**
 * Stores a form, its activity and the answer to its key in one statement. Undefined when `insert` stored nothing.
 * Of two with the same key the database lets one through, and the other is given its answer.
 */
export function publicForm<Answer>({ scope, entityType, insert, answer, description, emails }: PublicForm) {
  const store = prepared<{ answer: Answer }>(
    `form ${scope}`,
    `with made as (${insert}),
    answered as (select id, ${answer} as answer, ${description} as description from made),
    told as (
      insert into activities
        (type, description, entity_type, entity_id, account_id, user_email, ip_address, user_agent, created_at)
      select 'create', description, '${entityType}', id, :accountId, :userEmail, :ipAddress, :userAgent, :now
      from answered
    ),
    kept as (
      insert into idempotency_keys (scope, key, body_hash, answer, created_at)
      select '${scope}', :key::text, :bodyHash, answer, :now from answered where :key::text is not null
    )${emails ? emailed(emails) : ''}
    select answer from answered`,
  );

  return async function submit(ctx: Ctx, { values, made, key }: Sent): Promise<Answer | undefined> {
    const now = ctx.now();
    const bodyHash = createHash('sha256').update(JSON.stringify(values)).digest('hex');
    const actor = { accountId: ctx.actor?.id, userEmail: ctx.actor?.email };
    try {
      const meta = { ...actor, ...ctx.origin, key, bodyHash, now, createdAt: now.toISOString() };
      const [stored] = await store(ctx.em, { ...values, ...made, ...meta });
      // a notice within the statement would make these commits wait for each other
      if (stored) ctx.changes.announceActivity();
      if (stored || !key) return stored?.answer;
    } catch (error) {
      if (!key || errorCode(error) !== UNIQUE_VIOLATION) throw error;
    }

    const earlier = await ctx.em.findOne(IdempotencyKeyEntity, { scope, key }, { disableIdentityMap: true });
    if (!earlier) return undefined;
    if (isOver(earlier.createdAt, now)) {
      await ctx.em.nativeDelete(IdempotencyKeyEntity, { scope, key, createdAt: earlier.createdAt });
      return submit(ctx, { values, ...(made && { made }), key });
    }
    if (earlier.bodyHash !== bodyHash) {
      throw new AppError('CONFLICT', 'This Idempotency-Key was used for another content');
    }
    return earlier.answer as Answer;
  };
}

/** In the same statement, so that no form is stored without its emails. */
const emailed = (emails: string) => `,
    emailed as (
      insert into emails (kind, recipient, data, created_at, next_try_at)
      select kind, recipient, data, :now, :now from (${emails}) as email (kind, recipient, data)
    )`;

const isOver = (createdAt: Date, now: Date) => createdAt.getTime() <= now.getTime() - KEPT_MS;
