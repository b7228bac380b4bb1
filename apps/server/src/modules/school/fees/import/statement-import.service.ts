// Imports a statement of an operator or a bank, or a list of people who study already. A statement adds payments to
// accounts; a list adds accepted people with their debts. The import adds nothing that the preview did not show,
// and adds no line twice, whatever the format of the file.
import type { StatementImport } from '@institute/contract';
import {
  isBackdated,
  type StatementLineState,
  statementLineStates,
  sumAmounts,
} from '@institute/contract/fees.constants';
import { toLocalDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { invalidInputError } from '../../../../errors.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { changedSinceError } from '../../../platform/tables/table.service.ts';
import { lockAccountHolders, recordFeeActivity } from '../accounts/charge-office.service.ts';
import { listHolderIds } from '../accounts/fee-account.service.ts';
import { confirmMovements, forgetConfirmations } from '../accounts/fee-confirmation.service.ts';
import {
  formatShillings,
  insertMovements,
  insertParts,
  type NewMovement,
} from '../accounts/fee-movement.service.ts';
import { queueUnassignedMessages } from '../accounts/fee-notice.service.ts';
import { forgetLeftOutLines, storeKeptLines, storeLinesAsNoFees } from './kept-line.service.ts';
import { recordImport } from './statement-evidence.service.ts';
import type { StatementMethod } from './statement-lines.ts';
import { lockImports } from './statement-lock.service.ts';
import { type PlannedLine, planStatementTable, readStatement } from './statement-plan.service.ts';

/** Stores all lines of the plan or none. Lines that only owners may store wait for an owner. */
export async function importStatement(
  ctx: Ctx,
  { hash, likely, choices = [], fileName, ...input }: StatementImport,
) {
  // Read before the transaction, which would otherwise stay open while other files are read
  const statementTable = await readStatement(ctx, input);
  return runInTransaction(ctx, async (tx) => {
    await lockImports(tx);
    const statementPlan = await planStatementTable(tx, input, statementTable);
    if (statementPlan.hash !== hash) throw changedSinceError();
    const tickedLines = new Set(likely);
    refuseWrongLineChoices(statementPlan.lines, choices, tickedLines);
    const choicesByLine = new Map(choices.map((choice) => [choice.line, choice]));
    const chosenLines = statementPlan.lines.map((line) =>
      applyLineChoice(line, choicesByLine.get(line.line), tickedLines.has(line.line)),
    );
    const importId = await recordImport(tx, statementPlan, statementTable, fileName ?? null);
    const chosenPayments = chosenLines.flatMap(({ state, amount, day: receivedOn, operatorId, ...line }) => {
      const isPaymentState = state === 'matched' || state === 'likely' || state === 'unmatched';
      if (!isPaymentState || amount === null || receivedOn === null || operatorId === null) return [];
      const moneyFields = {
        kind: 'payment' as const,
        method: statementPlan.method,
        isImported: true,
        amount,
        receivedOn,
      };
      return [{ ...line, ...moneyFields, importId, state, operatorId, note: line.typedReason }];
    });
    const today = toLocalDay(tx.now());
    const mustWaitForOwner = ({ receivedOn }: { receivedOn: string }) =>
      !tx.actor?.isOwner && isBackdated(receivedOn, today);
    const waitingPayments = chosenPayments.filter(mustWaitForOwner);
    await storePayments(
      tx,
      chosenPayments.filter((payment) => !mustWaitForOwner(payment)),
    );
    await storeWaitingLines(tx, waitingPayments, tickedLines);
    await markLinesAsNoFees(tx, statementPlan, choicesByLine);
    const confirmedCount = await confirmLines(tx, importId, chosenLines);
    const waitingLineNumbers = new Set(waitingPayments.map(({ line }) => line));
    const storedLines = chosenLines.filter(({ line }) => !waitingLineNumbers.has(line));
    return { ...countLinesByState(storedLines), waiting: waitingPayments.length, confirmed: confirmedCount };
  });
}

type LineChoice = NonNullable<StatementImport['choices']>[number];
type LineWithChosenParts = PlannedLine & { parts: { registrationId: number; amount: number }[] };

/** Applies the choice of the office to a line. */
function applyLineChoice(
  line: PlannedLine,
  choice: LineChoice | undefined,
  isTicked: boolean,
): LineWithChosenParts {
  if (choice && 'notFee' in choice) return { ...line, parts: [], state: 'notMoney' };
  if (choice) return { ...line, parts: choice.parts, state: 'matched' };
  if (line.state === 'likely' && !isTicked)
    return { ...line, parts: [], state: line.mayBeKnown ? 'known' : 'unmatched' };
  const { registrationId, amount } = line;
  return { ...line, parts: registrationId === null || amount === null ? [] : [{ registrationId, amount }] };
}

type ChosenPayment = NewMovement & {
  line: number;
  operatorId: string;
  method: StatementMethod;
  mayBeKnown: boolean;
  parts: LineWithChosenParts['parts'];
};

async function storePayments(tx: TxCtx, payments: readonly ChosenPayment[]): Promise<void> {
  const holderIds = new Set(payments.flatMap(({ parts }) => listHolderIds(parts)));
  const lockedHolders = await lockAccountHolders(tx, [...holderIds]);
  if (lockedHolders.length < holderIds.size) throw changedSinceError();
  if (payments.length === 0) return;
  const storedMovements = await insertMovements(tx, payments);
  // The cash desk or a payment notice has stored one of the payments since the preview
  if (storedMovements.length < payments.length) throw changedSinceError();
  await insertParts(
    tx,
    storedMovements.flatMap(({ id: movementId, parts }) => parts.map((part) => ({ movementId, ...part }))),
  );
  await queueUnassignedMessages(
    tx,
    payments.filter((payment) => payment.parts.length === 0),
  );
  const importSummary = `${payments.length} fee payments of ${formatShillings(sumAmounts(payments))}`;
  await recordFeeActivity(tx, null, `Imported ${importSummary} from a statement`);
}

/**
 * Confirms the movements that known lines match, and forgets confirmations by lines that are other payments. Returns
 * the number of lines that confirm.
 */
async function confirmLines(
  tx: TxCtx,
  importId: number,
  lines: readonly LineWithChosenParts[],
): Promise<number> {
  const isKnownLine = ({ state }: LineWithChosenParts) => state === 'known';
  const toMovementConfirmation = ({ operatorId, confirms }: LineWithChosenParts) =>
    operatorId === null || confirms === null ? [] : { lineId: operatorId, movementId: confirms };
  const toOutdatedConfirmation = ({ operatorId, twin }: LineWithChosenParts) =>
    operatorId === null || twin === null ? [] : { lineId: operatorId, movementId: twin.movementId };
  const movementConfirmations = lines.filter(isKnownLine).flatMap(toMovementConfirmation);
  await confirmMovements(tx, importId, movementConfirmations);
  await forgetConfirmations(tx, lines.filter((line) => !isKnownLine(line)).flatMap(toOutdatedConfirmation));
  return movementConfirmations.length;
}

async function storeWaitingLines(
  tx: TxCtx,
  payments: readonly ChosenPayment[],
  ticked: ReadonlySet<number>,
): Promise<void> {
  if (payments.length === 0) return;
  const lines = payments.map(({ parts, line, method, operatorId, amount, receivedOn, ...payment }) => ({
    state: 'waiting' as const,
    importId: payment.importId ?? null,
    method,
    operatorId,
    amount,
    receivedOn,
    payerName: payment.payerName ?? null,
    payerPhone: payment.payerPhone ?? null,
    note: payment.note ?? null,
    people: listHolderIds(parts),
    amounts: parts.map((part) => part.amount),
    isAnother: payment.mayBeKnown && ticked.has(line),
  }));
  await storeKeptLines(tx, lines);
  const summary = `${lines.length} fee payments of ${formatShillings(sumAmounts(lines))}`;
  await recordFeeActivity(tx, null, `Imported ${summary} from a statement, which wait for an owner`);
}

/** Stores which lines are no fees. A line that is now assigned to people loses that mark. */
async function markLinesAsNoFees(
  tx: TxCtx,
  { lines, method }: { lines: readonly PlannedLine[]; method: StatementMethod },
  chosen: ReadonlyMap<number, LineChoice>,
): Promise<void> {
  const chosenLineMoney = lines.flatMap(({ line, amount, operatorId, day, notFee }) => {
    const lineChoice = chosen.get(line);
    if (!lineChoice || amount === null || operatorId === null || day === null) return [];
    return [{ method, amount, operatorId, receivedOn: day, isLeftOut: 'notFee' in lineChoice, notFee }];
  });
  await forgetLeftOutLines(
    tx,
    chosenLineMoney.filter(({ isLeftOut, notFee }) => notFee && !isLeftOut),
  );
  await storeLinesAsNoFees(
    tx,
    chosenLineMoney.filter(({ isLeftOut }) => isLeftOut),
  );
}

/** Refuses parts that do not add up to the amount of the line, and a line that may be on record but is not ticked. */
function refuseWrongLineChoices(
  lines: readonly PlannedLine[],
  choices: readonly LineChoice[],
  ticked: ReadonlySet<number>,
): void {
  const linesByNumber = new Map(lines.map((line) => [line.line, line]));
  const makeChoiceError = (message: string) => invalidInputError([{ path: 'choices', message }]);
  for (const { line, ...choice } of choices) {
    const { state, amount, mayBeKnown, notFee } = linesByNumber.get(line) ?? {};
    const isStateOfPayment = state === 'matched' || state === 'likely' || state === 'unmatched';
    if (!isStateOfPayment && !(notFee && 'parts' in choice)) throw changedSinceError();
    if (!('parts' in choice)) continue;
    if (mayBeKnown && !ticked.has(line))
      throw makeChoiceError(`Line ${line} may be on record. Choose “Another payment” for it first.`);
    const sumOfParts = sumAmounts(choice.parts);
    if (sumOfParts !== amount)
      throw makeChoiceError(
        `Line ${line} has ${formatShillings(amount ?? 0)}, its parts ${formatShillings(sumOfParts)}`,
      );
  }
}

const countLinesByState = (lines: readonly Pick<PlannedLine, 'state'>[]) =>
  Object.fromEntries(
    statementLineStates.map((state) => [state, lines.filter((line) => line.state === state).length]),
  ) as Record<StatementLineState, number>;
