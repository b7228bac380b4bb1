import type { ChosenStatus } from '@institute/contract';
import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import type { Right } from '@institute/contract/rights.constants';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { AccountActor } from '../../context/actor.ts';
import type { Ctx } from '../../context.ts';
import { addCharge, reverseCharge } from '../../modules/school/fees/accounts/charge-office.service.ts';
import { getFeeAccount } from '../../modules/school/fees/accounts/fee-account.service.ts';
import { recordPayment } from '../../modules/school/fees/accounts/fee-movement.service.ts';
import {
  changeStatuses,
  undoStatuses,
} from '../../modules/school/registrations/registration-bulk.service.ts';
import { updateRegistration } from '../../modules/school/registrations/registration-decision.service.ts';
import { confirmedOwner, listRightsBut } from '../app/rights.ts';
import { addDaysToToday, makeFeePayment } from '../app/sample-bodies.ts';
import type { TestApp } from '../app/test-app.ts';
import {
  add,
  applyCourse,
  applyStatus,
  applyUndo,
  type Course,
  type Effect,
  isPossible,
  isSeated,
  type Person,
  take,
} from './debt-book.ts';

interface Undo {
  rows: ChosenStatus[];
  /** The effects, each with the account as the product showed it before. */
  effects: (Effect & { shown: string | undefined })[];
  clerk: number;
  day: number;
}

interface History {
  people: Person[];
  /** Account of each person, as the product shows it since the last step. */
  accounts: Account[];
  courses: Course[];
  undos: Undo[];
  day: number;
}

const who = fc.nat({ max: 2 });
const clerk = fc.nat({ max: 1 });
const amount = fc.integer({ min: 500, max: 400_000 });
const to = fc.constantFrom<RegistrationStatus>(
  'accepted',
  'accepted',
  'accepted',
  'completed',
  'withdrawn',
  'withdrawn',
  'rejected',
  'waiting',
  'new',
);
const decision = { to, clerk, reversesCharges: fc.boolean() };
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('decide' as const), who, ...decision }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('decideMany' as const),
      order: fc.shuffledSubarray([0, 1, 2], { minLength: 1 }),
      ...decision,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('undo' as const),
      back: fc.constantFrom(0, 0, 0, 1, 2),
      other: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('changeCourse' as const),
      who,
      at: fc.constantFrom(0, 1, 2, 3, 4, 4),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), days: fc.nat({ max: 40 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('charge' as const),
      who,
      amount,
      days: fc.integer({ min: -40, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pay' as const), who, amount }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reverse' as const), who, pick: fc.nat() }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Desk {
  clerks: [Ctx, Ctx];
  owner: Ctx;
  toDay(day: string): number;
  toDate(day: number): string;
}

/** Reads the account as the product shows it. */
async function readAccount({ owner, toDay }: Desk, id: number) {
  const { charges, payments: _, ...sums } = await getFeeAccount(owner, id);
  const reversed = new Set(charges.map(({ reverses }) => reverses));
  const standing = charges
    .filter((line) => line.kind !== 'reversal' && !reversed.has(line.id))
    .map(({ id, kind, label, amount, dueOn }) => ({ id, kind, label, amount, due: toDay(dueOn) }));
  const lines = standing.map(({ id: _, ...line }) => JSON.stringify(line));
  return { sums, standing, shown: JSON.stringify([sums, lines.toSorted()]) };
}
type Account = Awaited<ReturnType<typeof readAccount>>;

/** Number of notes that somebody owes less than the price, by registration. */
async function countNotes({ owner }: Desk) {
  const rows = await owner.em.execute<{ id: number; count: number }[]>(
    `select registration_id as id, count(*)::int as count from control_notes where kind = 'below' group by 1`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

const readAccounts = (desk: Desk, people: readonly Person[]): Promise<Account[]> =>
  Promise.all(people.map(({ id }) => readAccount(desk, id)));

const sumByDay = (lines: readonly { amount: number; due: number }[]) =>
  [...new Set(lines.map(({ due }) => due))]
    .toSorted((one, other) => one - other)
    .map((day) => [day, add(lines.filter(({ due }) => due === day))]);

type Decision = Extract<Step, { does: 'decide' | 'decideMany' }>;

async function decideMany(ctx: Ctx, chosen: readonly Person[], { to, reversesCharges }: Decision) {
  const stored = await ctx.em.execute<{ id: number; version: number }[]>(
    'select id, version from registrations',
  );
  const versions = new Map(stored.map(({ id, version }) => [id, version]));
  const rows = chosen.map(({ id }) => ({ id, version: versions.get(id) ?? 0, status: to }));
  return changeStatuses(ctx, rows, { reversesCharges, agesConfirmed: true });
}

async function decide(history: History, desk: Desk, given: Decision): Promise<void> {
  const { people, day } = history;
  const { to, clerk, reversesCharges } = given;
  const ctx = desk.clerks[clerk] ?? desk.owner;
  const chosen = (given.does === 'decide' ? [given.who] : given.order).flatMap((at) => people[at] ?? []);
  const changed = chosen.filter(({ status }) => isPossible(status, to));
  const before = changed.map((person) => history.accounts[people.indexOf(person)]);
  const rows: ChosenStatus[] = [];
  if (given.does === 'decideMany') rows.push(...(await decideMany(ctx, chosen, given)));
  for (const { id } of given.does === 'decide' ? changed : []) {
    const { undo } = await updateRegistration(
      ctx,
      id,
      { status: to, anyway: to === 'completed' },
      { reversesCharges },
    );
    if (undo) rows.push(undo);
  }
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(changed.map(({ id }) => id)));
  const effects = changed.map((person, at) => ({
    ...applyStatus(person, to, { day, reverses: reversesCharges, mayDecide: clerk === 0 }),
    shown: before[at]?.shown,
  }));
  if (rows.length > 0) history.undos.unshift({ rows, effects, clerk, day });
}

async function undo(history: History, desk: Desk, given: Extract<Step, { does: 'undo' }>): Promise<void> {
  const found = history.undos[given.back];
  if (!found) return;
  const { day } = history;
  const clerk = given.other ? 1 - found.clerk : found.clerk;
  const isLast = found.effects.every(({ person, changes }) => person.changes === changes);
  const people = found.effects.map(({ person }) => person);
  const before = people.map((person) => history.accounts[history.people.indexOf(person)]);
  const rows = await undoStatuses(desk.clerks[clerk] ?? desk.owner, found.rows.toReversed()).catch(
    () => null,
  );
  expect(rows !== null).toBe(isLast && !given.other && found.day === day);
  if (!rows) return;
  const after = await readAccounts(desk, people);
  const effects = [];
  for (const [at, effect] of found.effects.entries()) {
    // An undo gives back exactly the account from before the step
    if (effect.entries === effect.person.entries) expect(after[at]?.shown).toBe(effect.shown);
    effects.push({ ...applyUndo(effect), shown: before[at]?.shown });
  }
  history.undos.unshift({ rows, effects, clerk, day });
}

async function enterByHand(
  person: Person,
  desk: Desk,
  given: Extract<Step, { does: 'charge' | 'pay' | 'reverse' }>,
): Promise<void> {
  const { owner } = desk;
  person.entries++;
  if (given.does === 'pay') {
    await recordPayment(owner, makeFeePayment(person.id, { amount: given.amount, again: true }));
    person.paid += given.amount;
  } else if (given.does === 'charge') {
    const charge = { registrationId: person.id, kind: 'extra', label: 'Kit', amount: given.amount } as const;
    await addCharge(owner, { ...charge, again: true, dueOn: desk.toDate(given.days) });
    person.lines.push({ amount: given.amount, due: given.days, isInstalment: false });
  } else {
    const { standing } = await readAccount(desk, person.id);
    const line = standing[given.pick % Math.max(1, standing.length)];
    if (!line) return;
    await reverseCharge(owner, { chargeId: line.id, reason: 'A scholarship' });
    const isInstalment = line.kind === 'instalment';
    const same = person.lines.find(
      (one) => one.amount === line.amount && one.due === line.due && one.isInstalment === isInstalment,
    );
    take(person, (one) => one === same);
  }
}

const isDue = (day: number) => (line: { due: number }) => line.due <= day;
const listInstalments = ({ standing }: Account) => standing.filter(({ kind }) => kind === 'instalment');

async function play(history: History, desk: Desk, given: Step): Promise<void> {
  const { people, courses } = history;
  const person = 'who' in given ? people[given.who] : undefined;
  if (given.does === 'decide' || given.does === 'decideMany') await decide(history, desk, given);
  if (given.does === 'undo') await undo(history, desk, given);
  if (given.does === 'wait') history.day += given.days;
  if (given.does === 'changeCourse' && person) {
    const course = courses[given.at] ?? person.course;
    const { programId, intakeId } = course;
    const answers = { anyway: true, difference: 'keep' } as const;
    const change = intakeId === undefined ? { programId } : { programId, intakeId };
    await updateRegistration(desk.owner, person.id, { ...change, ...answers });
    applyCourse(person, course, history.day);
  }
  if ((given.does === 'charge' || given.does === 'pay' || given.does === 'reverse') && person)
    await enterByHand(person, desk, given);
}

function compareWithBook({ lines, paid }: Person, { sums, standing }: Account, day: number): void {
  const overdue = Math.max(0, add(lines.filter(isDue(day))) - paid);
  expect(sums).toMatchObject({ charged: add(lines), paid, overdue });
  expect(sumByDay(standing)).toEqual(sumByDay(lines));
}

/**
 * A change of status or course removes no charge that is due, and a person who is charged again owes the whole price.
 * Control notes whoever gets a place, or another course, and owes less than the price.
 */
async function playAndCompare(history: History, desk: Desk, given: Step): Promise<void> {
  const { people, day } = history;
  const before = history.accounts;
  const former = people.map((person) => ({ ...person }));
  const notedBefore = await countNotes(desk);
  await play(history, desk, given);
  history.accounts = await readAccounts(desk, people);
  const noted = await countNotes(desk);
  for (const [at, person] of people.entries()) {
    const earlier = before[at];
    const account = history.accounts[at];
    const { status, course } = former[at] ?? person;
    if (!earlier || !account) throw new Error('An account is missing');
    compareWithBook(person, account, history.day);
    if (given.does === 'undo' || given.does === 'reverse') continue;
    const owes = add(listInstalments(account));
    const isNew = isSeated(person.status) && !isSeated(status);
    const isOther = isSeated(status) && isSeated(person.status) && person.course !== course;
    const isChanged = person.course.programId !== course.programId || owes !== add(listInstalments(earlier));
    const isNoted = (isNew || (isOther && isChanged)) && owes < person.course.price;
    const notes = (noted.get(person.id) ?? 0) - (notedBefore.get(person.id) ?? 0);
    expect(notes).toBe(isNoted ? 1 : 0);
    const dueBefore = add(listInstalments(earlier).filter(isDue(day)));
    expect(add(listInstalments(account).filter(isDue(day)))).toBeGreaterThanOrEqual(dueBefore);
    const isAccepted = isSeated(person.status) && !isSeated(status);
    const isMoved = isSeated(status) && person.course !== course && person.wasAccepted;
    if (isAccepted || isMoved)
      expect(add(listInstalments(account))).toBeGreaterThanOrEqual(add(person.course.parts));
  }
}

async function storeCourses(t: TestApp, toDate: Desk['toDate']) {
  const instalments = [
    { label: 'Registration', amount: 200_000, dueDays: null },
    { label: 'First term', amount: 500_000, dueDays: 0 },
    { label: 'Second term', amount: 300_000, dueDays: 60 },
  ];
  const { id: programId } = await t.given.program({ price: 1_000_000, instalments });
  const parts = instalments.map(({ amount, dueDays: days }) => ({ amount, days }));
  const storeIntake = async (start: number, fields: object = {}) => {
    const { id: intakeId } = await t.given.intake({ programId, startsOn: toDate(start), ...fields });
    return { programId, price: 1_000_000, intakeId, start };
  };
  const atStart = { instalments: [{ label: 'All', amount: 1_000_000, dueDays: 0 }] };
  const reduced = { instalments: [{ label: 'All', amount: 600_000, dueDays: 10 }] };
  const { id: whole } = await t.given.program({ price: 180_000, instalments: [] });
  const { id: free } = await t.given.program({ price: 1, instalments: [] });
  return {
    inParts: { ...(await storeIntake(5)), parts },
    later: { ...(await storeIntake(40, atStart)), parts: [{ amount: 1_000_000, days: 0 }] },
    cheap: { ...(await storeIntake(20, reduced)), parts: [{ amount: 600_000, days: 10 }] },
    whole: { programId: whole, price: 180_000, parts: [{ amount: 180_000, days: 0 }] },
    free: { programId: free, price: 0, parts: [] },
  } satisfies Record<string, Course>;
}

async function storePerson(t: TestApp, course: Course, toDate: Desk['toDate']): Promise<Person> {
  const { programId, intakeId, start = 15 } = course;
  const { id } = await t.given.registration(
    intakeId ? { programId, intakeId } : { programId, startDate: toDate(start) },
  );
  const account = { lines: [], paid: 0, wasAccepted: false, changes: 0, entries: 0 };
  return { id, status: 'new', course, start, ...account };
}

/** Plays random histories of statuses and courses, and compares every debt with a list that is added up. */
export async function checkDebts(t: TestApp, numRuns: number): Promise<void> {
  const noon = new Date(`${addDaysToToday(0)}T09:00:00Z`).getTime();
  const msOfDay = 24 * 60 * 60 * 1000;
  const toDate = (day: number) => new Date(noon + day * msOfDay).toISOString().slice(0, 10);
  const toDay = (date: string) => Math.round((Date.parse(`${date}T09:00:00Z`) - noon) / msOfDay);
  const { inParts, later, cheap, whole, free } = await storeCourses(t, toDate);
  const courses = [inParts, later, cheap, whole, free];
  const makeActor = async (email: string | undefined, fields: Pick<AccountActor, 'isOwner' | 'rights'>) => {
    const { user } = await t.given.account(email);
    return { ...confirmedOwner, ...user, ...fields };
  };
  const owner = await makeActor(undefined, { isOwner: true, rights: listRightsBut() });
  const makeClerk = (email: string, ...held: Right[]) =>
    makeActor(email, { isOwner: false, rights: ['registrations', ...held] });
  const first = await makeClerk('first@debts.example', 'fees');
  // Charges that are not due stay when this clerk lets somebody leave
  const second = await makeClerk('second@debts.example');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), async (steps) => {
      const people = [];
      for (const course of [inParts, whole, free]) people.push(await storePerson(t, course, toDate));
      const history: History = {
        people: people.toReversed(),
        accounts: [],
        courses,
        undos: [],
        day: 0,
      };
      const makeContext = (actor: AccountActor): Ctx => ({
        ...t.jobContext(() => new Date(noon + history.day * msOfDay)),
        actor,
      });
      const makeDesk = (): Desk => ({
        clerks: [makeContext(first), makeContext(second)],
        owner: makeContext(owner),
        toDay,
        toDate,
      });
      history.accounts = await readAccounts(makeDesk(), history.people);
      for (const given of steps) {
        const desk = makeDesk();
        owner.confirmedAt = desk.owner.now();
        await playAndCompare(history, desk, given);
      }
    }),
    // Shrinking a failed history would take minutes
    { numRuns, endOnFailure: true },
  );
}
