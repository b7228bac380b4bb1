import type { StatementInput } from '@institute/contract';
import { type LineState, statementColumns, toComparableId } from '@institute/contract/fees.constants';
import { toLocalDay } from '@institute/contract/time';
import type { Ctx } from '../../../../context.ts';
import { invalidInputError } from '../../../../errors.ts';
import { getSite } from '../../../platform/site/site.service.ts';
import { describeTable, hashPlan, makeTableReader } from '../../../platform/tables/table.service.ts';
import { listUnconfirmed } from '../accounts/fee-confirmation.service.ts';
import { listOwnNumbers } from '../accounts/institute-payer.ts';
import { nameWallet } from './statement-evidence.service.ts';
import {
  guessMethod,
  listMissingColumns,
  type ReadLine,
  readLines,
  type StatementMethod,
  type StatementPayment,
  type StatementTable,
  toStatement,
} from './statement-lines.ts';
import { findPeople, type Match, makeUnassignedMatch, matchPerson } from './statement-person.service.ts';
import {
  compareLines,
  isPaidBy,
  listRecords,
  noRecord,
  type RecordedPayment,
  type RecordMatch,
  recallMarks,
} from './statement-records.service.ts';
import type { Twin } from './statement-twin.service.ts';

type Reader = Pick<Ctx, 'em' | 'now' | 'actor'>;
type FileReader = Reader & Pick<Ctx, 'changes'>;

type WithNulls<Fields> = { [Field in keyof Fields]: Fields[Field] | null };

export interface PlannedLine extends WithNulls<Omit<StatementPayment, 'line'>> {
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

export async function readStatement(ctx: FileReader, input: StatementInput): Promise<StatementTable> {
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
export async function planTable(ctx: Reader, input: StatementInput, table: StatementTable) {
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
  const people = await findPeople(ctx, payments);
  const matches = new Map(payments.map((payment) => [payment.line, matchPerson(payment, people)]));
  const owned = payments.map((payment) => ({
    ...payment,
    registrationId: matches.get(payment.line)?.registrationId ?? null,
  }));
  const compared = await compareLines(ctx, method, owned);
  const reversed = read.flatMap(({ line, reversed: ofLine }) => ofLine.map((one) => ({ ...one, line })));
  const records = await listRecords(
    ctx,
    reversed.map(({ id }) => id),
  );
  const statement = { method, wallet: nameWallet(table, method) };
  const { confirmed, unheld } = await readRecordsOfDays(ctx, statement, payments, compared);
  const reversedBy = new Map(reversed.map(({ id, amount, line }) => [`${id} ${amount}`, line] as const));
  const evidence = { method, matches, compared, records, confirmed, reversedBy };
  const lines = read.map((one) => (one.payment ? planPayment(one, evidence) : planOther(one, evidence)));
  return { lines, unheld };
}

type PaymentLine = Extract<ReadLine, { payment: StatementPayment }>;
type OtherLine = Extract<ReadLine, { payment: null }>;

/** What is known of the lines of a statement. The keys are numbers of lines where nothing else is said. */
interface Evidence {
  method: StatementMethod;
  matches: ReadonlyMap<number, Match>;
  compared: ReadonlyMap<number, RecordMatch>;
  /** Records of transactions that lines take back, by their comparable ids. */
  records: ReadonlyMap<string, RecordedPayment[]>;
  /** Movements that a line of this statement is the first to confirm. */
  confirmed: ReadonlySet<number>;
  /** The line that takes back a transaction, by its comparable ID and amount. */
  reversedBy: ReadonlyMap<string, number>;
}

/** A line that is no payment. */
function planOther({ line, state, reversed, ...read }: OtherLine, evidence: Evidence): PlannedLine {
  const { method, records } = evidence;
  const takenBack = reversed.flatMap(({ id, amount }) =>
    (records.get(id) ?? []).filter((record) => record.amount === amount),
  );
  const { receipt } = takenBack.find((record) => isPaidBy(method, record) && record.notReversed) ?? {};
  const message = receipt ? `It takes back a payment on record: cancel ${receipt}` : read.message;
  return { ...nothingImported, line, state, message };
}

/** The first step that knows the line decides: this file, then the records, then the person. */
function planPayment(read: PaymentLine, evidence: Evidence): PlannedLine {
  const { payment } = read;
  const record = evidence.compared.get(payment.line) ?? noRecord;
  return (
    planReversed(payment, evidence) ??
    planRecorded(payment, record, evidence) ??
    planDoubtful(read, record, evidence) ?? {
      ...nothingImported,
      ...payment,
      ...findMatch(payment, evidence),
      before: record.before,
    }
  );
}

/** A payment that another line of the file takes back. */
function planReversed(payment: StatementPayment, { reversedBy }: Evidence): PlannedLine | null {
  const line = reversedBy.get(`${toComparableId(payment.operatorId)} ${payment.amount}`);
  if (!line) return null;
  return {
    ...nothingImported,
    ...payment,
    state: 'notMoney',
    message: `It was reversed in line ${line}`,
  };
}

/** A payment that is on record, or that the office has left out as no fee. */
function planRecorded(
  payment: StatementPayment,
  record: RecordMatch,
  evidence: Evidence,
): PlannedLine | null {
  const { state, message, before } = record;
  if (state === 'new' || state === 'likely' || state === 'cancelled') return null;
  const decided = {
    ...nothingImported,
    ...payment,
    message,
    before,
    confirms: findConfirmedMovement(record, evidence),
  };
  return state === 'notFee' ? { ...decided, state: 'notMoney', notFee: true } : { ...decided, state };
}

/** A payment that may be the one on record, or money of the institute itself: the office ticks it when it is not. */
function planDoubtful(
  { payment, namesInstitute }: PaymentLine,
  record: RecordMatch,
  evidence: Evidence,
): PlannedLine | null {
  if (record.state === 'new' && !namesInstitute) return null;
  const match = findMatch(payment, evidence);
  const doubt =
    record.state === 'new' ? 'Likely money of the institute itself, whose number it names' : record.message;
  return {
    ...nothingImported,
    ...payment,
    ...match,
    state: 'likely',
    message: match.registrationId ? `${doubt}. ${match.message}` : doubt,
    mayBeKnown: true,
    twin: record.twin,
    confirms: findConfirmedMovement(record, evidence),
    before: record.before,
  };
}

const findMatch = ({ line }: StatementPayment, { matches }: Evidence): Match =>
  matches.get(line) ?? makeUnassignedMatch('No pay code and no phone');

const findConfirmedMovement = ({ heldId }: RecordMatch, { confirmed }: Evidence): number | null =>
  heldId !== null && confirmed.has(heldId) ? heldId : null;

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

/** What its days have on record: `confirmed` by these lines first, and `unheld` by none of them. */
async function readRecordsOfDays(
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
