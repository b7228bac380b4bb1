import { registrationShape } from '@institute/contract';
import { plannedDays } from '@institute/contract/day-bounds';
import { feeLimits, type PeopleColumn, peopleColumns } from '@institute/contract/fees.constants';
import * as z from 'zod';
import { foldText } from '../../../../database/fold-text.ts';
import type { Table, TableLine } from '../../../platform/tables/table.ts';
import {
  findCellFault,
  type MonthPlace,
  placeMonth,
  readDay,
  readDebt,
} from '../../../platform/tables/table-cells.ts';

export interface ListedPerson {
  firstName: string;
  lastName: string;
  phone: string;
  guardianPhone: string | null;
  email: string | null;
  programId: number;
  program: string;
  startDate: string | null;
  /** Whole UGX, negative for a credit. Null when the line says nothing. */
  owes: number | null;
}

export interface ReadPerson {
  line: number;
  /** "Class B, row 3" when several sheets are read. */
  place: string | null;
  /** The name as in the list, also of a line that is not readable. */
  name: string;
  person: ListedPerson | null;
  message: string | null;
}

export interface ProgramName {
  id: number;
  name: string;
}

const personSchema = z
  .object(registrationShape)
  .pick({ firstName: true, lastName: true, phone: true, guardianPhone: true, email: true });

/** The columns' names on the screen. */
const fieldNames: Record<string, string> = {
  firstName: 'Name',
  lastName: 'Name',
  phone: 'Phone',
  guardianPhone: 'Guardian Phone',
  email: 'Email',
};

/** Reads the lines, before anything is known of the people on record. */
export function readPeople(
  table: Table<PeopleColumn>,
  programs: readonly ProgramName[],
  inThousands: boolean,
): ReadPerson[] {
  const { lines, columns } = table;
  const monthPlace = placeMonth(lines.map(({ cells }) => cells[columns.start ?? -1] ?? ''));
  const findProgram = makeProgramFinder(programs);
  return lines.map((row) => readPerson(row, table, { findProgram, monthPlace, inThousands }));
}

interface Lookups {
  findProgram: ReturnType<typeof makeProgramFinder>;
  monthPlace: MonthPlace;
  inThousands: boolean;
}

function readPerson(
  { line, place, cells }: TableLine,
  { columns, headings }: Table<PeopleColumn>,
  { findProgram, monthPlace, inThousands }: Lookups,
): ReadPerson {
  const readCell = (column: PeopleColumn): string => cells[columns[column] ?? -1] ?? '';
  const name = readCell('name');
  const typed = splitName(name, readCell('firstName'), readCell('surname'));
  const shown = [typed.firstName, typed.lastName].filter(Boolean).join(' ');
  const refuse = (why: string): ReadPerson => ({
    line,
    place,
    name: shown,
    person: null,
    message: `${place ?? `Line ${line}`}: ${why}`,
  });
  const fault = peopleColumns
    .map((column) => findCellFault(readCell(column), headings[columns[column] ?? -1] ?? ''))
    .find(Boolean);
  if (fault) return refuse(fault);
  const read = personSchema.safeParse({
    ...typed,
    // Somebody without a phone is called at his guardian's
    phone: readCell('phone') || readCell('guardianPhone'),
    guardianPhone: readCell('guardianPhone'),
    email: readCell('email'),
  });
  if (!read.success) {
    const [issue] = read.error.issues;
    return refuse(`${fieldNames[String(issue?.path[0])]}: ${issue?.message}`);
  }
  const program = findProgram(readCell('program'));
  if (typeof program === 'string') return refuse(program);
  const start = readCell('start');
  const startDate = start ? readDay(start, monthPlace) : null;
  if (start && !startDate) return refuse(`the start ${start} is not a day`);
  if (startDate && startDate < plannedDays.first) return refuse(`the start ${start} is too long ago`);
  const owed = readCell('owes');
  const owes = owed ? readDebt(owed, inThousands) : null;
  if (typeof owes === 'string') return refuse(owes);
  if (owes !== null && Math.abs(owes) > feeLimits.amount) return refuse(`nobody can owe ${owed}`);
  const { guardianPhone = null, email, ...own } = read.data;
  const found = { programId: program.id, program: program.name, startDate, owes };
  return {
    line,
    place,
    name: shown,
    person: { ...own, guardianPhone, email: email || null, ...found },
    message: null,
  };
}

/** Somebody with one name has no last name. "NAKATO, Amina" has the surname first. */
function splitName(name: string, given: string, surname: string) {
  if (given) return { firstName: given, lastName: surname };
  if (!name) return { firstName: surname, lastName: '' };
  const [, last, first] = /^([^,]+), *([^,]+)$/.exec(name) ?? [];
  if (last && first) return { firstName: first, lastName: last };
  const [firstName = '', ...others] = name.split(' ');
  return { firstName, lastName: others.join(' ') };
}

/** "Bakery and Catering" is "Bakery & Catering". */
const foldName = (name: string): string =>
  foldText(name)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const MAX_NAMED = 3;

function makeProgramFinder(programs: readonly ProgramName[]) {
  const byName = Map.groupBy(programs, ({ name }) => foldName(name));
  return (typed: string): ProgramName | string => {
    const folded = foldName(typed);
    if (!folded) return 'the program is missing';
    const [program, other] = byName.get(folded) ?? [];
    if (program && other) return `several programs are named ${typed}: give them names of their own first`;
    if (program) return program;
    const near = programs.filter(({ name }) => foldName(name).includes(folded)).map(({ name }) => name);
    const hint = near.length > 0 ? `. Is it ${near.slice(0, MAX_NAMED).join(' or ')}?` : '';
    return `there is no program ${typed}${hint}`;
  };
}
