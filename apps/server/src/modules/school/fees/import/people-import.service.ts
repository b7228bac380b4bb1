import type { PeopleImport, PeopleInput } from '@institute/contract';
import { countPeople } from '@institute/contract/count-items';
import { type PeopleColumn, peopleColumns } from '@institute/contract/fees.constants';
import { toComparablePhone } from '@institute/contract/international-phone';
import { joinFullName } from '@institute/contract/registration-fields.constants';
import { toLocalDay } from '@institute/contract/time';
import { refuseUnconfirmed } from '../../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { withContentChange } from '../../../../database/changes.ts';
import { AppError } from '../../../../errors.ts';
import { int, intOrNull, listIds, readRows, text } from '../../../../sql.ts';
import {
  changedSinceError,
  describeTable,
  hashPlan,
  makeTableReader,
} from '../../../platform/tables/table.service.ts';
import type { Table } from '../../../platform/tables/table.ts';
import { insertCharges } from '../../charges/charge.service.ts';
import { notePlaces } from '../../charges/control-note.service.ts';
import { changeDebts } from '../../charges/debt-change.service.ts';
import { INTAKES_TABLE, takenSeatsSql } from '../../intakes/intake.entity.ts';
import { lockSeats } from '../../intakes/intake-seats.service.ts';
import { PROGRAMS_TABLE } from '../../programs/program.entity.ts';
import { comparedPhoneSql, fullNameSql } from '../../registrations/registration.entity.ts';
import { insertAccepted } from '../../registrations/registration-import.service.ts';
import { recordFeeActivity } from '../accounts/charge-office.service.ts';
import { listHolders, readSums } from '../accounts/fee-account.service.ts';
import { formatShillings } from '../accounts/fee-movement.service.ts';
import { isInThousands, listBalanceHeadings, listMissingPeopleColumns } from './people-layout.ts';
import { type ListedPerson, type ReadPerson, readPeople } from './people-lines.ts';
import { lockImports } from './statement-lock.service.ts';

type Reader = Pick<Ctx, 'em' | 'now'>;
type PeopleTable = Table<PeopleColumn>;

interface PlannedPerson extends Omit<ReadPerson, 'person'> {
  /** `known`: the person has a registration of this program; `differs`: one with another debt. */
  state: 'new' | 'known' | 'differs' | 'unreadable';
  person: (ListedPerson & { intakeId: number | null }) | null;
}

/** An intake for people who are new. */
interface PlannedIntake {
  programId: number;
  program: string;
  startsOn: string;
  /** Null when there is no such intake. */
  intakeId: number | null;
  people: number;
  /** Null without a limit. */
  seatsLeft: number | null;
}

const readPeopleTable = makeTableReader(new URL('./fee-table.reader.ts', import.meta.url), {
  layout: 'people',
  fields: peopleColumns,
});

export const planPeople = async (ctx: Reader & Pick<Ctx, 'changes'>, input: PeopleInput) =>
  planTable(ctx, input, await readPeopleTable(ctx, input));

/** What only the office knows of the debts in a list. */
function askAboutDebts({ columns: chosen, inThousands }: PeopleInput, { headings, columns }: PeopleTable) {
  const heading = headings[columns.owes ?? -1] ?? null;
  const balances = heading === null ? [] : listBalanceHeadings(headings);
  return {
    /** Headings of several balances. The plan reads the newest of them until the office chooses. */
    balances: balances.length > 1 && chosen?.owes === undefined ? balances : [],
    /** The heading that speaks of thousands. */
    thousands: heading !== null && isInThousands(heading) && inThousands === undefined ? heading : null,
  };
}

/** Depends on the text and the database alone. */
async function planTable(ctx: Reader, input: PeopleInput, table: PeopleTable) {
  const { text, inThousands = null } = input;
  const asked = askAboutDebts(input, table);
  const missing = listMissingPeopleColumns(table.columns);
  const { description, isReadable } = describeTable(table, peopleColumns, missing);
  const read = isReadable ? readPeople(table, await listPrograms(ctx), inThousands === true) : [];
  const { lines, intakes } = await planIntakes(ctx, await compareKnown(ctx, read));
  const hash = hashPlan([text, description.from, description.sheets, lines]);
  return { hash, ...description, asked, inThousands, lines, intakes };
}

const listPrograms = ({ em }: Reader) =>
  readRows(em, { id: int, name: text })(
    `select id, name from ${PROGRAMS_TABLE} where deleted_at is null order by id`,
  );

const toKey = ({ phone, programId, ...names }: ListedPerson): string =>
  `${toComparablePhone(phone)} ${programId} ${joinFullName(names)}`.toLowerCase();

/** A person's debt on record, and the registration that has it. */
interface KnownDebt {
  debts: (number | null)[];
  where: string;
}

/** People on record, or in an earlier line, are not stored again. */
async function compareKnown(ctx: Reader, read: readonly ReadPerson[]): Promise<PlannedPerson[]> {
  const known = await findKnownDebts(ctx, read);
  return read.map(({ person, ...one }): PlannedPerson => {
    if (!person) return { ...one, state: 'unreadable', person };
    const planned = { ...one, person: { ...person, intakeId: null } };
    const key = toKey(person);
    const holder = known.get(key);
    if (!holder) {
      known.set(key, { debts: [person.owes], where: one.place ?? `line ${one.line}` });
      return { ...planned, state: 'new' };
    }
    const [debt] = holder.debts;
    if (person.owes === null || holder.debts.includes(person.owes)) {
      return { ...planned, state: 'known', message: `On record already: ${holder.where}` };
    }
    const other = debt == null ? 'without a debt' : `with ${formatDebt(debt)}`;
    return { ...planned, state: 'differs', message: `On record ${other}: ${holder.where}` };
  });
}

const formatDebt = (owes: number): string =>
  owes < 0 ? `a credit of ${formatShillings(-owes)}` : formatShillings(owes);

/**
 * By the key of the person. A list may repeat an opening debt, or give today's debt. A person who was
 * accepted here has instalments, and no debt at first.
 */
async function findKnownDebts({ em }: Reader, lines: readonly ReadPerson[]): Promise<Map<string, KnownDebt>> {
  const phones = lines.flatMap(({ person }) => (person ? toComparablePhone(person.phone) : []));
  const rows = await readRows(em, { id: int, key: text, reference: text, first: intOrNull })(
    `select id, lower(${comparedPhoneSql()} || ' ' || program_id || ' ' || ${fullNameSql()}) as key, reference,
       (select case when bool_or(kind = 'instalment') then null
          else coalesce(sum(amount) filter (where kind = 'opening'), 0) end::float8
        from charges where registration_id = registrations.id) as first
     from registrations where deleted_at is null and status in ('accepted', 'completed')
       and ${comparedPhoneSql()} in (select jsonb_array_elements_text(?::jsonb)) order by id`,
    [JSON.stringify(phones)],
  );
  const sums = await readSums(
    { em },
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id, key, reference, first }) => {
      const today = sums.get(id)?.balance ?? 0;
      return [key, { debts: first === null ? [today] : [today, first], where: reference }];
    }),
  );
}

/** A person with a program and the start of an intake gets that intake, also one of the past. */
async function planIntakes(ctx: Reader, lines: readonly PlannedPerson[]) {
  const stored = await listIntakes(ctx, lines);
  const intakes = new Map<string, PlannedIntake>();
  const planned = lines.map((line): PlannedPerson => {
    const { person, state } = line;
    if (state !== 'new' || !person?.startDate) return line;
    const { programId, program, startDate: startsOn } = person;
    const key = `${programId} ${startsOn}`;
    const [own, other] = stored.get(key) ?? [];
    if (other) return { ...line, message: 'Several intakes start on this day: choose one afterwards' };
    const intake = intakes.get(key) ?? {
      programId,
      program,
      startsOn,
      people: 0,
      intakeId: own?.id ?? null,
      seatsLeft: own?.seats == null ? null : Math.max(0, own.seats - own.taken),
    };
    intakes.set(key, { ...intake, people: intake.people + 1 });
    return { ...line, person: { ...person, intakeId: intake.intakeId } };
  });
  return { lines: planned, intakes: [...intakes.values()] };
}

async function listIntakes({ em }: Reader, lines: readonly PlannedPerson[]) {
  const programs = new Set(lines.flatMap(({ person }) => person?.programId ?? []));
  const rows = await readRows(em, { id: int, key: text, seats: intOrNull, taken: int })(
    `select id, program_id || ' ' || starts_on as key, seats, (${takenSeatsSql(INTAKES_TABLE)}) as taken
     from ${INTAKES_TABLE} where deleted_at is null and program_id = any(?::int[]) order by id`,
    [`{${[...programs]}}`],
  );
  return Map.groupBy(rows, ({ key }) => key);
}

/** Imported people are accepted, and owe what the list says. So later lists are an owner's. */
async function refuseLaterImport(tx: TxCtx): Promise<void> {
  const imported = await readRows(
    tx.em,
    {},
  )('select from registrations where stored_by_office and not consent limit 1');
  if (imported.length === 0) return;
  if (!tx.actor?.isOwner) {
    throw new AppError('FORBIDDEN', 'People were imported before. Only an owner imports more of them');
  }
  refuseUnconfirmed(tx);
}

/** Registrations with what they owe, which is due today. All or none. */
export async function importPeople(ctx: Ctx, { hash, ...input }: PeopleImport) {
  // Before the transaction, which would wait for other files
  const table = await readPeopleTable(ctx, input);
  // Pages show the free seats of intakes
  return withContentChange(ctx, async (tx) => {
    await lockImports(tx);
    const plan = await planTable(tx, input, table);
    if (plan.hash !== hash) throw changedSinceError();
    if (plan.asked.balances.length > 0 || plan.asked.thousands !== null) {
      throw new AppError('CONFLICT', 'Say in the preview what the list says of debts');
    }
    const people = plan.lines.flatMap(({ state, person }) => (state === 'new' && person ? person : []));
    await lockSeats(
      tx,
      plan.intakes.flatMap(({ intakeId }) => intakeId ?? []),
    );
    if (people.length > 0) await refuseLaterImport(tx);
    const stored = await insertAccepted(tx, people);
    const opening = { kind: 'opening', label: 'Opening balance', dueOn: toLocalDay(tx.now()) } as const;
    const openings = stored.flatMap(({ id: registrationId, owes: amount }) =>
      amount ? { ...opening, registrationId, amount } : [],
    );
    await changeDebts(tx, listHolders(openings), 'import', (debts) => insertCharges(debts, openings));
    await notePlaces(tx, 'Imported', listIds(stored));
    const { length: imported } = stored;
    if (imported > 0)
      await recordFeeActivity(
        tx,
        null,
        `Imported ${countPeople(imported)} who ${imported === 1 ? 'studies' : 'study'} already`,
      );
    const count = (state: PlannedPerson['state']) => plan.lines.filter((line) => line.state === state).length;
    return {
      imported,
      known: count('known'),
      differs: count('differs'),
      unreadable: count('unreadable'),
    };
  });
}
