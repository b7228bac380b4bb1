import { type FeeMethod, payCode } from '@institute/contract/fees.constants';
import type { Right } from '@institute/contract/rights.constants';
import { addDays } from '@institute/contract/time';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { readRefusal } from '../../../testing/app/answers.ts';
import { registration } from '../../../testing/app/given.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { MonthBook } from '../../../testing/histories/month-book.ts';
import {
  type DayPlan,
  dayPlan,
  type Transfer,
  writeBank,
  writeMtn,
} from '../../../testing/histories/month-days.ts';

const firstDay = '2026-11-02';
const lastDay = '2026-11-30';
showDay(firstDay);
afterAll(() => void vi.useRealTimers());
const t = await useTestApp();

/** The working days of November 2026. */
const days = Array.from({ length: 29 }, (_, at) => addDays(firstDay, at)).filter(
  (day) => new Date(day).getUTCDay() > 0,
);
const owner = 'office@example.org';
const [registrar, ...tills] = ['registrar@example.org', 'till1@example.org', 'till2@example.org'] as const;
const feesOf = (email: string) => t.as(email).admin.fees;
const desk = () => t.as(registrar).admin.registrations;

const [book, people, transfers]: [MonthBook, number[], Transfer[]] = [new MonthBook(), [], []];
let today = firstDay;
const start = { tailoring: '2026-11-16', catering: '2026-11-18' };
const cateringClass: number[] = [];

function showDay(day: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T06:00:00Z`) });
}

function charge(person: number, amount: number, dueOn: string) {
  book.charges.push({ person, amount, dueOn, writtenOn: today });
}

function take(
  box: string,
  { method, amount }: { method: FeeMethod; amount: number },
  shares: readonly { person: number; amount: number }[],
) {
  book.movements.push({ writtenOn: today, method, amount, box });
  for (const share of shares) book.shares.push({ ...share, writtenOn: today });
}

const deleted: number[] = [];
/** Older lines that a cashier imported. */
const waiting: Transfer[] = [];
/** What the owner has to look at, by its kind in the control. */
const asked = { discount: 1, refund: 1, rewritten: 1, countered: 0, difference: 0, recount: 0, backdated: 0 };
let sequence = 0;
/** Each amount once, so that no two payments are taken for one. */
function toAmount(thousands: number): number {
  sequence += 1;
  return thousands * 1000 + sequence;
}
/** Digits that rise with nothing. */
const toId = (at: number): string => `${(at * 7_919 + 104_729) % 1_000_003}`.padStart(8, '3');

const references = new Map<number, string>();
const pick = (at: number): number => people[at % people.length] ?? 0;

async function enterPeople(plan: DayPlan, intakes: Intakes) {
  for (const name of plan.walkIns) {
    const { consent, startDate, medicalConditions, allergies, medications, ...answers } = registration;
    const at = people.length;
    const applicant = { ...answers, firstName: `Ann${'abcdefghij'.repeat(2).slice(0, 1 + (at % 7))}` };
    const { id, reference } = await desk().enter.mutate({
      ...applicant,
      ...{ phone: `07001${String(at).padStart(5, '0')}`, agreedOnPaper: true, anyway: true },
      ...intakes[name],
    });
    await desk().decide.mutate({ id, status: 'accepted', anyway: true });
    people.push(id);
    references.set(id, reference);
    if (name === 'tailoring') charge(id, 900_000, start.tailoring);
    if (name === 'catering') {
      charge(id, 400_000, today);
      charge(id, 800_000, addDays(start.catering, 2));
      cateringClass.push(id);
    }
  }
}
type Intakes = Record<'tailoring' | 'catering', { programId: number; intakeId: number }>;

async function payAtDesk(plan: DayPlan) {
  for (const { till, method, person, thousands, sibling, isCancelled } of plan.payments) {
    const email = tills[till] ?? owner;
    const amount = toAmount(thousands);
    const [first, second] = [pick(person), pick(sibling ?? person)];
    const half = Math.floor(amount / 2);
    const parts =
      sibling === null || first === second
        ? [{ registrationId: first, amount }]
        : [
            { registrationId: first, amount: half },
            { registrationId: second, amount: amount - half },
          ];
    const id = toId(sequence);
    const operatorId = method === 'cash' ? null : method === 'bank' ? `SLIP${id}` : id;
    const { id: movementId } = await feesOf(email).record.mutate({
      ...{ parts, amount, method, operatorId, receivedOn: today, again: true },
    });
    const shares = parts.map(({ registrationId, amount: share }) => ({
      person: registrationId,
      amount: share,
    }));
    take(email, { method, amount }, shares);
    if (isCancelled) {
      // A mistake that is seen at once. Cash is for an owner
      await feesOf(method === 'cash' ? owner : email).counter.mutate({ movementId, reason: 'Typed wrong' });
      const back = shares.map((share) => ({ ...share, amount: -share.amount }));
      take(email, { method, amount: -amount }, back);
      asked.countered += 1;
    } else if (method !== 'cash' && parts.length === 1) {
      // The statement has it too, a slip under an ID of the bank
      const typed = payCode(first);
      transfers.push({ method, id, day: today, amount, typed, person: first, isOnRecord: true });
    }
  }
}

function receiveTransfers(plan: DayPlan) {
  for (const { method, person, thousands, byReference } of plan.transfers) {
    const amount = toAmount(thousands);
    const whose = person === null ? null : pick(person);
    const typed =
      whose === null
        ? 'school fees'
        : byReference
          ? `fees of ${references.get(whose)}`
          : `STUDENT ${payCode(whose)}`;
    const id = toId(sequence);
    transfers.push({ method, id, day: today, amount, typed, person: whose, isOnRecord: false });
  }
}

/** Whoever imports stores what is not on record. Lines that are older than seven days wait for an owner. */
async function importStatement(email: string, method: Transfer['method'], from: string) {
  const lines = transfers.filter((one) => one.method === method && one.day >= from);
  const text = method === 'mtn' ? writeMtn(lines) : writeBank(lines, today);
  const plan = await feesOf(email).plan.mutate({ text, method });
  const interest = plan.lines.find(({ amount }) => amount === 1200);
  const choices = interest ? [{ line: interest.line, notFee: true as const }] : [];
  const stored = await feesOf(email).import.mutate({ text, method, hash: plan.hash, likely: [], choices });
  const fresh = lines.filter(({ isOnRecord }) => !isOnRecord);
  const tooOld = fresh.filter(({ day }) => email !== owner && day < addDays(today, -7));
  for (const one of fresh) if (!tooOld.includes(one)) storeTransfer(email, one);
  expect(stored.waiting).toBe(tooOld.length);
  return tooOld;
}

function storeTransfer(email: string, transfer: Transfer) {
  const { method, amount, person } = transfer;
  const isNobodys = person === null || deleted.includes(person);
  take(email, { method, amount }, isNobodys ? [] : [{ person, amount }]);
  if (transfer.day < addDays(today, -7)) asked.backdated += 1;
  transfer.isOnRecord = true;
}

async function closeBoxes(plan: DayPlan) {
  for (const email of tills) {
    const expected = book.openCash(email);
    const isEmpty = (await feesOf(email).unclosed.query()).items.length === 0;
    if (isEmpty) continue;
    const counted = Math.max(0, expected - (plan.isShort ? 500 : 0));
    const first = await feesOf(email)
      .close.mutate({ counted })
      .catch(() => null);
    expect(first === null).toBe(counted !== expected);
    if (first === null) asked.recount += 1;
    const closing = first ?? (await feesOf(email).close.mutate({ counted, note: 'Counted twice' }));
    expect(closing).toMatchObject({ expected, difference: counted - expected });
    if (counted !== expected) asked.difference += 1;
    book.close(email);
  }
}

/** Somebody comes to the desk about money that no code named. */
async function assignUnknown() {
  const { items } = await feesOf(tills[1]).unassigned.query({ limit: 100, offset: 0 });
  expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe(book.unassigned());
  for (const [at, { movementId, amount }] of items.entries()) {
    const person = pick(at * 3);
    await feesOf(tills[1]).assign.mutate({ movementId, parts: [{ registrationId: person, amount }] });
    book.shares.push({ person, amount, writtenOn: today });
  }
}

/** Cash that a till takes from one person. */
async function takeCash(till: string) {
  const [person, amount] = [pick(5), toAmount(40)];
  const { id: movementId, receipts } = await feesOf(till).record.mutate({
    ...{
      parts: [{ registrationId: person, amount }],
      amount,
      method: 'cash',
      receivedOn: today,
      again: true,
    },
  });
  take(till, { method: 'cash', amount }, [{ person, amount }]);
  return { movementId, partId: receipts[0]?.partId ?? 0, person, amount };
}

async function giveRight(email: string, right: Right) {
  const { user } = await t.given.account(email);
  await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: [right] });
}

const readAccounts = async (asOf?: string) => {
  const { items } = await feesOf(owner).list.query({ limit: 500, offset: 0, ...(asOf && { asOf }) });
  return new Map(
    items.map(({ registrationId, charged, paid, balance, overdue }) => [
      registrationId,
      { charged, paid, balance, overdue },
    ]),
  );
};
const sumAccounts = (asOf: string) =>
  new Map(
    people.flatMap((person) => {
      const account = book.account(person, asOf);
      return account.charged === 0 && account.paid === 0 ? [] : [[person, account] as const];
    }),
  );
const sortById = <Value>(map: Map<number, Value>) => [...map].toSorted(([one], [other]) => one - other);

/** What happens on single days. */
const calendar: Record<string, (intakes: Intakes) => Promise<void>> = {
  '2026-11-07': async () => void (await importStatement(tills[0], 'mtn', firstDay)),
  '2026-11-10': async () => {
    const registrationId = pick(2);
    const reason = 'A sister studies here';
    const discount = { kind: 'discount', label: 'Sister', amount: -50_000, dueOn: today, reason } as const;
    expect(await readRefusal(feesOf(tills[0]).charge.mutate({ registrationId, ...discount }))).toMatchObject({
      status: 403,
    });
    await feesOf(owner).charge.mutate({ registrationId, ...discount });
    charge(registrationId, -50_000, today);
  },
  '2026-11-12': async (intakes) => {
    // The whole class, among them those who are entered later by then
    const exam = { label: 'Exam fee', amount: 75_000, dueOn: '2026-11-27' };
    await feesOf(tills[1]).chargeMany.mutate({
      registrations: { intakeId: intakes.catering.intakeId },
      ...exam,
    });
    for (const person of cateringClass) charge(person, exam.amount, exam.dueOn);
  },
  '2026-11-13': async (intakes) => {
    const to = '2026-11-25';
    await t.office.admin.intakes.update.mutate({
      id: intakes.catering.intakeId,
      changes: { startsOn: to, moveDues: true },
    });
    for (const person of cateringClass) {
      charge(person, -800_000, addDays(start.catering, 2));
      charge(person, 800_000, addDays(to, 2));
    }
    start.catering = to;
  },
  '2026-11-17': async () => {
    const { movementId, person, amount } = await takeCash(tills[0]);
    expect(await readRefusal(feesOf(tills[1]).counter.mutate({ movementId, reason: 'x' }))).toMatchObject({
      status: 403,
    });
    await feesOf(owner).counter.mutate({ movementId, reason: 'Never came' });
    take(tills[0], { method: 'cash', amount: -amount }, [{ person, amount: -amount }]);
    asked.countered += 1;
  },
  '2026-11-19': async () => {
    const { person } = await takeCash(tills[1]);
    const refund = { registrationId: person, amount: 3000, method: 'cash', reason: 'Hostel' } as const;
    await feesOf(owner).refund.mutate({ ...refund, box: tills[0] });
    take(tills[0], { method: 'cash', amount: -3000 }, [{ person, amount: -3000 }]);
  },
  '2026-11-20': async () => {
    const { partId, person } = await takeCash(tills[1]);
    const toRegistrationId = people.find((other) => other !== person) ?? 0;
    const amount = 1500;
    await feesOf(tills[1]).move.mutate({ partId, toRegistrationId, amount, reason: 'The brother' });
    book.shares.push({ person, amount: -amount, writtenOn: today });
    book.shares.push({ person: toRegistrationId, amount, writtenOn: today });
  },
  // Ill in the second week, so the third brings lines that are too old for a cashier
  '2026-11-21': async () => void waiting.push(...(await importStatement(tills[0], 'mtn', '2026-11-05'))),
  '2026-11-23': async () => {
    const ids = (await feesOf(owner).waiting.query()).items.map(({ id }) => id);
    expect(ids).toHaveLength(waiting.length);
    await feesOf(owner).confirmWaiting.mutate({ ids });
    for (const one of waiting) storeTransfer(owner, one);
  },
  '2026-11-24': async () => {
    // Who leaves owes what was charged. The registrar decides nothing about it
    const [leaver = 0] = cateringClass;
    await desk().decide.mutate({ id: leaver, status: 'withdrawn' });
  },
  '2026-11-26': async () => {
    // Who has paid is deleted by an owner alone, and the money stays in the book
    const [, removed = 0] = cateringClass;
    expect((await readRefusal(desk().remove.mutate({ id: removed }))).status).toBe(403);
    await t.office.admin.registrations.remove.mutate({ id: removed });
    people.splice(people.indexOf(removed), 1);
    deleted.push(removed);
  },
  '2026-11-28': async () => void (await importStatement(tills[0], 'mtn', '2026-11-16')),
  [lastDay]: async () => void (await importStatement(owner, 'bank', firstDay)),
};

test('a month of two cashiers, a registrar and an owner agrees with a plain book to the last shilling', async () => {
  await t.given.account(owner);
  await giveRight(registrar, 'registrations');
  for (const till of tills) await giveRight(till, 'fees');
  const tailoring = await t.given.program({ name: 'Tailoring', price: 900_000 });
  const catering = await t.given.program({
    ...{ name: 'Catering', price: 1_200_000 },
    instalments: [
      { label: 'First', amount: 400_000, dueDays: null },
      { label: 'Second', amount: 800_000, dueDays: 2 },
    ],
  });
  const givenIntake = async (programId: number, startsOn: string) => ({
    programId,
    intakeId: (await t.given.intake({ programId, startsOn, seats: 500 })).id,
  });
  const intakes = {
    tailoring: await givenIntake(tailoring.id, start.tailoring),
    catering: await givenIntake(catering.id, start.catering),
  };
  // Drawn with a seed, so that each run is the same
  const plans = fc.sample(dayPlan, { numRuns: days.length, seed: 20_261_102 });

  for (const [at, day] of days.entries()) {
    const plan = plans[at];
    if (!plan) throw new Error('A day without a plan');
    today = day;
    showDay(day);
    t.wait(0);
    await enterPeople(
      at === 0 ? { ...plan, walkIns: ['tailoring', 'catering', 'tailoring'] } : plan,
      intakes,
    );
    await payAtDesk(plan);
    receiveTransfers(plan);

    await calendar[day]?.(intakes);
    if (new Date(day).getUTCDay() === 1) await assignUnknown();
    await closeBoxes(plan);
  }

  expect(waiting.length).toBeGreaterThan(0);
  expect(sortById(await readAccounts())).toEqual(sortById(sumAccounts(lastDay)));
  for (const asOf of ['2026-11-12', '2026-11-13', '2026-11-21'])
    expect(sortById(await readAccounts(asOf))).toEqual(sortById(sumAccounts(asOf)));
  const month = { from: firstDay, to: lastDay };
  const { items: takings } = await feesOf(owner).takings.query(month);
  const taken = new Map<string, number>();
  for (const { day, method, amount } of takings) {
    const key = `${day} ${method}`;
    taken.set(key, (taken.get(key) ?? 0) + amount);
  }
  expect(taken).toEqual(book.takings());
  const { items: closings } = await feesOf(owner).closings.query(month);
  for (const email of tills) {
    const own = closings.filter(({ cashier }) => cashier === email);
    expect(own.reduce((sum, { expected }) => sum + expected, 0)).toBe(book.closed(email));
    expect(book.openCash(email)).toBe(0);
  }
  expect((await feesOf(owner).unclosed.query()).items).toEqual([]);
  const sumPaid = (of: readonly number[]) =>
    of.reduce((sum, person) => sum + book.account(person, lastDay).paid, 0);
  expect(await feesOf(owner).reconciliation.query()).toMatchObject({
    accounts: sumPaid(people),
    removed: sumPaid(deleted),
    unassigned: book.unassigned(),
    difference: 0,
    wrong: [],
  });
  const { items: control } = await feesOf(owner).control.query({ month: '2026-11' });
  const countOf = (kind: string) => control.filter((one) => one.kind === kind).length;
  for (const [kind, count] of Object.entries(asked)) expect([kind, countOf(kind)]).toEqual([kind, count]);
});
