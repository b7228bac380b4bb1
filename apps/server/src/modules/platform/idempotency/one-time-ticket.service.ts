import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { bool, readRows } from '../../../sql.ts';
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts';

const LIFETIME_MS = 60_000;
const TICKET_BYTES = 24;

const hashTicket = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');

/** For one download without a bearer, in any process. Only its hash is stored. */
export async function issueTicket(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  scope: string,
  answer: unknown,
): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  const row = { scope, key: hashTicket(ticket), bodyHash: '', answer, createdAt: now() };
  await em.insert(IdempotencyKeyEntity, row);
  return ticket;
}

/** Data of the ticket. Undefined when it was used, is older than a minute or never existed. */
export async function redeemTicket(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  scope: string,
  ticket: string,
): Promise<unknown> {
  const since = new Date(now().getTime() - LIFETIME_MS);
  const [row] = await readRows(em, { answer: z.unknown(), isFresh: bool })(
    `delete from idempotency_keys where scope = ? and key = ? returning answer, created_at > ? as "isFresh"`,
    [scope, hashTicket(ticket), since],
  );
  return row?.isFresh ? row.answer : undefined;
}
