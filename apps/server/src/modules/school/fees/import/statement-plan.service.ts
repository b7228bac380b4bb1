import type { StatementInput } from '@institute/contract';
import {
  type StatementLineState,
  statementColumns,
  toComparableId,
} from '@institute/contract/fees.constants';
import { toLocalDay } from '@institute/contract/time';
import type { Ctx } from '../../../../context.ts';
import { invalidInputError } from '../../../../errors.ts';
import { getSite } from '../../../platform/site/site.service.ts';
import { describeTable, hashPlan, makeTableReader } from '../../../platform/tables/table.service.ts';
import { listUnconfirmedMovements } from '../accounts/fee-confirmation.service.ts';
import { listInstituteNumbers } from '../accounts/institute-payer.ts';
import { identifyWallet } from './statement-evidence.service.ts';
import {
  guessMethod,
  listMissingColumns,
  type ReadLine,
  readLines,
  type StatementMethod,
  type StatementPayment,
  type StatementTable,
  toStatementTable,
} from './statement-lines.ts';
import {
  findPeople,
  makeUnassignedMatch,
  matchPaymentToPerson,
  type PersonMatch,
} from './statement-person.service.ts';
import {
  compareLinesWithRecords,
  isPaidByMethod,
  listRecords,
  noRecordMatch,
  type RecordedPayment,
  type RecordMatch,
  restoreEarlierMarks,
} from './statement-records.service.ts';
import type { LikelyRecordedPayment } from './statement-twin.service.ts';

type ReadingCtx = Pick<Ctx, 'em' | 'now' | 'actor'>;
type FileReadingCtx = ReadingCtx & Pick<Ctx, 'changes'>;

type NullableFields<Fields> = { [Field in keyof Fields]: Fields[Field] | null };

export interface PlannedLine extends NullableFields<Omit<StatementPayment, 'line'>> {
  line: number;
  state: StatementLineState;
  registrationId: number | null;
  /** Names the person to whom the payment belongs, or says why it is unassigned. */
  message: string | null;
  /** True for a line that is left out unless the office ticks it as another payment than the one on record. */
  mayBeKnown: boolean;
  /** The payment on record that the line likely is. */
  twin: LikelyRecordedPayment | null;
  /** Id of the movement that the line would confirm. Null when nothing is left to confirm. */
  confirms: number | null;
  /** True when the office has left out the line as no fee. */
  notFee: boolean;
  /** Number of movements on record with this ID. */
  before: number;
}

const readStatementTable = makeTableReader(new URL('./fee-table.reader.ts', import.meta.url), {
  layout: 'statement',
  fields: statementColumns,
});

export const planStatement = async (ctx: FileReadingCtx, input: StatementInput) =>
  planStatementTable(ctx, input, await readStatement(ctx, input));

export async function readStatement(ctx: FileReadingCtx, input: StatementInput): Promise<StatementTable> {
  const statementTable = toStatementTable(await readStatementTable(ctx, input));
  if (input.columns) refuseSharedColumns(statementTable.columns);
  return statementTable;
}

/** Refuses two fields that read one column, because money would be assigned to the wrong person. */
function refuseSharedColumns({ day, operatorId, amount, credit, debit }: StatementTable['columns']): void {
  const usedColumns = [day, operatorId, amount, credit, debit].filter((at) => at !== undefined);
  if (new Set(usedColumns).size === usedColumns.length) return;
  const message = 'Day, transaction ID and the columns of money are each another column';
  throw invalidInputError([{ path: 'columns', message }]);
}

/** The plan depends on text, database and day alone, so the import stores exactly what the preview showed. */
export async function planStatementTable(ctx: ReadingCtx, input: StatementInput, table: StatementTable) {
  const statementMethod = input.method ?? guessMethod(table);
  const missingColumns = listMissingColumns(table, statementMethod);
  const { description, isReadable } = describeTable(table, statementColumns, missingColumns);
  const linesPlan = isReadable ? await planLines(ctx, table, statementMethod) : emptyLinesPlan;
  const placesByLine = new Map(table.lines.map(({ line, place }) => [line, place]));
  const linesWithPlaces = linesPlan.lines.map((line) => ({
    ...line,
    place: placesByLine.get(line.line) ?? null,
  }));
  const planHash = hashPlan([
    input.text,
    description.from,
    description.sheets,
    statementMethod,
    linesWithPlaces,
  ]);
  return {
    hash: planHash,
    method: statementMethod,
    ...description,
    lines: linesWithPlaces,
    unheld: linesPlan.unheld,
  };
}

const emptyLinesPlan = { lines: [], unheld: [] };

async function planLines(ctx: ReadingCtx, table: StatementTable, method: StatementMethod) {
  const today = toLocalDay(ctx.now());
  const instituteNumbers = listInstituteNumbers((await getSite(ctx)).view);
  const statementLines = await restoreEarlierMarks(ctx, method, readLines(table, today, instituteNumbers));
  const statementPayments = statementLines.flatMap(({ payment }) => payment ?? []);
  const peopleIndex = await findPeople(ctx, statementPayments);
  const matchesByLine = new Map(
    statementPayments.map((payment) => [payment.line, matchPaymentToPerson(payment, peopleIndex)]),
  );
  const ownedPayments = statementPayments.map((payment) => ({
    ...payment,
    registrationId: matchesByLine.get(payment.line)?.registrationId ?? null,
  }));
  const recordMatches = await compareLinesWithRecords(ctx, method, ownedPayments);
  const reversedPayments = statementLines.flatMap(({ line, reversed: ofLine }) =>
    ofLine.map((one) => ({ ...one, line })),
  );
  const recordsById = await listRecords(
    ctx,
    reversedPayments.map(({ id }) => id),
  );
  const statementKey = { method, wallet: identifyWallet(table, method) };
  const { confirmed, unheld } = await readRecordsOfDays(ctx, statementKey, statementPayments, recordMatches);
  const reversingLines = new Map(
    reversedPayments.map(({ id, amount, line }) => [`${id} ${amount}`, line] as const),
  );
  const planEvidence = {
    method,
    matches: matchesByLine,
    compared: recordMatches,
    records: recordsById,
    confirmed,
    reversedBy: reversingLines,
  };
  const lines = statementLines.map((one) =>
    one.payment ? planPayment(one, planEvidence) : planNonPaymentLine(one, planEvidence),
  );
  return { lines, unheld };
}

type PaymentLine = Extract<ReadLine, { payment: StatementPayment }>;
type NonPaymentLine = Extract<ReadLine, { payment: null }>;

/** What is known of the lines of a statement. Without another remark the keys are line numbers. */
interface PlanEvidence {
  method: StatementMethod;
  matches: ReadonlyMap<number, PersonMatch>;
  compared: ReadonlyMap<number, RecordMatch>;
  /** Records of transactions that lines take back, by comparable ID. */
  records: ReadonlyMap<string, RecordedPayment[]>;
  /** Movements that a line of this statement is the first to confirm. */
  confirmed: ReadonlySet<number>;
  /** The number of the line that takes back a transaction, by the comparable ID and amount of the transaction. */
  reversedBy: ReadonlyMap<string, number>;
}

/** Plans a line that is no payment. */
function planNonPaymentLine(
  { line, state, reversed, ...read }: NonPaymentLine,
  evidence: PlanEvidence,
): PlannedLine {
  const { method, records } = evidence;
  const reversedRecords = reversed.flatMap(({ id, amount }) =>
    (records.get(id) ?? []).filter((record) => record.amount === amount),
  );
  const { receipt } =
    reversedRecords.find((record) => isPaidByMethod(method, record) && record.notReversed) ?? {};
  const message = receipt ? `It takes back a payment on record: cancel ${receipt}` : read.message;
  return { ...emptyPlannedLine, line, state, message };
}

/** Plans a payment. Another line of the file decides first, then the records, then the person. */
function planPayment(read: PaymentLine, evidence: PlanEvidence): PlannedLine {
  const { payment } = read;
  const recordMatch = evidence.compared.get(payment.line) ?? noRecordMatch;
  return (
    planReversedPayment(payment, evidence) ??
    planRecordedPayment(payment, recordMatch, evidence) ??
    planDoubtfulPayment(read, recordMatch, evidence) ?? {
      ...emptyPlannedLine,
      ...payment,
      ...findMatch(payment, evidence),
      before: recordMatch.before,
    }
  );
}

/** Plans a payment that another line of the file takes back. Null for other payments. */
function planReversedPayment(payment: StatementPayment, { reversedBy }: PlanEvidence): PlannedLine | null {
  const reversingLine = reversedBy.get(`${toComparableId(payment.operatorId)} ${payment.amount}`);
  if (!reversingLine) return null;
  return {
    ...emptyPlannedLine,
    ...payment,
    state: 'notMoney',
    message: `It was reversed in line ${reversingLine}`,
  };
}

/** Plans a payment that is on record, or that the office has left out as no fee. Null for other payments. */
function planRecordedPayment(
  payment: StatementPayment,
  record: RecordMatch,
  evidence: PlanEvidence,
): PlannedLine | null {
  const { state, message, before } = record;
  if (state === 'new' || state === 'likely' || state === 'cancelled') return null;
  const plannedLine = {
    ...emptyPlannedLine,
    ...payment,
    message,
    before,
    confirms: findConfirmedMovement(record, evidence),
  };
  return state === 'notFee' ? { ...plannedLine, state: 'notMoney', notFee: true } : { ...plannedLine, state };
}

/**
 * Plans a payment that may be on record already or be the institute's own money: the office ticks it if it is not.
 */
function planDoubtfulPayment(
  { payment, namesInstitute }: PaymentLine,
  record: RecordMatch,
  evidence: PlanEvidence,
): PlannedLine | null {
  if (record.state === 'new' && !namesInstitute) return null;
  const personMatch = findMatch(payment, evidence);
  const doubtMessage =
    record.state === 'new' ? 'Likely money of the institute itself, whose number it names' : record.message;
  return {
    ...emptyPlannedLine,
    ...payment,
    ...personMatch,
    state: 'likely',
    message: personMatch.registrationId ? `${doubtMessage}. ${personMatch.message}` : doubtMessage,
    mayBeKnown: true,
    twin: record.twin,
    confirms: findConfirmedMovement(record, evidence),
    before: record.before,
  };
}

const findMatch = ({ line }: StatementPayment, { matches }: PlanEvidence): PersonMatch =>
  matches.get(line) ?? makeUnassignedMatch('No pay code and no phone');

const findConfirmedMovement = ({ heldId }: RecordMatch, { confirmed }: PlanEvidence): number | null =>
  heldId !== null && confirmed.has(heldId) ? heldId : null;

const emptyPlannedLine = {
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

/**
 * Reads the movements of these days: `confirmed` are those that these lines confirm first, `unheld` have no line
 * here.
 */
async function readRecordsOfDays(
  ctx: ReadingCtx,
  statement: { method: StatementMethod; wallet: string },
  payments: readonly StatementPayment[],
  compared: ReadonlyMap<number, RecordMatch>,
) {
  const sortedDays = payments.map(({ day }) => day).sort();
  const recordedIds = new Set([...compared.values()].flatMap(({ heldId }) => heldId ?? []));
  const firstDay = sortedDays[0];
  const lastDay = sortedDays.at(-1);
  if (!firstDay || !lastDay) return { confirmed: new Set<number>(), unheld: [] };
  const unconfirmedMovements = await listUnconfirmedMovements(ctx, statement, {
    from: firstDay,
    to: lastDay,
    ids: [...recordedIds],
  });
  const movementsToConfirm = unconfirmedMovements.filter(
    (one) => !one.isImported && !one.isConfirmedByCaller,
  );
  return {
    confirmed: new Set(
      movementsToConfirm.flatMap(({ movementId }) => (recordedIds.has(movementId) ? movementId : [])),
    ),
    unheld: unconfirmedMovements.filter(({ movementId }) => !recordedIds.has(movementId)),
  };
}
