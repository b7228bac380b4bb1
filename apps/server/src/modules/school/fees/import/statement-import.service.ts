import type { StatementImport, StatementInput } from '@institute/contract';
import {
  isBackdated,
  type LineState,
  lineStates,
  statementColumns,
  sumAmounts,
  toComparableId,
} from '@institute/contract/fees.constants';
import { toLocalDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { invalidInputError } from '../../../../errors.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { getSite } from '../../../platform/site/site.service.ts';
import {
  changedSinceError,
  describeTable,
  hashPlan,
  makeTableReader,
} from '../../../platform/tables/table.service.ts';
import { lockAccountHolders, recordFeeActivity } from '../accounts/charge-office.service.ts';
import { listHolders } from '../accounts/fee-account.service.ts';
import {
  confirmMovements,
  forgetConfirmations,
  listUnconfirmed,
} from '../accounts/fee-confirmation.service.ts';
import {
  formatShillings,
  insertMovements,
  insertParts,
  type NewMovement,
} from '../accounts/fee-movement.service.ts';
import { queueUnassignedMessages } from '../accounts/fee-notice.service.ts';
import { listOwnNumbers } from '../accounts/institute-payer.ts';
import { forgetLeftOut, storeAsNoFees, storeKeptLines } from './kept-line.service.ts';
import { nameWallet, recordImport } from './statement-evidence.service.ts';
import {
  guessMethod,
  listMissingColumns,
  readLines,
  type StatementMethod,
  type StatementPayment,
  type StatementTable,
  toStatement,
} from './statement-lines.ts';
import { lockImports } from './statement-lock.service.ts';
import { findPeople, leaveUnassigned, matchPerson } from './statement-person.service.ts';
import {
  compareLines,
  isPaidBy,
  listRecords,
  type RecordMatch,
  recallMarks,
} from './statement-records.service.ts';
import type { Twin } from './statement-twin.service.ts';

type Reader = Pick<Ctx, 'em' | 'now' | 'actor'>;
type FileReader = Reader & Pick<Ctx, 'changes'>;

type WithNulls<Fields> = { [Field in keyof Fields]: Fields[Field] | null };

interface PlannedLine extends WithNulls<Omit<StatementPayment, 'line'>> {
  line: number;
  state: LineState;
  registrationId: number | null;
  /** The person whom it belongs to, or why it is unassigned. */
  message: string | null;
  /** True for a line that is left out unless the office ticks it as another payment than the one on record. */
  mayBeKnown: boolean;
  /** The payment on record that the line likely is. */
  twin: Twin | null;
  /** The movement that it confirms, unless it is another payment. Null when it is confirmed. */
  confirms: number | null;
  /** The office has left the line out as no fee. */
  notFee: boolean;
  /** Movements on record with this ID. */
  before: number;
}

const readStatementTable = makeTableReader(new URL('./fee-table.reader.ts', import.meta.url), {
  layout: 'statement',
  fields: statementColumns,
});

export const planStatement = async (ctx: FileReader, input: StatementInput) =>
  planTable(ctx, input, await readStatement(ctx, input));

async function readStatement(ctx: FileReader, input: StatementInput): Promise<StatementTable> {
  const table = toStatement(await readStatementTable(ctx, input));
  if (input.columns) refuseSharedColumns(table.columns);
  return table;
}

/** Two fields that read one column would assign money to the wrong person. */
function refuseSharedColumns({ day, operatorId, amount, credit, debit }: StatementTable['columns']): void {
  const usedColumns = [day, operatorId, amount, credit, debit].filter((at) => at !== undefined);
  if (new Set(usedColumns).size === usedColumns.length) return;
  const message = 'Day, transaction ID and the columns of money are each another column';
  throw invalidInputError([{ path: 'columns', message }]);
}

/** Depends on text, database and day alone, so that what is stored is what was shown. */
async function planTable(ctx: Reader, input: StatementInput, table: StatementTable) {
  const method = input.method ?? guessMethod(table);
  const missing = listMissingColumns(table, method);
  const { description, isReadable } = describeTable(table, statementColumns, missing);
  const planned = isReadable ? await planLines(ctx, table, method) : noLines;
  const places = new Map(table.lines.map(({ line, place }) => [line, place]));
  const lines = planned.lines.map((line) => ({ ...line, place: places.get(line.line) ?? null }));
  const hash = hashPlan([input.text, description.from, description.sheets, method, lines]);
  return { hash, method, ...description, lines, unheld: planned.unheld };
}

const noLines = { lines: [], unheld: [] };

async function planLines(ctx: Reader, table: StatementTable, method: StatementMethod) {
  const today = toLocalDay(ctx.now());
  const ownNumbers = listOwnNumbers((await getSite(ctx)).view);
  const read = await recallMarks(ctx, method, readLines(table, today, ownNumbers));
  const payments = read.flatMap(({ payment }) => payment ?? []);
  const reversals = new Map(
    read.flatMap(({ line, reversed }) =>
      reversed.map(({ id, amount }) => [`${id} ${amount}`, line] as const),
    ),
  );
  const people = await findPeople(ctx, payments);
  const matches = new Map(payments.map((payment) => [payment.line, matchPerson(payment, people)]));
  const owned = payments.map((payment) => ({
    ...payment,
    registrationId: matches.get(payment.line)?.registrationId ?? null,
  }));
  const compared = await compareLines(ctx, method, owned);
  const records = await listRecords(
    ctx,
    read.flatMap(({ reversed }) => reversed.map(({ id }) => id)),
  );
  const statement = { method, wallet: nameWallet(table, method) };
  const { confirmed, unheld } = await readUnheld(ctx, statement, payments, compared);
  const lines = read.map((one): PlannedLine => {
    const { line, payment } = one;
    if (!payment) {
      const reversed = one.reversed.flatMap(({ id, amount }) =>
        (records.get(id) ?? []).filter((record) => record.amount === amount),
      );
      const { receipt } = reversed.find((record) => isPaidBy(method, record) && record.notReversed) ?? {};
      const message = receipt ? `It takes back a payment on record: cancel ${receipt}` : one.message;
      return { ...nothingImported, line, state: one.state, message };
    }
    const plan = { ...nothingImported, ...payment };
    const reversedBy = reversals.get(`${toComparableId(payment.operatorId)} ${payment.amount}`);
    if (reversedBy) return { ...plan, state: 'notMoney', message: `It was reversed in line ${reversedBy}` };
    const {
      before = 0,
      state = one.namesInstitute ? 'likely' : undefined,
      message = 'Likely money of the institute itself, whose number it names',
      twin = null,
      heldId = null,
      notFee = false,
    } = compared.get(line) ?? {};
    const confirms = heldId !== null && confirmed.has(heldId) ? heldId : null;
    if (state && state !== 'likely') return { ...plan, state, message, notFee, confirms, before };
    const match = matches.get(line) ?? leaveUnassigned('No pay code and no phone');
    if (!state) return { ...plan, ...match, before };
    const matchText = match.registrationId ? `. ${match.message}` : '';
    return {
      ...plan,
      ...match,
      before,
      state,
      message: `${message}${matchText}`,
      mayBeKnown: true,
      twin,
      confirms,
    };
  });
  return { lines, unheld };
}

/** What its days have on record: `confirmed` by these lines first, and `unheld` by none of them. */
async function readUnheld(
  ctx: Reader,
  statement: { method: StatementMethod; wallet: string },
  payments: readonly StatementPayment[],
  compared: ReadonlyMap<number, RecordMatch>,
) {
  const days = payments.map(({ day }) => day).sort();
  const heldIds = new Set([...compared.values()].flatMap(({ heldId }) => heldId ?? []));
  const from = days[0];
  const to = days.at(-1);
  if (!from || !to) return { confirmed: new Set<number>(), unheld: [] };
  const unconfirmed = await listUnconfirmed(ctx, statement, { from, to, ids: [...heldIds] });
  const toConfirm = unconfirmed.filter((one) => !one.isImported && !one.isConfirmedByCaller);
  return {
    confirmed: new Set(toConfirm.flatMap(({ movementId }) => (heldIds.has(movementId) ? movementId : []))),
    unheld: unconfirmed.filter(({ movementId }) => !heldIds.has(movementId)),
  };
}

const nothingImported = {
  amount: null,
  operatorId: null,
  day: null,
  payerName: null,
  payerPhone: null,
  typedReason: null,
  registrationId: null,
  mayBeKnown: false,
  twin: null,
  confirms: null,
  notFee: false,
  before: 0,
};

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
  await forgetLeftOut(
    tx,
    money.filter(({ isLeftOut, notFee }) => notFee && !isLeftOut),
  );
  await storeAsNoFees(
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
