import {
  chargeInput,
  feeAccountFilter,
  feeAccountQuery,
  feeAssignment,
  feeCancellation,
  feePaymentInput,
  peopleImport,
  peopleInput,
  refundInput,
  reversalInput,
  statementImport,
  statementInput,
  takingsQuery,
  unmatchedQuery,
} from '@institute/contract';
import { bodyBytes } from '@institute/contract/api.constants';
import { pathId, reference } from '@institute/contract/fields';
import * as z from 'zod';
import { confirmedFeesProcedure, feesProcedure, router } from '../../admin/trpc.ts';
import { type AccountActor, refuseUnconfirmed, refuseUnlessFees, refuseUnlessOwner } from '../../context.ts';
import { csvExport, type ExportColumn } from '../../exports/csv-export.ts';
import { exportTicket } from '../../exports/ticket.ts';
import { toJsonFile } from '../proofs/receipt-file.service.ts';
import { addCharge, reverseCharge } from './charge-office.service.ts';
import { type FeeAccount, feeAccountBatch, getFeeAccount, listFeeAccounts } from './fee-account.service.ts';
import { cancelPayment, getFeeReceipt, recordPayment, refundFees } from './fee-payment.service.ts';
import { listTakings } from './fee-takings.service.ts';
import { importPeople, planPeople } from './people-import.service.ts';
import { importStatement, planStatement } from './statement-import.service.ts';
import { assignPayment, dismissPayment, listUnmatched } from './unmatched.service.ts';

const columns: ExportColumn<FeeAccount & { id: number }>[] = [
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Reference', cell: ({ reference }) => reference },
  { heading: 'Program', cell: ({ program }) => program },
  { heading: 'Charged', cell: ({ charged }) => charged },
  { heading: 'Paid', cell: ({ paid }) => paid },
  { heading: 'Balance', cell: ({ balance }) => balance },
  { heading: 'Overdue', cell: ({ overdue }) => overdue },
  { heading: 'Next Due', cell: ({ nextDueOn }) => nextDueOn },
  { heading: 'Next Amount', cell: ({ nextDueAmount }) => nextDueAmount },
];

export const feeExport = csvExport({
  name: 'fees',
  needsPassword: true,
  entityType: 'registration',
  input: feeAccountFilter,
  admit: (actor: AccountActor) => refuseUnlessFees({ actor }),
  description: () => 'Exported the accounts of fees',
  columns: () => columns,
  batch: feeAccountBatch,
});

/** For calls with the text of a bank's or an operator's statement. */
const statementProcedure = feesProcedure.meta({ bodyBytes: bodyBytes.statement });

export const feeAdmin = router({
  list: feesProcedure.input(feeAccountQuery).query(({ ctx, input }) => listFeeAccounts(ctx, input)),

  account: feesProcedure
    .input(z.object({ registrationId: reference }))
    .query(({ ctx, input }) => getFeeAccount(ctx, input.registrationId)),

  /** Only owners give a discount. */
  charge: feesProcedure.input(chargeInput).mutation(({ ctx, input }) => {
    if (input.kind === 'discount') {
      refuseUnlessOwner(ctx);
      refuseUnconfirmed(ctx);
    }
    return addCharge(ctx, input);
  }),

  reverse: confirmedFeesProcedure
    .input(reversalInput)
    .mutation(({ ctx, input }) => reverseCharge(ctx, input)),

  record: feesProcedure.input(feePaymentInput).mutation(({ ctx, input }) => recordPayment(ctx, input)),

  cancel: confirmedFeesProcedure
    .input(feeCancellation)
    .mutation(({ ctx, input }) => cancelPayment(ctx, input)),

  unmatched: feesProcedure.input(unmatchedQuery).query(({ ctx, input }) => listUnmatched(ctx, input)),

  assign: feesProcedure.input(feeAssignment).mutation(({ ctx, input }) => assignPayment(ctx, input)),

  dismiss: confirmedFeesProcedure
    .input(feeCancellation)
    .mutation(({ ctx, input }) => dismissPayment(ctx, input)),

  /** A mutation, because a statement is too long for an address. It changes nothing. */
  plan: statementProcedure.input(statementInput).mutation(({ ctx, input }) => planStatement(ctx, input)),

  import: statementProcedure.input(statementImport).mutation(({ ctx, input }) => importStatement(ctx, input)),

  /** People who study already. */
  planPeople: statementProcedure.input(peopleInput).mutation(({ ctx, input }) => planPeople(ctx, input.text)),

  importPeople: statementProcedure.input(peopleImport).mutation(({ ctx, input }) => importPeople(ctx, input)),

  refund: confirmedFeesProcedure.input(refundInput).mutation(({ ctx, input }) => {
    refuseUnlessOwner(ctx);
    return refundFees(ctx, input);
  }),

  receipt: feesProcedure
    .input(pathId)
    .query(async ({ ctx, input: { id } }) => toJsonFile(await getFeeReceipt(ctx, id))),

  takings: feesProcedure.input(takingsQuery).query(({ ctx, input }) => listTakings(ctx, input)),

  exportTicket: exportTicket(feeExport),
});
