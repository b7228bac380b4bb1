import { randomUUID } from 'node:crypto';
import type { Need } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { makeProcedure } from '../admin/trpc.ts';
import type { AccountActor } from '../context/actor.ts';
import { refuseUnconfirmedPassword, requireAccount } from '../context/rights.ts';
import type { Ctx } from '../context.ts';
import { accountSubject, signToken, type TokenPurpose, verifyToken } from '../crypto/signed-token.ts';
import { AppError } from '../errors.ts';

const TICKET_LIFETIME_S = 60;
const makeTicketPurpose = (name: string): TokenPurpose => `export:${name}`;

/** A file that is downloaded with a ticket. */
export interface TicketedExport<Input = unknown, Given = unknown> {
  name: string;
  need: Need;
  input: z.ZodType<Input, Given>;
  /** Throws when the account may not take this export with this input. */
  admit?(actor: AccountActor, input: unknown): void;
  /** True when the export is about people, so that the password must have been typed. */
  needsPassword: boolean;
}

export interface TicketChecks {
  /** Finds the account of the ticket. Throws when the session has ended. */
  findActor(ctx: Ctx, session: { accountId: number; sessionId: string }): Promise<AccountActor>;
  /** Marks the ticket as used. Returns false when any process has used it before. */
  useOnce(ctx: Ctx, id: string): Promise<boolean>;
}

export const exportPath = (name: string) => `/api/exports/${name}`;

const ticketClaims = z.object({ sub: accountSubject, sid: z.uuid(), id: z.uuid(), input: z.unknown() });

/**
 * Declares the procedure that makes a ticket for a download. The download is an ordinary form, which cannot send a
 * bearer. The ticket is in its body, because URLs end up in logs and histories.
 */
export const exportTicket = <Input, Given>(kind: TicketedExport<Input, Given>) =>
  makeProcedure(kind.need)
    .meta({ file: exportPath(kind.name) })
    .input(kind.input)
    .mutation(({ ctx, input }) => makeTicket(ctx, kind, input));

async function makeTicket(
  ctx: Ctx,
  { name, admit, needsPassword }: Pick<TicketedExport, 'name' | 'admit' | 'needsPassword'>,
  input: unknown,
) {
  const ticketOwner = requireAccount(ctx);
  admit?.(ticketOwner, input);
  if (needsPassword) refuseUnconfirmedPassword(ctx);
  const signedTicket = await signToken(ctx, {
    purpose: makeTicketPurpose(name),
    subject: String(ticketOwner.id),
    claims: { sid: ticketOwner.sessionId, id: randomUUID(), input },
    lifetimeS: TICKET_LIFETIME_S,
  });
  return { path: exportPath(name), ticket: signedTicket };
}

/** Reads a ticket. Throws when the session has ended or the ticket was used. */
export async function readTicket(
  ctx: Ctx,
  { name }: Pick<TicketedExport, 'name'>,
  ticket: string,
  { findActor, useOnce }: TicketChecks,
): Promise<{ actor: AccountActor; input: unknown }> {
  const verifiedToken = verifyToken(ctx, makeTicketPurpose(name), { token: ticket, claims: ticketClaims });
  const { sub, sid, id, input } = await verifiedToken.catch(() => {
    throw new AppError('UNAUTHENTICATED', 'This export has expired; start it again');
  });
  const actor = requireAccount({ actor: await findActor(ctx, { accountId: sub, sessionId: sid }) });
  if (!(await useOnce(ctx, id))) {
    throw new AppError('UNAUTHENTICATED', 'This export was downloaded already; start it again');
  }
  return { actor, input };
}
