import { createHash, randomBytes } from 'node:crypto';
import { maySee, type Need } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { bool, readRows } from '../../../sql.ts';
import { findHolder } from '../accounts/account.service.ts';
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts';

const LIFETIME_MS = 60_000;
const TICKET_BYTES = 24;

const hashTicket = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');

const stored = z.object({ account: z.int(), answer: z.unknown() });

interface Download {
  scope: string;
  /** Right of the account that got the ticket. */
  need: Need;
}

/** For one download without a bearer, in any process. Only its hash is stored. */
export async function issueTicket(
  { em, now, actor }: Pick<Ctx, 'em' | 'now' | 'actor'>,
  { scope }: Download,
  answer: unknown,
): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  const account = requireAccount({ actor }).id;
  const row = {
    scope,
    key: hashTicket(ticket),
    bodyHash: '',
    answer: { account, answer },
    createdAt: now(),
  };
  await em.insert(IdempotencyKeyEntity, row);
  return ticket;
}

/**
 * Data of the ticket. Undefined when it was used, is older than a minute or never existed, and when its account has
 * lost the right.
 */
export async function redeemTicket(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  { scope, need }: Download,
  ticket: string,
): Promise<unknown> {
  const since = new Date(now().getTime() - LIFETIME_MS);
  const [row] = await readRows(em, { answer: z.unknown(), isFresh: bool })(
    `delete from idempotency_keys where scope = ? and key = ? returning answer, created_at > ? as "isFresh"`,
    [scope, hashTicket(ticket), since],
  );
  const { data } = stored.safeParse(row?.isFresh ? row.answer : undefined);
  const holder = data && (await findHolder({ em }, data.account));
  return holder && maySee(holder, need) ? data.answer : undefined;
}
