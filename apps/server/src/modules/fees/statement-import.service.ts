import { hash } from 'node:crypto';
import type { StatementImport, StatementInput } from '@institute/contract';
import {
  type FeeMethod,
  feeMethodNames,
  type LineState,
  lineStates,
  readPayCode,
} from '@institute/contract/fees.constants';
import { fieldLimits } from '@institute/contract/fields.constants';
import { comparablePhone } from '@institute/contract/international-phone';
import { readReference } from '@institute/contract/reference';
import { hasSeat, type RegistrationStatus } from '@institute/contract/registrations.constants';
import { plainDigits } from '@institute/contract/text';
import { kampalaDay } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { comparedPhone, fullNameSql } from '../registrations/registration.entity.ts';
import { foldText } from '../registrations/registration-medical.service.ts';
import { lockAccountHolders, recordFeeActivity } from './charge-office.service.ts';
import { formatShillings, insertMovements, insertParts } from './fee-movement.service.ts';
import { tellUnassigned } from './fee-notice.service.ts';
import {
  guessMethod,
  missingColumns,
  readLine,
  readStatement,
  type StatementMethod,
  type StatementPayment,
  type StatementTable,
} from './statement-lines.ts';

type Reader = Pick<Ctx, 'em' | 'now'>;

type OrNull<Fields> = { [Field in keyof Fields]: Fields[Field] | null };

interface PlannedLine extends OrNull<Omit<StatementPayment, 'line'>> {
  line: number;
  state: LineState;
  registrationId: number | null;
  /** Whose it is, or why it is nobody's. */
  message: string | null;
  /** Without a tick it is left out. */
  mayBeKnown: boolean;
  /** Movements on record with this ID. */
  before: number;
}

/** Depends on the text, the database and the day alone, so that what is stored is what was shown. */
export async function planStatement(ctx: Reader, input: StatementInput) {
  const table = readStatement(input.text, input.columns);
  const { headings, columns } = table;
  const method = input.method ?? guessMethod(table);
  /** Columns to choose before there are lines. */
  const missing = missingColumns(columns);
  const lines = missing.length > 0 ? [] : await planLines(ctx, table, method);
  return { hash: hashPlan([input.text, columns, method, lines]), method, headings, columns, missing, lines };
}

export const hashPlan = (content: unknown): string => hash('sha256', JSON.stringify(content));

async function planLines(ctx: Reader, table: StatementTable, method: StatementMethod) {
  const today = kampalaDay(ctx.now());
  const read = table.lines.map((line) => readLine(line, table, today));
  const payments = read.flatMap(({ payment }) => payment ?? []);
  const reversals = new Map(read.flatMap(({ line, reversed }) => reversed.map((id) => [id, line] as const)));
  const byId = Map.groupBy(payments, ({ operatorId }) => operatorId.toUpperCase());
  const records = await listRecords(ctx, [...byId.keys(), ...reversals.keys()]);
  const compared = new Map(
    [...byId].flatMap(([id, lines]) => compareTransaction(method, lines, records.get(id) ?? [])),
  );
  const people = await findPeople(ctx, payments);
  return read.map((one): PlannedLine => {
    const { line, payment } = one;
    if (!payment) {
      const reversed = one.reversed.flatMap((id) => records.get(id) ?? []);
      const { receipt } = reversed.find((record) => isFrom(method, record) && record.stands) ?? {};
      const message = receipt ? `It takes back a payment on record: cancel ${receipt}` : one.message;
      return { ...nothing, line, state: one.state, message };
    }
    const plan = { ...nothing, ...payment };
    const reversedBy = reversals.get(payment.operatorId.toUpperCase());
    if (reversedBy) return { ...plan, state: 'notMoney', message: `It was reversed in line ${reversedBy}` };
    const { before = 0, state, message } = compared.get(line) ?? {};
    if (state && state !== 'likely') return { ...plan, state, message: message ?? null };
    const match = matchPerson(payment, people);
    if (!state) return { ...plan, ...match, before };
    const whose = match.registrationId ? `. ${match.message}` : '';
    return { ...plan, ...match, before, state, message: `${message}${whose}`, mayBeKnown: true };
  });
}

const nothing = {
  amount: null,
  operatorId: null,
  day: null,
  payerName: null,
  payerPhone: null,
  typedReason: null,
  registrationId: null,
  mayBeKnown: false,
  before: 0,
};

/** What is on record of a transaction ID. */
interface Recorded {
  method: FeeMethod;
  amount: number;
  receipt: string;
  stands: boolean;
}

const isFrom = (method: StatementMethod, record: Recorded): boolean =>
  record.method === method || record.method === 'online';

/**
 * By the id in capitals. What was taken back while it was nobody's still stands: it was no fee.
 */
async function listRecords({ em }: Reader, ids: readonly string[]) {
  const capitals = JSON.stringify(ids);
  const rows = await em.execute<(Omit<Recorded, 'receipt'> & { id: string; receipt: string | null })[]>(
    `select upper(movement.operator_id) as id, movement.method, movement.amount,
       coalesce(part.receipt, counter.number, movement.number) as receipt, counter.id is null or part.count = 0 as stands
     from fee_movements as movement left join fee_movements as counter on counter.counters = movement.id
     cross join lateral (
       select min(receipt_number) as receipt, count(*) from fee_parts where movement_id = movement.id
     ) as part
     where movement.method <> 'online' and upper(movement.operator_id) in (select jsonb_array_elements_text(?::jsonb))
     union all select upper(tx_ref), 'online', amount, receipt_number, true from online_fees
     where upper(tx_ref) in (select jsonb_array_elements_text(?::jsonb)) order by receipt`,
    [capitals, capitals],
  );
  const records = rows.map((row) => ({ ...row, receipt: row.receipt ?? `the unassigned payment ${row.id}` }));
  return Map.groupBy(records, ({ id }) => id);
}

interface Compared {
  state?: 'known' | 'differs' | 'likely';
  message?: string;
  before?: number;
}

/** Lines with one ID, by their numbers. At an operator they are one transaction, at a bank perhaps a batch. */
function compareTransaction(
  method: StatementMethod,
  lines: readonly StatementPayment[],
  records: readonly Recorded[],
): [number, Compared][] {
  const standing = records.filter((record) => record.stands && isFrom(method, record));
  const elsewhere = records.find((record) => record.stands && !isFrom(method, record));
  const before = records.filter((record) => record.method === method).length;
  const left = [...standing];
  const known = new Map(
    lines.flatMap(({ line, amount }) => {
      const at = left.findIndex((record) => record.amount === amount);
      return at === -1 ? [] : left.splice(at, 1).map(({ receipt }) => [line, receipt] as const);
    }),
  );
  const other = left[0] ?? (method === 'bank' ? undefined : standing[0]);
  const compareLine = ({ line, amount }: StatementPayment, at: number): Compared => {
    const earlier = lines.slice(0, at);
    const twin = earlier.find((one) => one.amount === amount);
    const first = method === 'bank' ? undefined : earlier[0];
    if (known.has(line)) return { state: 'known', message: `On record: ${known.get(line)}` };
    if (first && twin) return { state: 'known', message: `The same transaction as line ${twin.line}` };
    if (other)
      return {
        state: 'differs',
        message: `On record as ${formatShillings(other.amount)} in ${other.receipt}`,
      };
    if (first)
      return {
        state: 'differs',
        message: `Line ${first.line} has this ID with ${formatShillings(first.amount)}`,
      };
    if (twin) return { state: 'likely', message: 'This ID stands twice with the same amount', before };
    if (!elsewhere) return { before };
    const message = `This ID is on record under ${feeMethodNames[elsewhere.method]}: ${elsewhere.receipt}`;
    return { state: 'likely', message, before };
  };
  return lines.map((one, at) => [one.line, compareLine(one, at)]);
}

interface Person {
  id: number;
  reference: string;
  name: string;
  status: RegistrationStatus;
  phones: string[];
}

interface People {
  /** By id and by reference. */
  byCode: Map<number | string, Person>;
  byPhone: Map<string, Person[]>;
}

async function findPeople({ em }: Reader, payments: readonly StatementPayment[]): Promise<People> {
  const typed = payments.flatMap(readTypedCodes).map(({ code }) => code);
  const ids = typed.flatMap((code) => (typeof code === 'number' ? code : []));
  const references = typed.filter((code) => typeof code === 'string');
  const phones = payments.flatMap(({ payerPhone }) => (payerPhone ? comparablePhone(payerPhone) : []));
  const people = await em.execute<Person[]>(
    `select id, reference, ${fullNameSql()} as name, status,
       array[${comparedPhone()}, public.dialled(guardian_phone)] as phones
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
  if (person && other) return toNobody('Its reason has the codes of several people');
  if (person) return toMatch(sure.size > 0 && named.size === 1 ? 'matched' : 'likely', person);
  const seated = callers.filter(({ status }) => hasSeat(status));
  const [likely, another] = seated.length > 0 ? seated : callers;
  if (likely && another) return toNobody(`${callers.length} registrations have this phone`);
  if (likely) return toMatch('likely', likely);
  return toNobody(payerPhone ? 'No pay code, and nobody has this phone' : 'No pay code and no phone');
}

const toMatch = (state: 'matched' | 'likely', { id, name, reference }: Person): Match => ({
  state,
  registrationId: id,
  message: `${name}, ${reference}`,
});
const toNobody = (message: string): Match => ({ state: 'unmatched', registrationId: null, message });

export const changedSince = (): AppError =>
  new AppError('CONFLICT', 'The list has changed since the preview. Look again.');

/** One import at a time: two of them could wait for each other's lines. */
export async function lockImports({ em }: Pick<TxCtx, 'em'>): Promise<void> {
  const [lock] = await em.execute<{ isMine: boolean }[]>(
    `select pg_try_advisory_xact_lock(hashtextextended('imports of fees', 0)) as "isMine"`,
  );
  if (!lock?.isMine) throw new AppError('CONFLICT', 'Another import is running');
}

/** Stores all lines of the plan or none. */
export function importStatement(ctx: Ctx, { hash, likely, ...input }: StatementImport) {
  return transaction(ctx, async (tx) => {
    await lockImports(tx);
    const plan = await planStatement(tx, input);
    if (plan.hash !== hash) throw changedSince();
    const ticked = new Set(likely);
    const lines = plan.lines.map((line) =>
      line.state === 'likely' && !ticked.has(line.line)
        ? {
            ...line,
            state: line.mayBeKnown ? ('known' as const) : ('unmatched' as const),
            registrationId: null,
          }
        : line,
    );
    const payments = lines.flatMap(({ state, amount, day: receivedOn, typedReason: note, ...line }) => {
      const isStored = state === 'matched' || state === 'likely' || state === 'unmatched';
      if (!isStored || amount === null || receivedOn === null) return [];
      return [{ ...line, kind: 'payment' as const, amount, method: plan.method, receivedOn, note }];
    });
    const holders = new Set(payments.flatMap(({ registrationId }) => registrationId ?? []));
    const locked = await lockAccountHolders(tx, [...holders]);
    if (locked.length < holders.size) throw changedSince();
    if (payments.length > 0) {
      const ids = await insertMovements(tx, payments);
      // The desk or a notice was first
      if (ids.length < payments.length) throw changedSince();
      const parts = payments.flatMap(({ registrationId, amount }, at) =>
        registrationId === null ? [] : { movementId: ids[at] ?? 0, registrationId, amount },
      );
      await insertParts(tx, parts);
      await tellUnassigned(
        tx,
        payments.filter(({ registrationId }) => registrationId === null),
      );
      const sum = payments.reduce((all, { amount }) => all + amount, 0);
      const what = `${payments.length} fee payments of ${formatShillings(sum)}`;
      await recordFeeActivity(tx, null, `Imported ${what} from a statement`);
    }
    return countStates(lines);
  });
}

const countStates = (lines: readonly PlannedLine[]) =>
  Object.fromEntries(
    lineStates.map((state) => [state, lines.filter((line) => line.state === state).length]),
  ) as Record<LineState, number>;
