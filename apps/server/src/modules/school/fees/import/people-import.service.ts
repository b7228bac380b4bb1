import type { PeopleImport, PeopleInput } from '@institute/contract';
import { countPeople } from '@institute/contract/count-items';
import { type PeopleColumn, peopleImportColumns } from '@institute/contract/fees.constants';
import { toComparablePhone } from '@institute/contract/international-phone';
import { joinFullName } from '@institute/contract/registration-fields.constants';
import { toLocalDay } from '@institute/contract/time';
import { refuseUnconfirmedPassword } from '../../../../context/rights.ts';
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
import { noteLowDebts } from '../../charges/control-note.service.ts';
import { changeDebts } from '../../charges/debt-change.service.ts';
import { INTAKES_TABLE, takenSeatsSql } from '../../intakes/intake.entity.ts';
import { lockIntakes } from '../../intakes/intake-seats.service.ts';
import { PROGRAMS_TABLE } from '../../programs/program.entity.ts';
import { comparedPhoneSql, fullNameSql } from '../../registrations/registration.entity.ts';
import { insertAcceptedPeople } from '../../registrations/registration-import.service.ts';
import { recordFeeActivity } from '../accounts/charge-office.service.ts';
import { listHolderIds, readPaidAndBalance } from '../accounts/fee-account.service.ts';
import { formatShillings } from '../accounts/fee-movement.service.ts';
import { isInThousands, listBalanceHeadings, listMissingPeopleColumns } from './people-layout.ts';
import { type ListedPerson, type PersonLine, readPeople } from './people-lines.ts';
import { lockImports } from './statement-lock.service.ts';

type ReadingCtx = Pick<Ctx, 'em' | 'now'>;
type PeopleTable = Table<PeopleColumn>;

interface PlannedPerson extends Omit<PersonLine, 'person'> {
  /** `known`: the person has a registration of this program with this debt. `differs`: the debt is another one. */
  state: 'new' | 'known' | 'differs' | 'unreadable';
  person: (ListedPerson & { intakeId: number | null }) | null;
}

/** An intake that new people of the list join. */
interface PlannedIntake {
  programId: number;
  program: string;
  startsOn: string;
  /** Null when there is no such intake. */
  intakeId: number | null;
  people: number;
  /** Null when the intake has no limit of seats. */
  seatsLeft: number | null;
}

const readPeopleTable = makeTableReader(new URL('./fee-table.reader.ts', import.meta.url), {
  layout: 'people',
  fields: peopleImportColumns,
});

export const planPeople = async (ctx: ReadingCtx & Pick<Ctx, 'changes'>, input: PeopleInput) =>
  planPeopleTable(ctx, input, await readPeopleTable(ctx, input));

/** Returns the questions about debts that only the office can answer. */
function makeDebtQuestions(
  { columns: chosen, inThousands }: PeopleInput,
  { headings, columns }: PeopleTable,
) {
  const debtHeading = headings[columns.owes ?? -1] ?? null;
  const balanceHeadings = debtHeading === null ? [] : listBalanceHeadings(headings);
  return {
    /** Headings of the columns that may hold the debt. The plan reads the newest one until the office chooses. */
    balances: balanceHeadings.length > 1 && chosen?.owes === undefined ? balanceHeadings : [],
    /** The heading that says that amounts are in thousands. */
    thousands:
      debtHeading !== null && isInThousands(debtHeading) && inThousands === undefined ? debtHeading : null,
  };
}

/** The plan depends on the text and the database alone, so its hash shows whether the database has changed since. */
async function planPeopleTable(ctx: ReadingCtx, input: PeopleInput, table: PeopleTable) {
  const { text, inThousands = null } = input;
  const debtQuestions = makeDebtQuestions(input, table);
  const missingColumns = listMissingPeopleColumns(table.columns);
  const { description, isReadable } = describeTable(table, peopleImportColumns, missingColumns);
  const personLines = isReadable ? readPeople(table, await listPrograms(ctx), inThousands === true) : [];
  const { lines, intakes } = await planIntakes(ctx, await comparePeople(ctx, personLines));
  const planHash = hashPlan([text, description.from, description.sheets, lines]);
  return { hash: planHash, ...description, asked: debtQuestions, inThousands, lines, intakes };
}

const listPrograms = ({ em }: ReadingCtx) =>
  readRows(em, { id: int, name: text })(
    `select id, name from ${PROGRAMS_TABLE} where deleted_at is null order by id`,
  );

const toPersonKey = ({ phone, programId, ...names }: ListedPerson): string =>
  `${toComparablePhone(phone)} ${programId} ${joinFullName(names)}`.toLowerCase();

/** A person's debt on record, and the registration that has it. */
interface KnownDebt {
  debts: (number | null)[];
  where: string;
}

/** Marks people who are on record or in an earlier line, because they are not stored again. */
async function comparePeople(ctx: ReadingCtx, read: readonly PersonLine[]): Promise<PlannedPerson[]> {
  const knownDebts = await findKnownDebts(ctx, read);
  return read.map(({ person, ...one }): PlannedPerson => {
    if (!person) return { ...one, state: 'unreadable', person };
    const plannedPerson = { ...one, person: { ...person, intakeId: null } };
    const personKey = toPersonKey(person);
    const knownDebt = knownDebts.get(personKey);
    if (!knownDebt) {
      knownDebts.set(personKey, { debts: [person.owes], where: one.place ?? `line ${one.line}` });
      return { ...plannedPerson, state: 'new' };
    }
    const [debt] = knownDebt.debts;
    if (person.owes === null || knownDebt.debts.includes(person.owes)) {
      return { ...plannedPerson, state: 'known', message: `On record already: ${knownDebt.where}` };
    }
    const debtText = debt == null ? 'without a debt' : `with ${formatDebt(debt)}`;
    return { ...plannedPerson, state: 'differs', message: `On record ${debtText}: ${knownDebt.where}` };
  });
}

const formatDebt = (owes: number): string =>
  owes < 0 ? `a credit of ${formatShillings(-owes)}` : formatShillings(owes);

/**
 * Finds debts on record; the keys are those of `toPersonKey`. A list may repeat the opening debt, or give today's
 * debt. A person who was accepted here has instalments and no opening debt.
 */
async function findKnownDebts(
  { em }: ReadingCtx,
  lines: readonly PersonLine[],
): Promise<Map<string, KnownDebt>> {
  const comparablePhones = lines.flatMap(({ person }) => (person ? toComparablePhone(person.phone) : []));
  const rows = await readRows(em, { id: int, key: text, reference: text, first: intOrNull })(
    `select id, lower(${comparedPhoneSql()} || ' ' || program_id || ' ' || ${fullNameSql()}) as key, reference,
       (select case when bool_or(kind = 'instalment') then null
          else coalesce(sum(amount) filter (where kind = 'opening'), 0) end::float8
        from charges where registration_id = registrations.id) as first
     from registrations where deleted_at is null and status in ('accepted', 'completed')
       and ${comparedPhoneSql()} in (select jsonb_array_elements_text(?::jsonb)) order by id`,
    [JSON.stringify(comparablePhones)],
  );
  const paidAndBalances = await readPaidAndBalance(
    { em },
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id, key, reference, first }) => {
      const currentBalance = paidAndBalances.get(id)?.balance ?? 0;
      return [key, { debts: first === null ? [currentBalance] : [currentBalance, first], where: reference }];
    }),
  );
}

/** Assigns each new person to the intake of the program and the start day, even if that is past. */
async function planIntakes(ctx: ReadingCtx, lines: readonly PlannedPerson[]) {
  const storedIntakes = await listIntakesByProgramAndDay(ctx, lines);
  const plannedIntakes = new Map<string, PlannedIntake>();
  const plannedLines = lines.map((line): PlannedPerson => {
    const { person, state } = line;
    if (state !== 'new' || !person?.startDate) return line;
    const { programId, program, startDate: startsOn } = person;
    const key = `${programId} ${startsOn}`;
    const [own, other] = storedIntakes.get(key) ?? [];
    if (other) return { ...line, message: 'Several intakes start on this day: choose one afterwards' };
    const plannedIntake = plannedIntakes.get(key) ?? {
      programId,
      program,
      startsOn,
      people: 0,
      intakeId: own?.id ?? null,
      seatsLeft: own?.seats == null ? null : Math.max(0, own.seats - own.taken),
    };
    plannedIntakes.set(key, { ...plannedIntake, people: plannedIntake.people + 1 });
    return { ...line, person: { ...person, intakeId: plannedIntake.intakeId } };
  });
  return { lines: plannedLines, intakes: [...plannedIntakes.values()] };
}

async function listIntakesByProgramAndDay({ em }: ReadingCtx, lines: readonly PlannedPerson[]) {
  const programIds = new Set(lines.flatMap(({ person }) => person?.programId ?? []));
  const rows = await readRows(em, { id: int, key: text, seats: intOrNull, taken: int })(
    `select id, program_id || ' ' || starts_on as key, seats, (${takenSeatsSql(INTAKES_TABLE)}) as taken
     from ${INTAKES_TABLE} where deleted_at is null and program_id = any(?::int[]) order by id`,
    [`{${[...programIds]}}`],
  );
  return Map.groupBy(rows, ({ key }) => key);
}

/** Only owners import a second list, because imported people are accepted and owe what the list says. */
async function refuseLaterImport(tx: TxCtx): Promise<void> {
  const importedRows = await readRows(
    tx.em,
    {},
  )('select from registrations where stored_by_office and not consent limit 1');
  if (importedRows.length === 0) return;
  if (!tx.actor?.isOwner) {
    throw new AppError('FORBIDDEN', 'People were imported before. Only an owner imports more of them');
  }
  refuseUnconfirmedPassword(tx);
}

/** Stores all new people with their debts, due today, or nobody. */
export async function importPeople(ctx: Ctx, { hash, ...input }: PeopleImport) {
  // Read before the transaction, which would otherwise stay open while other files are read
  const peopleTable = await readPeopleTable(ctx, input);
  // The change drops cached pages, which show the free seats of intakes
  return withContentChange(ctx, async (tx) => {
    await lockImports(tx);
    const peoplePlan = await planPeopleTable(tx, input, peopleTable);
    if (peoplePlan.hash !== hash) throw changedSinceError();
    if (peoplePlan.asked.balances.length > 0 || peoplePlan.asked.thousands !== null) {
      throw new AppError('CONFLICT', 'Say in the preview what the list says of debts');
    }
    const newPeople = peoplePlan.lines.flatMap(({ state, person }) =>
      state === 'new' && person ? person : [],
    );
    await lockIntakes(
      tx,
      peoplePlan.intakes.flatMap(({ intakeId }) => intakeId ?? []),
    );
    if (newPeople.length > 0) await refuseLaterImport(tx);
    const storedPeople = await insertAcceptedPeople(tx, newPeople);
    const openingCharge = { kind: 'opening', label: 'Opening balance', dueOn: toLocalDay(tx.now()) } as const;
    const openingCharges = storedPeople.flatMap(({ id: registrationId, owes: amount }) =>
      amount ? { ...openingCharge, registrationId, amount } : [],
    );
    await changeDebts(tx, listHolderIds(openingCharges), 'import', (debts) =>
      insertCharges(debts, openingCharges),
    );
    await noteLowDebts(tx, 'Imported', listIds(storedPeople));
    const { length: imported } = storedPeople;
    if (imported > 0)
      await recordFeeActivity(
        tx,
        null,
        `Imported ${countPeople(imported)} who ${imported === 1 ? 'studies' : 'study'} already`,
      );
    const countState = (state: PlannedPerson['state']) =>
      peoplePlan.lines.filter((line) => line.state === state).length;
    return {
      imported,
      known: countState('known'),
      differs: countState('differs'),
      unreadable: countState('unreadable'),
    };
  });
}
