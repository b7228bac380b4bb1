import { registrationShape } from '@institute/contract';
import { plannedDays } from '@institute/contract/day-bounds';
import { feeLimits, type PeopleColumn, peopleImportColumns } from '@institute/contract/fees.constants';
import * as z from 'zod';
import { foldToPlainLetters } from '../../../../database/fold-text.ts';
import type { Table, TableLine } from '../../../platform/tables/table.ts';
import {
  findCellFault,
  findMonthPlace,
  type MonthPlace,
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
  /** Whole UGX, negative for a credit. Null when the line has no debt. */
  owes: number | null;
}

export interface PersonLine {
  line: number;
  /** Place in the file, such as "Class B, row 3", when several sheets are read. */
  place: string | null;
  /** The name as in the list. A line that cannot be read has it too. */
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

/** Names of the columns on the screen, for messages. */
const fieldNames: Record<string, string> = {
  firstName: 'Name',
  lastName: 'Name',
  phone: 'Phone',
  guardianPhone: 'Guardian Phone',
  email: 'Email',
};

/** Reads the lines without the database: the caller compares them with the people on record. */
export function readPeople(
  table: Table<PeopleColumn>,
  programs: readonly ProgramName[],
  inThousands: boolean,
): PersonLine[] {
  const { lines, columns } = table;
  const monthPlace = findMonthPlace(lines.map(({ cells }) => cells[columns.start ?? -1] ?? ''));
  const findProgram = makeProgramFinder(programs);
  return lines.map((row) => readPerson(row, table, { findProgram, monthPlace, inThousands }));
}

interface PersonLookups {
  findProgram: ReturnType<typeof makeProgramFinder>;
  monthPlace: MonthPlace;
  inThousands: boolean;
}

function readPerson(
  { line, place, cells }: TableLine,
  { columns, headings }: Table<PeopleColumn>,
  { findProgram, monthPlace, inThousands }: PersonLookups,
): PersonLine {
  const readCell = (column: PeopleColumn): string => cells[columns[column] ?? -1] ?? '';
  const listedName = readCell('name');
  const typedName = splitName(listedName, readCell('firstName'), readCell('surname'));
  const shownName = [typedName.firstName, typedName.lastName].filter(Boolean).join(' ');
  const makeUnreadableLine = (why: string): PersonLine => ({
    line,
    place,
    name: shownName,
    person: null,
    message: `${place ?? `Line ${line}`}: ${why}`,
  });
  const cellFault = peopleImportColumns
    .map((column) => findCellFault(readCell(column), headings[columns[column] ?? -1] ?? ''))
    .find(Boolean);
  if (cellFault) return makeUnreadableLine(cellFault);
  const parsedPerson = personSchema.safeParse({
    ...typedName,
    // Without a phone of the person, the guardian's phone stands for it
    phone: readCell('phone') || readCell('guardianPhone'),
    guardianPhone: readCell('guardianPhone'),
    email: readCell('email'),
  });
  if (!parsedPerson.success) {
    const [issue] = parsedPerson.error.issues;
    return makeUnreadableLine(`${fieldNames[String(issue?.path[0])]}: ${issue?.message}`);
  }
  const foundProgram = findProgram(readCell('program'));
  if (typeof foundProgram === 'string') return makeUnreadableLine(foundProgram);
  const typedStart = readCell('start');
  const startDate = typedStart ? readDay(typedStart, monthPlace) : null;
  if (typedStart && !startDate) return makeUnreadableLine(`the start ${typedStart} is not a day`);
  if (startDate && startDate < plannedDays.first)
    return makeUnreadableLine(`the start ${typedStart} is too long ago`);
  const debtText = readCell('owes');
  const parsedDebt = debtText ? readDebt(debtText, inThousands) : null;
  if (typeof parsedDebt === 'string') return makeUnreadableLine(parsedDebt);
  if (parsedDebt !== null && Math.abs(parsedDebt) > feeLimits.amount)
    return makeUnreadableLine(`nobody can owe ${debtText}`);
  const { guardianPhone = null, email, ...own } = parsedPerson.data;
  const courseFields = {
    programId: foundProgram.id,
    program: foundProgram.name,
    startDate,
    owes: parsedDebt,
  };
  return {
    line,
    place,
    name: shownName,
    person: { ...own, guardianPhone, email: email || null, ...courseFields },
    message: null,
  };
}

/** Splits a full name. A single word becomes the first name. "NAKATO, Amina" has the surname first. */
function splitName(name: string, given: string, surname: string) {
  if (given) return { firstName: given, lastName: surname };
  if (!name) return { firstName: surname, lastName: '' };
  const [, last, first] = /^([^,]+), *([^,]+)$/.exec(name) ?? [];
  if (last && first) return { firstName: first, lastName: last };
  const [firstName = '', ...others] = name.split(' ');
  return { firstName, lastName: others.join(' ') };
}

/** Folds a program name for comparison: "Bakery and Catering" equals "Bakery & Catering". */
const foldProgramName = (name: string): string =>
  foldToPlainLetters(name)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const MAX_SUGGESTIONS = 3;

function makeProgramFinder(programs: readonly ProgramName[]) {
  const programsByName = Map.groupBy(programs, ({ name }) => foldProgramName(name));
  return (typed: string): ProgramName | string => {
    const foldedName = foldProgramName(typed);
    if (!foldedName) return 'the program is missing';
    const [program, other] = programsByName.get(foldedName) ?? [];
    if (program && other) return `several programs are named ${typed}: give them names of their own first`;
    if (program) return program;
    const similarNames = programs
      .filter(({ name }) => foldProgramName(name).includes(foldedName))
      .map(({ name }) => name);
    const suggestionText =
      similarNames.length > 0 ? `. Is it ${similarNames.slice(0, MAX_SUGGESTIONS).join(' or ')}?` : '';
    return `there is no program ${typed}${suggestionText}`;
  };
}
