import { createHash, randomBytes } from 'node:crypto';
import { maySee, type Need } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { bool, readRows } from '../../../sql.ts';
import { findActiveAccount } from '../accounts/account.service.ts';
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts';

const TICKET_LIFETIME_MS = 60_000;
const TICKET_BYTES = 24;

const hashTicket = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');

const storedTicketSchema = z.object({ account: z.int(), answer: z.unknown() });

interface TicketDownload {
  scope: string;
  /** Right that the account of the ticket must still have. */
  need: Need;
}

/**
 * Issues a ticket for one download without a bearer token. Any process accepts the ticket. The database holds only
 * its hash.
 */
export async function issueTicket(
  { em, now, actor }: Pick<Ctx, 'em' | 'now' | 'actor'>,
  { scope }: TicketDownload,
  answer: unknown,
): Promise<string> {
  const newTicket = randomBytes(TICKET_BYTES).toString('base64url');
  const accountId = requireAccount({ actor }).id;
  const ticketRow = {
    scope,
    key: hashTicket(newTicket),
    bodyHash: '',
    answer: { account: accountId, answer },
    createdAt: now(),
  };
  await em.insert(IdempotencyKeyEntity, ticketRow);
  return newTicket;
}

/**
 * Data of the ticket. Undefined when it was used, is older than a minute or never existed, and when its account has
 * lost the right.
 */
export async function redeemTicket(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  { scope, need }: TicketDownload,
  ticket: string,
): Promise<unknown> {
  const ticketCutoff = new Date(now().getTime() - TICKET_LIFETIME_MS);
  const [row] = await readRows(em, { answer: z.unknown(), isFresh: bool })(
    `delete from idempotency_keys where scope = ? and key = ? returning answer, created_at > ? as "isFresh"`,
    [scope, hashTicket(ticket), ticketCutoff],
  );
  const { data } = storedTicketSchema.safeParse(row?.isFresh ? row.answer : undefined);
  const ticketHolder = data && (await findActiveAccount({ em }, data.account));
  return ticketHolder && maySee(ticketHolder, need) ? data.answer : undefined;
}
