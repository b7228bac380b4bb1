import { hash } from 'node:crypto';
import type { StatementImport, StatementInput } from '@institute/contract';
import {
  isBackdated,
  type LineState,
  lineStates,
  readPayCode,
  sumAmounts,
} from '@institute/contract/fees.constants';
import { fieldLimits } from '@institute/contract/fields.constants';
import { comparablePhone } from '@institute/contract/international-phone';
import { readReference } from '@institute/contract/reference';
import { hasSeat, registrationStatuses } from '@institute/contract/registrations.constants';
import { plainDigits } from '@institute/contract/text';
import { kampalaDay } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { AppError, invalidInput } from '../../../../errors.ts';
import { int, type Row, readRows, text } from '../../../../sql.ts';
import { transaction } from '../../../../transaction.ts';
import { comparedPhone, fullNameSql } from '../../registrations/registration.entity.ts';
import { foldText } from '../../registrations/registration-medical.service.ts';
import { lockAccountHolders, recordFeeActivity } from '../accounts/charge-office.service.ts';
import { listHolders } from '../accounts/fee-account.service.ts';
import {
  formatShillings,
  insertMovements,
  insertParts,
  type NewMovement,
} from '../accounts/fee-movement.service.ts';
import { queueUnassignedMessages } from '../accounts/fee-notice.service.ts';
import { forgetLeftOut, keepLines, leaveOut } from './kept-line.service.ts';
import { readStatementTable } from './pasted-table.service.ts';
import {
  guessMethod,
  missingColumns,
  readLines,
  type StatementMethod,
  type StatementPayment,
  type StatementTable,
  toStatement,
} from './statement-lines.ts';
import { lockImports } from './statement-lock.service.ts';
import { compareLines, isFrom, listRecords } from './statement-records.service.ts';
import type { Twin } from './statement-twin.service.ts';

type Reader = Pick<Ctx, 'em' | 'now'>;
type FileReader = Reader & Pick<Ctx, 'changes'>;

type OrNull<Fields> = { [Field in keyof Fields]: Fields[Field] | null };

interface PlannedLine extends OrNull<Omit<StatementPayment, 'line'>> {
  line: number;
  state: LineState;
  registrationId: number | null;
  /** Whose it is, or why it is unassigned. */
  message: string | null;
  /** It is left out unless its tick says that it is another payment. */
  mayBeKnown: boolean;
  /** The payment on record that it likely is. */
  twin: Twin | null;
  /** It was left out as no fee. */
  notFee: boolean;
  /** Movements on record with this ID. */
  before: number;
}

export const planStatement = async (ctx: FileReader, input: StatementInput) =>
  planTable(ctx, input, await readStatement(ctx, input));

const readStatement = async (ctx: FileReader, { text, columns }: StatementInput): Promise<StatementTable> =>
  toStatement(await readStatementTable(ctx, text), columns);

/** Depends on text, database and day alone, so that what is stored is what was shown. */
async function planTable(ctx: Reader, input: StatementInput, table: StatementTable) {
  const { headings, columns } = table;
  const method = input.method ?? guessMethod(table);
  /** Columns to choose before there are lines. */
  const missing = missingColumns(columns, method);
  const lines = missing.length > 0 ? [] : await planLines(ctx, table, method);
  return { hash: hashPlan([input.text, columns, method, lines]), method, headings, columns, missing, lines };
}

export const hashPlan = (content: unknown): string => hash('sha256', JSON.stringify(content));

async function planLines(ctx: Reader, table: StatementTable, method: StatementMethod) {
  const today = kampalaDay(ctx.now());
  const read = readLines(table, today);
  const payments = read.flatMap(({ payment }) => payment ?? []);
  const reversals = new Map(read.flatMap(({ line, reversed }) => reversed.map((id) => [id, line] as const)));
  const people = await findPeople(ctx, payments);
  const matches = new Map(payments.map((payment) => [payment.line, matchPerson(payment, people)]));
  const owned = payments.map((payment) => ({
    ...payment,
    registrationId: matches.get(payment.line)?.registrationId ?? null,
  }));
  const compared = await compareLines(ctx, method, owned);
  const records = await listRecords(ctx, [...reversals.keys()]);
  return read.map((one): PlannedLine => {
    const { line, payment } = one;
    if (!payment) {
      const reversed = one.reversed.flatMap((id) => records.get(id) ?? []);
      const { receipt } = reversed.find((record) => isFrom(method, record) && record.notReversed) ?? {};
      const message = receipt ? `It takes back a payment on record: cancel ${receipt}` : one.message;
      return { ...nothingImported, line, state: one.state, message };
    }
    const plan = { ...nothingImported, ...payment };
    const reversedBy = reversals.get(payment.operatorId.toUpperCase());
    if (reversedBy) return { ...plan, state: 'notMoney', message: `It was reversed in line ${reversedBy}` };
    const { before = 0, state, message = null, twin = null, notFee = false } = compared.get(line) ?? {};
    if (state && state !== 'likely') return { ...plan, state, message, notFee };
    const match = matches.get(line) ?? leaveUnassigned('No pay code and no phone');
    if (!state) return { ...plan, ...match, before };
    const whose = match.registrationId ? `. ${match.message}` : '';
    return { ...plan, ...match, before, state, message: `${message}${whose}`, mayBeKnown: true, twin };
  });
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
  notFee: false,
  before: 0,
};

const personColumns = {
  id: int,
  reference: text,
  name: text,
  status: z.enum(registrationStatuses),
  phones: z.array(text),
};
type Person = Row<typeof personColumns>;

interface People {
  /** The keys are ids and references. */
  byCode: Map<number | string, Person>;
  byPhone: Map<string, Person[]>;
}

async function findPeople({ em }: Reader, payments: readonly StatementPayment[]): Promise<People> {
  const typed = payments.flatMap(readTypedCodes).map(({ code }) => code);
  const ids = typed.flatMap((code) => (typeof code === 'number' ? code : []));
  const references = typed.filter((code) => typeof code === 'string');
  const phones = payments.flatMap(({ payerPhone }) => (payerPhone ? comparablePhone(payerPhone) : []));
  const people = await readRows(em, personColumns)(
    `select id, reference, ${fullNameSql()} as name, status,
       array_remove(array[${comparedPhone()}, public.dialled(guardian_phone)], null) as phones
     from registrations where deleted_at is null and (
       id in (select value::int from jsonb_array_elements_text(?::jsonb))
       or reference in (select jsonb_array_elements_text(?::jsonb))
       or ${comparedPhone()} in (select jsonb_array_elements_text(?::jsonb))
       or public.dialled(guardian_phone) in (select jsonb_array_elements_text(?::jsonb))
     ) order by id`,
    [ids, references, phones, phones].map((list) => JSON.stringify(list)),
  );
  const byPhone = new Map<string, Person[]>();
  for (const person of people) {
    for (const phone of new Set(person.phones)) byPhone.set(phone, [...(byPhone.get(phone) ?? []), person]);
  }
  const byCode = people.flatMap((person) =>
    [person.id, person.reference].map((code) => [code, person] as const),
  );
  return { byCode: new Map(byCode), byPhone };
}

interface TypedCode {
  /** A registration's id by its pay code, or its reference. */
  code: number | string;
  /** A number among other words may be another one. */
  isSure: boolean;
}

/** Ends before a number that can only be a pay code. Agents, branches and tills have codes too. */
const beforeCode =
  /(?:^|[^\p{L}])(?:(?:pay(?:ment)?|fees?|student|school|pupil|my|his|her|the) ?(?:code|id|no|number)|student|(?:^|[,;:/.] ?)code)(?: ?(?:no|number|is))?[ .:#=-]{0,3}$/iu;

/** What the payer may have typed. An amount is no code, nor is a year among words. */
function readTypedCodes({ typedReason, amount }: StatementPayment): TypedCode[] {
  const words = plainDigits(typedReason ?? '').trim();
  const references = words.match(/\bREG[\s-]?[\dO]{4}[\s-]?[\dO]{6,10}\b/gi) ?? [];
  const rest = references.reduce((left, reference) => left.replace(reference, ' '), words);
  const isWhole = readPayCode(words) != null;
  const numbers = isWhole
    ? [{ 0: words.replace(/[\s-]/g, ''), index: 0 }]
    : rest.matchAll(/(?<![\d.,])\d{2,11}(?![\d.,]*\d)/g);
  return [
    ...references.flatMap((reference) => {
      const code = readReference(reference);
      return code ? { code, isSure: true } : [];
    }),
    ...[...numbers].flatMap(({ 0: number, index }) => {
      const id = readPayCode(number);
      const isSure = isWhole || beforeCode.test(rest.slice(Math.max(0, index - 40), index));
      const isOther = Number(number) === amount || (!isSure && /^20\d\d$/.test(number));
      return id && id <= fieldLimits.id && !isOther ? { code: id, isSure } : [];
    }),
  ];
}

/** Two words of the name stand in the line, or the only one. */
function hasName({ name }: Person, { payerName, typedReason }: StatementPayment): boolean {
  const listWords = (text: string) => [...new Set(foldText(text).match(/\p{L}{2,}/gu))];
  const own = listWords(name);
  const written = listWords(`${payerName ?? ''} ${typedReason ?? ''}`);
  const common = own.filter((word) => written.includes(word)).length;
  return common > 0 && common >= Math.min(2, own.length);
}

type Match = Pick<PlannedLine, 'state' | 'registrationId' | 'message'>;

function matchPerson(payment: StatementPayment, { byCode, byPhone }: People): Match {
  const { payerPhone } = payment;
  const callers = (payerPhone && byPhone.get(comparablePhone(payerPhone))) || [];
  const typed = readTypedCodes(payment).flatMap(({ code, isSure }) => {
    const person = byCode.get(code);
    return person ? { person, isSure: isSure || callers.includes(person) || hasName(person, payment) } : [];
  });
  const named = new Set(typed.map(({ person }) => person));
  const sure = new Set(typed.flatMap(({ person, isSure }) => (isSure ? person : [])));
  const [person, other] = sure.size > 0 ? sure : named;
  if (person && other) return leaveUnassigned('Its reason has the codes of several people');
  if (person) return toMatch(sure.size > 0 && named.size === 1 ? 'matched' : 'likely', person);
  const seated = callers.filter(({ status }) => hasSeat(status));
  const [likely, another] = seated.length > 0 ? seated : callers;
  if (likely && another) return leaveUnassigned(`${callers.length} registrations have this phone`);
  if (likely) return toMatch('likely', likely);
  return leaveUnassigned(payerPhone ? 'No pay code, and nobody has this phone' : 'No pay code and no phone');
}

const toMatch = (state: 'matched' | 'likely', { id, name, reference }: Person): Match => ({
  state,
  registrationId: id,
  message: `${name}, ${reference}`,
});
const leaveUnassigned = (message: string): Match => ({ state: 'unmatched', registrationId: null, message });

export const changedSince = (): AppError =>
  new AppError('CONFLICT', 'The list has changed since the preview. Look again.');

/** Stores all lines of the plan or none. What only owners may store waits for one. */
export async function importStatement(ctx: Ctx, { hash, likely, choices = [], ...input }: StatementImport) {
  // Before the transaction, which would wait for other files
  const table = await readStatement(ctx, input);
  return transaction(ctx, async (tx) => {
    await lockImports(tx);
    const plan = await planTable(tx, input, table);
    if (plan.hash !== hash) throw changedSince();
    const ticked = new Set(likely);
    refuseWrongChoices(plan.lines, choices, ticked);
    const chosen = new Map(choices.map((choice) => [choice.line, choice]));
    const lines = plan.lines.map((line) => chooseLine(line, chosen.get(line.line), ticked.has(line.line)));
    const payments = lines.flatMap(({ state, amount, day: receivedOn, operatorId, ...line }) => {
      const isStored = state === 'matched' || state === 'likely' || state === 'unmatched';
      if (!isStored || amount === null || receivedOn === null || operatorId === null) return [];
      const money = { kind: 'payment' as const, method: plan.method, isImported: true, amount, receivedOn };
      return [{ ...line, ...money, state, operatorId, note: line.typedReason }];
    });
    const today = kampalaDay(tx.now());
    const mustWait = ({ receivedOn }: { receivedOn: string }) =>
      !tx.actor?.isOwner && isBackdated(receivedOn, today);
    const waiting = payments.filter(mustWait);
    await storePayments(
      tx,
      payments.filter((payment) => !mustWait(payment)),
    );
    await keepWaiting(tx, waiting, ticked);
    await leaveOutLines(tx, plan, chosen);
    const waits = new Set(waiting.map(({ line }) => line));
    const stored = lines.filter(({ line }) => !waits.has(line));
    return { ...countStates(stored), waiting: waiting.length };
  });
}

type Choice = NonNullable<StatementImport['choices']>[number];
type ChosenLine = PlannedLine & { parts: { registrationId: number; amount: number }[] };

/** What becomes of a line. */
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
  if (locked.length < holders.size) throw changedSince();
  if (payments.length === 0) return;
  const stored = await insertMovements(tx, payments);
  // The desk or a notice was first
  if (stored.length < payments.length) throw changedSince();
  await insertParts(
    tx,
    stored.flatMap(({ id: movementId, parts }) => parts.map((part) => ({ movementId, ...part }))),
  );
  await queueUnassignedMessages(
    tx,
    payments.filter((payment) => payment.parts.length === 0),
  );
  const what = `${payments.length} fee payments of ${formatShillings(sumAmounts(payments))}`;
  await recordFeeActivity(tx, null, `Imported ${what} from a statement`);
}

async function keepWaiting(
  tx: TxCtx,
  payments: readonly ChosenPayment[],
  ticked: ReadonlySet<number>,
): Promise<void> {
  if (payments.length === 0) return;
  const lines = payments.map(({ parts, line, method, operatorId, amount, receivedOn, ...payment }) => ({
    ...{ state: 'waiting' as const, method, operatorId, amount, receivedOn },
    payerName: payment.payerName ?? null,
    payerPhone: payment.payerPhone ?? null,
    note: payment.note ?? null,
    people: listHolders(parts),
    amounts: parts.map((part) => part.amount),
    isAnother: payment.mayBeKnown && ticked.has(line),
  }));
  await keepLines(tx, lines);
  const what = `${lines.length} fee payments of ${formatShillings(sumAmounts(lines))}`;
  await recordFeeActivity(tx, null, `Imported ${what} from a statement, which wait for an owner`);
}

/** Remembers which lines are no fees, and forgets it of those that are given to people after all. */
async function leaveOutLines(
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
  await leaveOut(
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
  const refuse = (message: string) => invalidInput([{ path: 'choices', message }]);
  for (const { line, ...choice } of choices) {
    const { state, amount, mayBeKnown, notFee } = byNumber.get(line) ?? {};
    const isMoney = state === 'matched' || state === 'likely' || state === 'unmatched';
    if (!isMoney && !(notFee && 'parts' in choice)) throw changedSince();
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
