// Imports a statement of an operator or a bank, or a list of people who study already. A statement adds payments to
// accounts, a list adds accepted people with their debts. Nothing is added that the preview did not show, and no line
// is added twice, in whatever form it comes again.
import type { StatementImport } from '@institute/contract';
import { isBackdated, type LineState, lineStates, sumAmounts } from '@institute/contract/fees.constants';
import { toLocalDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { invalidInputError } from '../../../../errors.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { changedSinceError } from '../../../platform/tables/table.service.ts';
import { lockAccountHolders, recordFeeActivity } from '../accounts/charge-office.service.ts';
import { listHolders } from '../accounts/fee-account.service.ts';
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
import { type PlannedLine, planTable, readStatement } from './statement-plan.service.ts';

/** Stores all lines of the plan or none. What only owners may store waits for one. */
export async function importStatement(
  ctx: Ctx,
  { hash, likely, choices = [], fileName, ...input }: StatementImport,
) {
  // Before the transaction, which would wait for other files
  const table = await readStatement(ctx, input);
  return runInTransaction(ctx, async (tx) => {
    await lockImports(tx);
    const plan = await planTable(tx, input, table);
    if (plan.hash !== hash) throw changedSinceError();
    const ticked = new Set(likely);
    refuseWrongChoices(plan.lines, choices, ticked);
    const chosen = new Map(choices.map((choice) => [choice.line, choice]));
    const lines = plan.lines.map((line) => chooseLine(line, chosen.get(line.line), ticked.has(line.line)));
    const importId = await recordImport(tx, plan, table, fileName ?? null);
    const payments = lines.flatMap(({ state, amount, day: receivedOn, operatorId, ...line }) => {
      const isStored = state === 'matched' || state === 'likely' || state === 'unmatched';
      if (!isStored || amount === null || receivedOn === null || operatorId === null) return [];
      const money = { kind: 'payment' as const, method: plan.method, isImported: true, amount, receivedOn };
      return [{ ...line, ...money, importId, state, operatorId, note: line.typedReason }];
    });
    const today = toLocalDay(tx.now());
    const mustWait = ({ receivedOn }: { receivedOn: string }) =>
      !tx.actor?.isOwner && isBackdated(receivedOn, today);
    const waiting = payments.filter(mustWait);
    await storePayments(
      tx,
      payments.filter((payment) => !mustWait(payment)),
    );
    await storeWaitingLines(tx, waiting, ticked);
    await markLinesAsNoFees(tx, plan, chosen);
    const confirmed = await confirmLines(tx, importId, lines);
    const waits = new Set(waiting.map(({ line }) => line));
    const stored = lines.filter(({ line }) => !waits.has(line));
    return { ...countStates(stored), waiting: waiting.length, confirmed };
  });
}

type Choice = NonNullable<StatementImport['choices']>[number];
type ChosenLine = PlannedLine & { parts: { registrationId: number; amount: number }[] };

/** Decides what to do with a line. */
function chooseLine(line: PlannedLine, choice: Choice | undefined, isTicked: boolean): ChosenLine {
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
  parts: ChosenLine['parts'];
};

async function storePayments(tx: TxCtx, payments: readonly ChosenPayment[]): Promise<void> {
  const holders = new Set(payments.flatMap(({ parts }) => listHolders(parts)));
  const locked = await lockAccountHolders(tx, [...holders]);
  if (locked.length < holders.size) throw changedSinceError();
  if (payments.length === 0) return;
  const stored = await insertMovements(tx, payments);
  // The cash desk or a notice of the provider has stored one first
  if (stored.length < payments.length) throw changedSinceError();
  await insertParts(
    tx,
    stored.flatMap(({ id: movementId, parts }) => parts.map((part) => ({ movementId, ...part }))),
  );
  await queueUnassignedMessages(
    tx,
    payments.filter((payment) => payment.parts.length === 0),
  );
  const summary = `${payments.length} fee payments of ${formatShillings(sumAmounts(payments))}`;
  await recordFeeActivity(tx, null, `Imported ${summary} from a statement`);
}

/** Lines that are on record confirm it. A tick says of one that it is another payment. Returns how many confirm. */
async function confirmLines(tx: TxCtx, importId: number, lines: readonly ChosenLine[]): Promise<number> {
  const isLeft = ({ state }: ChosenLine) => state === 'known';
  const toConfirm = ({ operatorId, confirms }: ChosenLine) =>
    operatorId === null || confirms === null ? [] : { lineId: operatorId, movementId: confirms };
  const toForget = ({ operatorId, twin }: ChosenLine) =>
    operatorId === null || twin === null ? [] : { lineId: operatorId, movementId: twin.movementId };
  const confirming = lines.filter(isLeft).flatMap(toConfirm);
  await confirmMovements(tx, importId, confirming);
  await forgetConfirmations(tx, lines.filter((line) => !isLeft(line)).flatMap(toForget));
  return confirming.length;
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
    people: listHolders(parts),
    amounts: parts.map((part) => part.amount),
    isAnother: payment.mayBeKnown && ticked.has(line),
  }));
  await storeKeptLines(tx, lines);
  const summary = `${lines.length} fee payments of ${formatShillings(sumAmounts(lines))}`;
  await recordFeeActivity(tx, null, `Imported ${summary} from a statement, which wait for an owner`);
}

/** Remembers which lines are no fees, and forgets it of those that are given to people after all. */
async function markLinesAsNoFees(
  tx: TxCtx,
  { lines, method }: { lines: readonly PlannedLine[]; method: StatementMethod },
  chosen: ReadonlyMap<number, Choice>,
): Promise<void> {
  const money = lines.flatMap(({ line, amount, operatorId, day, notFee }) => {
    const choice = chosen.get(line);
    if (!choice || amount === null || operatorId === null || day === null) return [];
    return [{ method, amount, operatorId, receivedOn: day, isLeftOut: 'notFee' in choice, notFee }];
  });
  await forgetLeftOutLines(
    tx,
    money.filter(({ isLeftOut, notFee }) => notFee && !isLeftOut),
  );
  await storeLinesAsNoFees(
    tx,
    money.filter(({ isLeftOut }) => isLeftOut),
  );
}

/** The whole line has to be assigned. What may be on record needs its tick, too. */
function refuseWrongChoices(
  lines: readonly PlannedLine[],
  choices: readonly Choice[],
  ticked: ReadonlySet<number>,
): void {
  const byNumber = new Map(lines.map((line) => [line.line, line]));
  const refuse = (message: string) => invalidInputError([{ path: 'choices', message }]);
  for (const { line, ...choice } of choices) {
    const { state, amount, mayBeKnown, notFee } = byNumber.get(line) ?? {};
    const isMoney = state === 'matched' || state === 'likely' || state === 'unmatched';
    if (!isMoney && !(notFee && 'parts' in choice)) throw changedSinceError();
    if (!('parts' in choice)) continue;
    if (mayBeKnown && !ticked.has(line))
      throw refuse(`Line ${line} may be on record. Choose “Another payment” for it first.`);
    const sum = sumAmounts(choice.parts);
    if (sum !== amount)
      throw refuse(`Line ${line} has ${formatShillings(amount ?? 0)}, its parts ${formatShillings(sum)}`);
  }
}

const countStates = (lines: readonly Pick<PlannedLine, 'state'>[]) =>
  Object.fromEntries(
    lineStates.map((state) => [state, lines.filter((line) => line.state === state).length]),
  ) as Record<LineState, number>;
