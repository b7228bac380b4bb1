import { type PeopleImport, registrationShape } from '@institute/contract';
import { feeLimits, type PeopleColumn, peopleColumns } from '@institute/contract/fees.constants';
import { comparablePhone } from '@institute/contract/international-phone';
import { kampalaDay } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { invalidInput } from '../../../../errors.ts';
import { int, readRows, text } from '../../../../sql.ts';
import { transaction } from '../../../../transaction.ts';
import { insertCharges } from '../../charges/charge.service.ts';
import { PROGRAMS } from '../../programs/program.entity.ts';
import { comparedPhone, fullNameSql } from '../../registrations/registration.entity.ts';
import { type ImportedPerson, insertAccepted } from '../../registrations/registration-import.service.ts';
import { recordFeeActivity } from '../accounts/charge-office.service.ts';
import { readPeopleTable } from './pasted-table.service.ts';
import { changedSince, hashPlan } from './statement-import.service.ts';
import { lockImports } from './statement-lock.service.ts';
import { type MonthPlace, placeMonth, readAmount, readDay } from './table-cells.ts';
import { type PastedTable, peopleLayout, type TableLine } from './table-layouts.ts';

type Reader = Pick<Ctx, 'em' | 'now'>;
type Table = PastedTable<PeopleColumn>;

interface PlannedPerson {
  line: number;
  /** `known` has a registration of this program already. */
  state: 'new' | 'known' | 'unreadable';
  person: (ImportedPerson & { program: string; owes: number }) | null;
  message: string | null;
}

const person = z
  .object(registrationShape)
  .pick({ firstName: true, lastName: true, phone: true, guardianPhone: true });

const fieldNames: Record<string, string> = {
  firstName: 'the name',
  lastName: 'the name',
  phone: 'the phone',
  guardianPhone: 'the phone of the guardian',
};

export const planPeople = async (ctx: Reader & Pick<Ctx, 'changes'>, text: string) =>
  planTable(ctx, text, await readPeopleTable(ctx, text));

/** Depends on the text and the database alone. */
async function planTable(ctx: Reader, text: string, { lines: rows, columns }: Table) {
  if (!peopleLayout.isComplete(columns)) {
    const message = 'The first line names the columns: Name, Phone, Program, Start, Owes, Guardian Phone';
    throw invalidInput([{ path: 'text', message }]);
  }
  const programs = await findPrograms(ctx);
  const monthPlace = placeMonth(rows.map(({ cells }) => cells[columns.start ?? -1] ?? ''));
  const read = rows.map((row) => readPerson(row, { columns, programs, monthPlace }));
  const known = await findKnown(ctx, read);
  const lines = read.map((line): PlannedPerson => {
    if (!line.person) return line;
    const key = toKey(line.person);
    const holder = known.get(key);
    known.set(key, holder ?? `line ${line.line}`);
    return holder ? { ...line, state: 'known', message: `On record already: ${holder}` } : line;
  });
  return { hash: hashPlan([text, lines]), lines };
}

async function findPrograms({ em }: Reader) {
  const rows = await readRows(em, { id: int, name: text })(
    `select id, name from ${PROGRAMS} where deleted_at is null order by id desc`,
  );
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));
}

interface PeopleTable {
  columns: Table['columns'];
  programs: ReadonlyMap<string, number>;
  monthPlace: MonthPlace;
}

function readPerson(
  { line, cells }: TableLine,
  { columns, programs, monthPlace }: PeopleTable,
): PlannedPerson {
  const [name = '', phone, program = '', start, owed, guardianPhone, given = '', surname = ''] =
    peopleColumns.map((column) => cells[columns[column] ?? -1] ?? '');
  const unreadable = { line, state: 'unreadable' as const, person: null };
  const refuse = (why: string): PlannedPerson => ({ ...unreadable, message: `Line ${line}: ${why}` });
  const [first = '', ...others] = name.split(' ');
  const typed = name ? [first, others.join(' ')] : given ? [given, surname] : [surname, ''];
  const [firstName, lastName] = typed;
  const read = person.safeParse({ firstName, lastName, phone, guardianPhone });
  if (!read.success) {
    const [issue] = read.error.issues;
    return refuse(`${fieldNames[String(issue?.path[0])]}: ${issue?.message}`);
  }
  const programId = programs.get(program.toLowerCase());
  if (programId === undefined) return refuse(`there is no program ${program}`);
  const startDate = start ? readDay(start, monthPlace) : null;
  if (start && !startDate) return refuse(`the start ${start} is not a day`);
  const owes = owed ? readAmount(owed) : 0;
  if (typeof owes === 'string') return refuse(owes);
  if (owes < 0 || owes > feeLimits.amount) return refuse(`nobody can owe ${owed}`);
  const guardian = { guardianPhone: read.data.guardianPhone ?? null };
  const imported = { ...read.data, ...guardian, programId, program, startDate, owes };
  return { line, state: 'new', person: imported, message: null };
}

const toKey = ({ phone, programId, firstName, lastName }: ImportedPerson): string =>
  `${comparablePhone(phone)} ${programId} ${firstName} ${lastName}`.trim().toLowerCase();

/** References by the key of the person. */
async function findKnown({ em }: Reader, lines: readonly PlannedPerson[]) {
  const phones = lines.flatMap(({ person }) => (person ? comparablePhone(person.phone) : []));
  const rows = await readRows(em, { key: text, reference: text })(
    `select lower(${comparedPhone()} || ' ' || program_id || ' ' || ${fullNameSql()}) as key, reference
     from registrations where deleted_at is null and status in ('accepted', 'completed')
       and ${comparedPhone()} in (select jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify(phones)],
  );
  return new Map(rows.map(({ key, reference }) => [key, reference]));
}

/** Registrations with what they owe, which is due today. All or none. */
export async function importPeople(ctx: Ctx, { text, hash }: PeopleImport) {
  // Before the transaction, which would wait for other files
  const table = await readPeopleTable(ctx, text);
  return transaction(ctx, async (tx) => {
    await lockImports(tx);
    const plan = await planTable(tx, text, table);
    if (plan.hash !== hash) throw changedSince();
    const people = plan.lines.flatMap(({ state, person }) => (state === 'new' && person ? person : []));
    const stored = await insertAccepted(tx, people);
    const opening = { kind: 'opening', label: 'Opening balance', dueOn: kampalaDay(tx.now()) } as const;
    const openings = stored.flatMap(({ id: registrationId, owes: amount }) =>
      amount > 0 ? { ...opening, registrationId, amount } : [],
    );
    await insertCharges(tx, openings);
    const { length: imported } = stored;
    if (imported > 0) await recordFeeActivity(tx, null, `Imported ${imported} people who study already`);
    const count = (state: PlannedPerson['state']) => plan.lines.filter((line) => line.state === state).length;
    return { imported, known: count('known'), unreadable: count('unreadable') };
  });
}
