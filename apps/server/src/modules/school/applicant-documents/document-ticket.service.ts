import {
  documentFaults,
  documentLimits,
  documentsPath,
} from '@institute/contract/applicant-documents.constants';
import { readPayCode, readPayerCodeOrReference } from '@institute/contract/fees.constants';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { sealText, unsealText } from '../../../crypto/sealed-text.ts';
import { AppError } from '../../../errors.ts';
import { findApplicant } from '../registrations/registration-status.service.ts';

/** Whose documents the browser may send and see, and until when. */
const ticketSchema = z.object({
  registration: z.int(),
  endsAt: z.iso.datetime().transform((at) => new Date(at)),
});
export type Ticket = z.output<typeof ticketSchema>;

export const TICKET_COOKIE = 'documents';
export const ticketLifetimeS = documentLimits.ticketMinutes * 60;

type TicketCtx = Pick<Ctx, 'config' | 'em' | 'now'>;

/** Throws for a wrong pair, as the status of an application does: its guard counts both together. */
export async function giveTicket(
  ctx: TicketCtx,
  given: { reference: string; phone: string },
  network: string,
) {
  const payerKey = readPayerCodeOrReference(given.reference);
  const id = 'payCode' in payerKey ? (readPayCode(payerKey.payCode) ?? 0) : undefined;
  const askedApplicant = { reference: given.reference, phone: given.phone, ...(id !== undefined && { id }) };
  const { id: registration } = await findApplicant(ctx, askedApplicant, network);
  const ticket: Ticket = { registration, endsAt: new Date(ctx.now().getTime() + ticketLifetimeS * 1000) };
  const ticketValue = { ...ticket, endsAt: ticket.endsAt.toISOString() };
  return {
    ticket,
    sealed: sealText(ctx, ticketValue, { boundTo: documentsPath, lifetimeS: ticketLifetimeS }),
  };
}

/** Undefined without a ticket, for one that has ended and for one that is not ours. */
export const openTicket = (
  ctx: Pick<Ctx, 'config' | 'now'>,
  sealed: string | undefined,
): Ticket | undefined => unsealText(ctx, sealed, { boundTo: documentsPath, schema: ticketSchema });

export const makeEndedError = () => new AppError('UNAUTHENTICATED', documentFaults.ended);
