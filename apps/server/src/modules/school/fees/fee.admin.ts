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
  waitingLineIdsInput,
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
import { addUpAccounts, findPayers, getFeeAccount, listFeeAccounts } from './accounts/fee-account.service.ts';
import { recordCounterMovement } from './accounts/fee-counter.service.ts';
import { recordPayment, refundFees } from './accounts/fee-movement.service.ts';
import { getFeeReceipt } from './accounts/fee-receipt.ts';
import { decideLeaverCharges } from './accounts/leaver-decision.service.ts';
import {
  chargeManyPeople,
  planManyCharges,
  planManyReversals,
  reverseManyCharges,
} from './accounts/many-charges.service.ts';
import { depositCash } from './books/cash-deposit.service.ts';
import { listBook, listChargeBook, listDailyTakings } from './books/fee-book.service.ts';
import { closeCash, getClosing, listClosings, listUnclosedCash } from './books/fee-closing.service.ts';
import { readControlEvents } from './books/fee-control.service.ts';
import { readReconciliation } from './books/fee-reconciliation.service.ts';
import { feeBookExport, feeChargesExport, feeExport, feeTakingsExport } from './fee.export.ts';
import { importPeople, planPeople } from './import/people-import.service.ts';
import { listImports, recordStatementComparison } from './import/statement-evidence.service.ts';
import { importStatement } from './import/statement-import.service.ts';
import { planStatement } from './import/statement-plan.service.ts';
import {
  confirmWaitingLines,
  leaveOutWaitingLines,
  listWaitingLines,
} from './import/waiting-line.service.ts';
import { listCrossedParts, moveCrossedPartsToOwnLine } from './unassigned/crossed-part.service.ts';
import { assignPayment, listUnassignedMoney, moveMoneyFromPart } from './unassigned/fee-part.service.ts';

const feesProcedure = makeProcedure(needs.fees);
const ownerProcedure = makeProcedure('owner');
/** Allows bodies large enough for the text of a statement. */
const statementProcedure = feesProcedure.meta({ bodyBytes: bodyBytes.statement });

export const feeAdminRouter = router({
  list: feesProcedure.input(feeAccountQuery).query(({ ctx, input }) => listFeeAccounts(ctx, input)),

  people: feesProcedure.input(feePeopleQuery).query(({ ctx, input }) => findPayers(ctx, input)),

  account: feesProcedure
    .input(z.object({ registrationId: reference }))
    .query(({ ctx, input }) => getFeeAccount(ctx, input.registrationId)),

  charge: feesProcedure.input(chargeInput).mutation(({ ctx, input }) => addCharge(ctx, input)),

  reverse: ownerProcedure.input(reversalInput).mutation(({ ctx, input }) => reverseCharge(ctx, input)),

  decideLeaver: feesProcedure
    .input(leaverDecision)
    .mutation(({ ctx, input }) => decideLeaverCharges(ctx, input)),

  /** Mutations, because the ids of many people do not fit into an address. These calls change nothing. */
  planChargeMany: feesProcedure
    .input(manyChargesInput.pick({ registrations: true, label: true, amount: true }))
    .mutation(({ ctx, input }) => planManyCharges(ctx, input)),
  planReverseMany: feesProcedure
    .input(manyReversalsInput.pick({ registrations: true, label: true }))
    .mutation(({ ctx, input }) => planManyReversals(ctx, input)),

  chargeMany: feesProcedure
    .input(manyChargesInput)
    .mutation(({ ctx, input }) => chargeManyPeople(ctx, input)),

  reverseMany: ownerProcedure
    .input(manyReversalsInput)
    .mutation(({ ctx, input }) => reverseManyCharges(ctx, input)),

  record: feesProcedure.input(feePaymentInput).mutation(({ ctx, input }) => recordPayment(ctx, input)),

  counter: feesProcedure
    .input(feeCounterInput)
    .mutation(({ ctx, input }) => recordCounterMovement(ctx, input)),

  unassigned: feesProcedure.input(unassignedQuery).query(({ ctx, input }) => listUnassignedMoney(ctx, input)),

  /** Lists parts that an earlier version stored under the wrong line. */
  crossed: feesProcedure.query(({ ctx }) => listCrossedParts(ctx)),

  putCrossedRight: feesProcedure.mutation(({ ctx }) => moveCrossedPartsToOwnLine(ctx)),

  assign: feesProcedure.input(feeAssignment).mutation(({ ctx, input }) => assignPayment(ctx, input)),

  move: feesProcedure.input(feeMoveInput).mutation(({ ctx, input }) => moveMoneyFromPart(ctx, input)),

  unassign: feesProcedure.input(feeUnassignInput).mutation(({ ctx, input }) => moveMoneyFromPart(ctx, input)),

  /** A mutation, because a statement is too long for an address. The call changes nothing. */
  plan: statementProcedure.input(statementInput).mutation(({ ctx, input }) => planStatement(ctx, input)),

  /** Plans an uploaded file. Also returns its text, which later calls plan again and import. */
  planFile: feesProcedure
    .meta({ bodyBytes: bodyBytes.file })
    .input(tableFile)
    .mutation(async ({ ctx, input }) => {
      const { text, hidden } = await readTableFile(ctx, input);
      return { ...(await planStatement(ctx, { text })), text, hidden };
    }),

  import: statementProcedure.input(statementImport).mutation(({ ctx, input }) => importStatement(ctx, input)),

  /** Lists imported statements that nobody has compared. */
  imports: feesProcedure.query(({ ctx }) => listImports(ctx)),

  confirmImport: feesProcedure
    .input(pathId)
    .mutation(({ ctx, input }) => recordStatementComparison(ctx, input)),

  /** Lists lines whose days are too long ago for their importer to store them. */
  waiting: feesProcedure.query(({ ctx }) => listWaitingLines(ctx)),

  confirmWaiting: feesProcedure
    .input(waitingConfirmation)
    .mutation(({ ctx, input }) => confirmWaitingLines(ctx, input)),

  leaveOutWaiting: feesProcedure
    .input(waitingLineIdsInput)
    .mutation(({ ctx, input }) => leaveOutWaitingLines(ctx, input)),

  /** Plans the import of people who study already. */
  planPeople: statementProcedure.input(peopleInput).mutation(({ ctx, input }) => planPeople(ctx, input)),

  importPeople: statementProcedure.input(peopleImport).mutation(({ ctx, input }) => importPeople(ctx, input)),

  refund: ownerProcedure.input(refundInput).mutation(({ ctx, input }) => refundFees(ctx, input)),

  receipt: feesProcedure.input(feeReceiptQuery).query(async ({ ctx, input }) => {
    // Size in dots, at 300 dots per inch of the logo's room on A4
    const logoSize = { width: 708, height: 200, ground: '#ffffff' };
    const readReceiptLogo = async (url: string) => (await readLogo(ctx.request.server, url, logoSize))?.png;
    return toJsonFile(await getFeeReceipt(ctx, input, (url) => readReceiptLogo(url).catch(() => undefined)));
  }),

  book: feesProcedure.input(bookQuery).query(({ ctx, input }) => listBook(ctx, input)),

  chargeBook: feesProcedure.input(chargeBookQuery).query(({ ctx, input }) => listChargeBook(ctx, input)),

  takings: feesProcedure.input(takingsQuery).query(({ ctx, input }) => listDailyTakings(ctx, input)),

  unclosed: feesProcedure.query(({ ctx }) => listUnclosedCash(ctx)),

  /** Lists the emails of accounts that take cash, for a filter. */
  cashiers: feesProcedure.query(({ ctx }) => listCashiers(ctx)),

  close: feesProcedure.input(closingInput).mutation(({ ctx, input }) => closeCash(ctx, input)),

  deposit: feesProcedure.input(depositInput).mutation(({ ctx, input }) => depositCash(ctx, input)),

  /** Lists events that owners check, of a month or of some days. */
  control: makeProcedure('owner')
    .input(controlQuery)
    .query(({ ctx, input }) => readControlEvents(ctx, input)),

  /** Shows whether the book and the accounts agree. */
  reconciliation: feesProcedure.query(({ ctx }) => readReconciliation(ctx)),

  closings: feesProcedure.input(takingsQuery).query(({ ctx, input }) => listClosings(ctx, input)),

  closing: feesProcedure.input(pathId).query(({ ctx, input }) => getClosing(ctx, input.id)),

  /** A mutation, because the registrations do not fit into an address. */
  sum: feesProcedure
    .input(z.object({ registrations: z.array(reference).max(registrationLimits.chosen) }))
    .mutation(({ ctx, input }) => addUpAccounts(ctx, input.registrations)),

  exportTicket: exportTicket(feeExport),

  bookTicket: exportTicket(feeBookExport),

  chargesTicket: exportTicket(feeChargesExport),

  takingsTicket: exportTicket(feeTakingsExport),
});
