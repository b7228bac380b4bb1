import {
  bookQuery,
  chargeBookQuery,
  chargeInput,
  closingInput,
  controlQuery,
  depositInput,
  feeAccountQuery,
  feeAssignment,
  feeCounterInput,
  feeMoveInput,
  feePaymentInput,
  feePeopleQuery,
  feeReceiptQuery,
  feeUnassignInput,
  leaverDecision,
  manyChargesInput,
  manyReversalsInput,
  peopleImport,
  peopleInput,
  refundInput,
  reversalInput,
  statementImport,
  statementInput,
  tableFile,
  takingsQuery,
  unassignedQuery,
  waitingConfirmation,
  waitingLines,
} from '@institute/contract';
import { bodyBytes } from '@institute/contract/api.constants';
import { pathId, reference } from '@institute/contract/fields';
import { registrationLimits } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import * as z from 'zod';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { readLogo } from '../../../pdf/logo.ts';
import { toJsonFile } from '../../platform/numbered-documents/receipt-file.service.ts';
import { readTableFile } from '../../platform/tables/table-file.service.ts';
import { listCashiers } from './accounts/cash-box.service.ts';
import { addCharge, reverseCharge } from './accounts/charge-office.service.ts';
import { findPayers, getFeeAccount, listFeeAccounts, sumAccounts } from './accounts/fee-account.service.ts';
import { recordCounterMovement } from './accounts/fee-counter.service.ts';
import { recordPayment, refundFees } from './accounts/fee-movement.service.ts';
import { getFeeReceipt } from './accounts/fee-receipt.ts';
import { decideLeaver } from './accounts/leaver-decision.service.ts';
import {
  chargeMany,
  planManyCharges,
  planManyReversals,
  reverseMany,
} from './accounts/many-charges.service.ts';
import { depositCash } from './books/cash-deposit.service.ts';
import { listBook, listChargeBook, listTakings } from './books/fee-book.service.ts';
import { closeCash, getClosing, listClosings, listUnclosed } from './books/fee-closing.service.ts';
import { readControl } from './books/fee-control.service.ts';
import { readReconciliation } from './books/fee-reconciliation.service.ts';
import { feeBookExport, feeChargesExport, feeExport, feeTakingsExport } from './fee.export.ts';
import { importPeople, planPeople } from './import/people-import.service.ts';
import { compareImport, listImports } from './import/statement-evidence.service.ts';
import { importStatement } from './import/statement-import.service.ts';
import { planStatement } from './import/statement-plan.service.ts';
import {
  confirmWaitingLines,
  leaveOutWaitingLines,
  listWaitingLines,
} from './import/waiting-line.service.ts';
import { listCrossedParts, putCrossedRight } from './unassigned/crossed-part.service.ts';
import { assignPayment, listUnassignedMoney, moveFromPart } from './unassigned/fee-part.service.ts';

const procedure = makeProcedure(needs.fees);
const ownerProcedure = makeProcedure('owner');
/** Allows bodies large enough for the text of a statement. */
const statementProcedure = procedure.meta({ bodyBytes: bodyBytes.statement });

export const feeAdmin = router({
  list: procedure.input(feeAccountQuery).query(({ ctx, input }) => listFeeAccounts(ctx, input)),

  people: procedure.input(feePeopleQuery).query(({ ctx, input }) => findPayers(ctx, input)),

  account: procedure
    .input(z.object({ registrationId: reference }))
    .query(({ ctx, input }) => getFeeAccount(ctx, input.registrationId)),

  charge: procedure.input(chargeInput).mutation(({ ctx, input }) => addCharge(ctx, input)),

  reverse: ownerProcedure.input(reversalInput).mutation(({ ctx, input }) => reverseCharge(ctx, input)),

  decideLeaver: procedure.input(leaverDecision).mutation(({ ctx, input }) => decideLeaver(ctx, input)),

  /** Mutations, because the ids of many people do not fit into an address. These calls change nothing. */
  planChargeMany: procedure
    .input(manyChargesInput.pick({ registrations: true, label: true, amount: true }))
    .mutation(({ ctx, input }) => planManyCharges(ctx, input)),
  planReverseMany: procedure
    .input(manyReversalsInput.pick({ registrations: true, label: true }))
    .mutation(({ ctx, input }) => planManyReversals(ctx, input)),

  chargeMany: procedure.input(manyChargesInput).mutation(({ ctx, input }) => chargeMany(ctx, input)),

  reverseMany: ownerProcedure.input(manyReversalsInput).mutation(({ ctx, input }) => reverseMany(ctx, input)),

  record: procedure.input(feePaymentInput).mutation(({ ctx, input }) => recordPayment(ctx, input)),

  counter: procedure.input(feeCounterInput).mutation(({ ctx, input }) => recordCounterMovement(ctx, input)),

  unassigned: procedure.input(unassignedQuery).query(({ ctx, input }) => listUnassignedMoney(ctx, input)),

  /** Lists parts that an earlier version stored under the wrong line. */
  crossed: procedure.query(({ ctx }) => listCrossedParts(ctx)),

  putCrossedRight: procedure.mutation(({ ctx }) => putCrossedRight(ctx)),

  assign: procedure.input(feeAssignment).mutation(({ ctx, input }) => assignPayment(ctx, input)),

  move: procedure.input(feeMoveInput).mutation(({ ctx, input }) => moveFromPart(ctx, input)),

  unassign: procedure.input(feeUnassignInput).mutation(({ ctx, input }) => moveFromPart(ctx, input)),

  /** A mutation, because a statement is too long for an address. The call changes nothing. */
  plan: statementProcedure.input(statementInput).mutation(({ ctx, input }) => planStatement(ctx, input)),

  /** Plans an uploaded file. Also returns its text, which later calls plan again and import. */
  planFile: procedure
    .meta({ bodyBytes: bodyBytes.file })
    .input(tableFile)
    .mutation(async ({ ctx, input }) => {
      const { text, hidden } = await readTableFile(ctx, input);
      return { ...(await planStatement(ctx, { text })), text, hidden };
    }),

  import: statementProcedure.input(statementImport).mutation(({ ctx, input }) => importStatement(ctx, input)),

  /** Lists imported statements that nobody has compared. */
  imports: procedure.query(({ ctx }) => listImports(ctx)),

  confirmImport: procedure.input(pathId).mutation(({ ctx, input }) => compareImport(ctx, input)),

  /** Lists lines whose days are too long ago for their importer to store them. */
  waiting: procedure.query(({ ctx }) => listWaitingLines(ctx)),

  confirmWaiting: procedure
    .input(waitingConfirmation)
    .mutation(({ ctx, input }) => confirmWaitingLines(ctx, input)),

  leaveOutWaiting: procedure
    .input(waitingLines)
    .mutation(({ ctx, input }) => leaveOutWaitingLines(ctx, input)),

  /** Plans the import of people who study already. */
  planPeople: statementProcedure.input(peopleInput).mutation(({ ctx, input }) => planPeople(ctx, input)),

  importPeople: statementProcedure.input(peopleImport).mutation(({ ctx, input }) => importPeople(ctx, input)),

  refund: ownerProcedure.input(refundInput).mutation(({ ctx, input }) => refundFees(ctx, input)),

  receipt: procedure.input(feeReceiptQuery).query(async ({ ctx, input }) => {
    // Size in dots, at 300 dots per inch of the logo's room on A4
    const logoSize = { width: 708, height: 200, ground: '#ffffff' };
    const readReceiptLogo = async (url: string) => (await readLogo(ctx.request.server, url, logoSize))?.png;
    return toJsonFile(await getFeeReceipt(ctx, input, (url) => readReceiptLogo(url).catch(() => undefined)));
  }),

  book: procedure.input(bookQuery).query(({ ctx, input }) => listBook(ctx, input)),

  chargeBook: procedure.input(chargeBookQuery).query(({ ctx, input }) => listChargeBook(ctx, input)),

  takings: procedure.input(takingsQuery).query(({ ctx, input }) => listTakings(ctx, input)),

  unclosed: procedure.query(({ ctx }) => listUnclosed(ctx)),

  /** Lists the emails of accounts that take cash, for a filter. */
  cashiers: procedure.query(({ ctx }) => listCashiers(ctx)),

  close: procedure.input(closingInput).mutation(({ ctx, input }) => closeCash(ctx, input)),

  deposit: procedure.input(depositInput).mutation(({ ctx, input }) => depositCash(ctx, input)),

  /** Lists events that owners check, of a month or of some days. */
  control: makeProcedure('owner')
    .input(controlQuery)
    .query(({ ctx, input }) => readControl(ctx, input)),

  /** Shows whether the book and the accounts agree. */
  reconciliation: procedure.query(({ ctx }) => readReconciliation(ctx)),

  closings: procedure.input(takingsQuery).query(({ ctx, input }) => listClosings(ctx, input)),

  closing: procedure.input(pathId).query(({ ctx, input }) => getClosing(ctx, input.id)),

  /** A mutation, because the registrations do not fit into an address. */
  sum: procedure
    .input(z.object({ registrations: z.array(reference).max(registrationLimits.chosen) }))
    .mutation(({ ctx, input }) => sumAccounts(ctx, input.registrations)),

  exportTicket: exportTicket(feeExport),

  bookTicket: exportTicket(feeBookExport),

  chargesTicket: exportTicket(feeChargesExport),

  takingsTicket: exportTicket(feeTakingsExport),
});
