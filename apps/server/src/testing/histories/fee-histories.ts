import { randomUUID } from 'node:crypto';
import { type FeeMethod, officeFeeMethods } from '@institute/contract/fees.constants';
import { isSeatTaken } from '@institute/contract/registrations.constants';
import { addDays, toLocalDay } from '@institute/contract/time';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Ctx } from '../../context.ts';
import {
  chargeForCourse,
  chargeStatusChanges,
  moveDueDays,
} from '../../modules/school/charges/charge.service.ts';
import { addCharge, reverseCharge } from '../../modules/school/fees/accounts/charge-office.service.ts';
import { getFeeAccount, listFeeAccounts } from '../../modules/school/fees/accounts/fee-account.service.ts';
import { recordCounterMovement } from '../../modules/school/fees/accounts/fee-counter.service.ts';
import { recordPayment, refundFees } from '../../modules/school/fees/accounts/fee-movement.service.ts';
import {
  chargeManyPeople,
  reverseManyCharges,
} from '../../modules/school/fees/accounts/many-charges.service.ts';
import { listDailyTakings } from '../../modules/school/fees/books/fee-book.service.ts';
import { closeCash, getClosing } from '../../modules/school/fees/books/fee-closing.service.ts';
import { readReconciliation } from '../../modules/school/fees/books/fee-reconciliation.service.ts';
import { importStatement } from '../../modules/school/fees/import/statement-import.service.ts';
import { planStatement } from '../../modules/school/fees/import/statement-plan.service.ts';
import {
  assignPayment,
  listUnassignedMoney,
  moveMoneyFromPart,
} from '../../modules/school/fees/unassigned/fee-part.service.ts';
import { runInTransaction } from '../../transaction.ts';
import { confirmedOwner, listRightsBut } from '../app/rights.ts';
import { addDaysToToday, makeFeePayment } from '../app/sample-bodies.ts';
import type { TestApp } from '../app/test-app.ts';

/** The account as a plain list of lines, added up in a second way. */
interface Book {
  status: 'new' | 'accepted' | 'rejected';
  /** Day when the intake starts. */
  start: string;
  charges: { amount: number; dueOn: string }[];
  paid: number;
  /** Amount moved to the account of the other person. */
  moved: number;
  /** Unassigned amount. */
  unassigned: number;
}

/** Money of all histories. */
interface Till {
  /** Cash since the last closing. */
  cash: number;
  /** Money received, less money taken back, by method. */
  taken: Map<FeeMethod, number>;
  /** Each closing as it was printed. */
  sheets: Map<number, string>;
}

const amount = fc.integer({ min: 500, max: 400_000 });
const days = fc.integer({ min: -40, max: 40 });
const step = fc.oneof(
  fc.record({ does: fc.constant('accept' as const) }),
  fc.record({ does: fc.constant('leave' as const), reversesCharges: fc.boolean() }),
  fc.record({ does: fc.constant('charge' as const), amount, days }),
  fc.record({ does: fc.constant('discount' as const), amount, days }),
  fc.record({ does: fc.constant('reverse' as const), pick: fc.nat() }),
  fc.record({ does: fc.constant('pay' as const), amount, method: fc.constantFrom(...officeFeeMethods) }),
  fc.record({ does: fc.constant('assign' as const), amount }),
  fc.record({ does: fc.constant('import' as const), amount }),
  fc.record({ does: fc.constant('changeIntake' as const) }),
  fc.record({ does: fc.constant('moveIntake' as const), days, movesDues: fc.boolean() }),
  fc.record({ does: fc.constant('chargeClass' as const), amount, days }),
  fc.record({ does: fc.constant('reverseOfClass' as const) }),
  fc.record({ does: fc.constant('split' as const), amount }),
  fc.record({ does: fc.constant('move' as const), pick: fc.nat(), amount }),
  fc.record({ does: fc.constant('unassign' as const), pick: fc.nat() }),
  fc.record({ does: fc.constant('counter' as const), pick: fc.nat() }),
  fc.record({ does: fc.constant('refund' as const), amount }),
  fc.record({ does: fc.constant('close' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const today = addDaysToToday(0);
const firstStart = addDaysToToday(5);
const dueOfStart = 'Two';
const dueAfterStart = 20;
const listInstalments = (start: string) =>
  [
    { amount: 100_000, dueOn: today },
    { amount: 250_000, dueOn: addDays(start, dueAfterStart) },
  ].toSorted((one, other) => one.dueOn.localeCompare(other.dueOn));
/** Label of the charge for a whole class. */
const examLabel = 'Exam fee';

function sumBook({ charges, paid }: Book) {
  const add = (lines: Book['charges']) => lines.reduce((sum, { amount }) => sum + amount, 0);
  const charged = add(charges);
  const overdue = Math.max(0, add(charges.filter(({ dueOn }) => dueOn <= today)) - paid);
  const next = charges
    .map(({ dueOn }) => ({ dueOn, running: add(charges.filter((other) => other.dueOn <= dueOn)) }))
    .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn))
    .find(({ running }) => running > paid);
  const balance = charged - paid;
  return {
    charged,
    paid,
    balance,
    overdue,
    nextDueOn: next?.dueOn ?? null,
    nextDueAmount: next ? next.running - paid : null,
  };
}

function takeMoney(till: Till, method: FeeMethod, received: number): void {
  till.taken.set(method, (till.taken.get(method) ?? 0) + received);
  if (method === 'cash') till.cash += received;
}

const sumAmounts = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, line) => sum + line.amount, 0);

/** Leaves out the first instalments as far as existing charges cover them. */
function rewriteInstalments(book: Book, standing: number): void {
  let left = standing;
  for (const { amount: owed, dueOn } of listInstalments(book.start)) {
    const rest = Math.max(0, owed - left);
    left = Math.max(0, left - owed);
    if (rest > 0) book.charges.push({ amount: rest, dueOn });
  }
}

async function play(
  ctx: Ctx,
  { id, other, intake }: { id: number; other: number; intake: number },
  { book, till }: { book: Book; till: Till },
  given: Step,
): Promise<void> {
  const lines = await getFeeAccount(ctx, id);
  const pickFrom = <Item>(items: Item[], at: number) => items[at % Math.max(1, items.length)];
  const taken = new Set(lines.charges.map(({ reverses }) => reverses));
  const standing = lines.charges.filter(({ kind, id: line }) => kind === 'instalment' && !taken.has(line));
  const setStatus = async (to: Book['status'], reversesCharges = false) => {
    const from = book.status;
    await runInTransaction(ctx, async (tx) => {
      await tx.em.execute('update registrations set status = ? where id = ?', [to, id]);
      await chargeStatusChanges(tx, [{ id, from, to }], { reversesCharges });
    });
    book.status = to;
  };
  if (given.does === 'accept' && !isSeatTaken(book.status)) {
    await setStatus('accepted');
    rewriteInstalments(book, sumAmounts(standing));
  }
  if (given.does === 'leave' && isSeatTaken(book.status)) {
    await setStatus('rejected', given.reversesCharges);
    for (const line of lines.charges) {
      const stands = line.kind !== 'reversal' && line.amount > 0 && !taken.has(line.id);
      if (given.reversesCharges && stands && line.dueOn > today)
        book.charges.push({ amount: -line.amount, dueOn: line.dueOn });
    }
  }
  if (given.does === 'charge' || given.does === 'discount') {
    const isDiscount = given.does === 'discount';
    const line = { amount: isDiscount ? -given.amount : given.amount, dueOn: addDaysToToday(given.days) };
    const kind = isDiscount ? 'discount' : 'extra';
    await addCharge(ctx, { registrationId: id, kind, label: 'x', ...line, reason: 'y' });
    book.charges.push(line);
  }
  if (given.does === 'reverse') {
    const line = pickFrom(lines.charges, given.pick);
    const reversal = line && reverseCharge(ctx, { chargeId: line.id, reason: 'y' });
    const done = await reversal?.then(() => true).catch(() => false);
    if (line && done) book.charges.push({ amount: -line.amount, dueOn: line.dueOn });
  }
  if (given.does === 'pay') {
    const { method } = given;
    const received = { amount: given.amount, method, operatorId: randomUUID(), again: true };
    await recordPayment(ctx, makeFeePayment(id, received));
    book.paid += given.amount;
    takeMoney(till, method, given.amount);
  }
  if (given.does === 'assign') {
    const unknownPayer = { amount: given.amount, method: 'bank', operatorId: randomUUID() } as const;
    const { id: movementId } = await recordPayment(ctx, makeFeePayment(null, unknownPayer));
    await assignPayment(ctx, { movementId, parts: [{ registrationId: id, amount: given.amount }] });
    book.paid += given.amount;
    takeMoney(till, 'bank', given.amount);
  }
  if (given.does === 'split') {
    // A third each, and the rest is unassigned
    const third = Math.floor(given.amount / 3);
    const parts = [id, other].map((registrationId) => ({ registrationId, amount: third }));
    await recordPayment(ctx, { ...makeFeePayment(null, { amount: given.amount, again: true }), parts });
    book.paid += third;
    book.moved += third;
    book.unassigned += given.amount - 2 * third;
    takeMoney(till, 'cash', given.amount);
  }
  if (given.does === 'import') {
    const text = `Date,Transaction ID,Amount,Reason\n${today},${randomUUID()},${given.amount},${lines.reference}`;
    const { hash, lines: planned } = await planStatement(ctx, { text });
    // Another payment, even if the desk has the same amount
    const likely = planned.flatMap(({ line, state }) => (state === 'likely' ? line : []));
    await importStatement(ctx, { text, hash, likely });
    // The same file once more
    const again = await planStatement(ctx, { text });
    await importStatement(ctx, { text, hash: again.hash, likely: [] });
    book.paid += given.amount;
    takeMoney(till, 'bank', given.amount);
  }
  if (given.does === 'changeIntake') {
    // Charges that are not due are reversed and written again
    await runInTransaction(ctx, (tx) => chargeForCourse(tx, id, { isOtherProgram: false }));
    const notDue = standing.filter(({ dueOn }) => dueOn > today);
    for (const { amount: owed, dueOn } of notDue) book.charges.push({ amount: -owed, dueOn });
    const wasCharged = lines.charges.some(({ kind }) => kind === 'instalment');
    if (wasCharged) rewriteInstalments(book, sumAmounts(standing) - sumAmounts(notDue));
  }
  if (given.does === 'moveIntake') {
    const to = addDays(book.start, given.days);
    await runInTransaction(ctx, async (tx) => {
      if (given.movesDues) await moveDueDays(tx, intake, { from: book.start, to });
      await tx.em.execute('update intakes set starts_on = ? where id = ?', [to, intake]);
    });
    book.start = to;
    const moved = given.movesDues && isSeatTaken(book.status) && given.days !== 0;
    for (const { label, amount: owed, dueOn } of moved ? standing : []) {
      if (label !== dueOfStart) continue;
      book.charges.push({ amount: -owed, dueOn }, { amount: owed, dueOn: addDays(to, dueAfterStart) });
    }
  }
  const exams = lines.charges.filter(
    ({ kind, label, id: line }) => kind === 'extra' && label === examLabel && !taken.has(line),
  );
  if (given.does === 'chargeClass') {
    const charge = { label: examLabel, amount: given.amount, dueOn: addDaysToToday(given.days) };
    await chargeManyPeople(ctx, { registrations: [id], ...charge });
    if (exams.length === 0) book.charges.push(charge);
  }
  if (given.does === 'reverseOfClass') {
    await reverseManyCharges(ctx, { registrations: [id], label: examLabel, reason: 'y' });
    for (const { amount: owed, dueOn } of exams) book.charges.push({ amount: -owed, dueOn });
  }
  const line = 'pick' in given ? pickFrom(lines.payments, given.pick) : undefined;
  if (given.does === 'move' && line) {
    const most = line.state === 'received' ? Math.max(0, Math.min(line.left, book.paid)) : 0;
    const move = { partId: line.id, toRegistrationId: other, amount: given.amount, reason: 'y' };
    const isDone = await isFulfilled(moveMoneyFromPart(ctx, move));
    expect(isDone).toBe(given.amount <= most);
    if (isDone) book.paid -= given.amount;
    if (isDone) book.moved += given.amount;
  }
  if (given.does === 'unassign' && line) {
    const most = line.state === 'received' ? Math.max(0, Math.min(line.left, book.paid)) : 0;
    const isDone = await isFulfilled(moveMoneyFromPart(ctx, { partId: line.id, reason: 'y' }));
    expect(isDone).toBe(most > 0);
    if (isDone) book.paid -= most;
    if (isDone) book.unassigned += most;
  }
  if (given.does === 'counter' && line) {
    const movementId = line.movementId ?? 0;
    const [before] = await readMovement(ctx, movementId, id);
    const isDone = await isFulfilled(recordCounterMovement(ctx, { movementId, reason: 'y' }));
    expect(isDone).toBe(line.state === 'received');
    if (isDone) {
      const { amount: total = 0, own = 0, others = 0, method = 'cash' } = before ?? {};
      takeMoney(till, method, -total);
      book.paid -= own;
      book.moved -= others;
      if (total > 0) book.unassigned -= total - own - others;
    }
  }
  if (given.does === 'refund') {
    const refund = { registrationId: id, amount: given.amount, method: 'cash', reason: 'y' } as const;
    const isDone = await isFulfilled(refundFees(ctx, refund));
    expect(isDone).toBe(given.amount <= book.paid);
    if (isDone) book.paid -= given.amount;
    if (isDone) takeMoney(till, 'cash', -given.amount);
  }
  if (given.does === 'close') {
    const closing = { day: toLocalDay(ctx.now()), counted: 0, note: 'Out of the safe' };
    const closed = await closeCash(ctx, closing).catch(() => undefined);
    expect(closed?.expected ?? 0).toBe(till.cash);
    till.cash = 0;
    if (closed) till.sheets.set(closed.id, await printClosing(ctx, closed.id));
  }
}

const printClosing = async (ctx: Ctx, id: number) => JSON.stringify(await getClosing(ctx, id));

const isFulfilled = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );

/** Reads each person's share of it from the rows alone. */
const readMovement = ({ em }: Ctx, movementId: number, id: number) =>
  em.execute<{ amount: number; own: number; others: number; method: FeeMethod }[]>(
    `select movement.amount, method, coalesce(sum(part.amount) filter (where registration_id = ?), 0)::int as own,
       coalesce(sum(part.amount) filter (where registration_id <> ?), 0)::int as others
     from fee_movements as movement left join fee_parts as part on movement_id = movement.id
     where movement.id = ? group by movement.id`,
    [id, id, movementId],
  );

const tables = ['charges', 'fee_movements', 'fee_parts', 'cash_closings'];

/** Hashes the rows of each table up to these ids. */
const hashRows = (t: TestApp, until: readonly number[]) =>
  t.sql<{ last: number; digest: string }>(
    tables
      .map(
        (table) => `select coalesce(max(id), 0)::int as last,
          md5(coalesce(string_agg(md5(${table}::text), '' order by id), '')) as digest from ${table} where id <= ?`,
      )
      .join(' union all '),
    until,
  );

const lastIds = tables.map(() => 2 ** 31 - 1);

const all = { limit: 100_000, offset: 0 };

/** Plays random histories, and compares every figure with an independent sum. */
export async function checkHistories(t: TestApp, numRuns: number): Promise<void> {
  const { id: programId } = await t.given.program({
    price: 350_000,
    instalments: [
      { label: 'One', amount: 100_000, dueDays: null },
      { label: dueOfStart, amount: 250_000, dueDays: dueAfterStart },
    ],
  });
  const { user } = await t.given.account();
  const actor = { ...confirmedOwner, ...user, rights: listRightsBut('health') };
  const till: Till = { cash: 0, taken: new Map(), sheets: new Map() };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { id: intake } = await t.given.intake({ programId, startsOn: firstStart });
      const { id } = await t.given.registration({ programId, intakeId: intake });
      const { id: other } = await t.given.registration({ startDate: today });
      const book: Book = { status: 'new', start: firstStart, charges: [], paid: 0, moved: 0, unassigned: 0 };
      const ctx = () => ({ ...t.jobContext(t.now), actor, em: t.em() });
      const sumUnassigned = async () => sumAmounts((await listUnassignedMoney(ctx(), all)).items);
      const unassignedBefore = await sumUnassigned();
      for (const given of steps) {
        const before = await hashRows(t, lastIds);
        await play(ctx(), { id, other, intake }, { book, till }, given);
        const until = before.map(({ last }) => last);
        // Rows were only added
        expect(await hashRows(t, until)).toEqual(before);
      }
      expect((await getFeeAccount(ctx(), other)).paid).toBe(book.moved);
      expect((await sumUnassigned()) - unassignedBefore).toBe(book.unassigned);
      const { charges, payments, payCode, undecided, ...account } = await getFeeAccount(ctx(), id);
      expect(account).toMatchObject(sumBook(book));
      const { items } = await listFeeAccounts(ctx(), { q: account.reference, limit: 10, offset: 0 });
      const isListed = charges.length > 0 || payments.length > 0;
      expect(items).toMatchObject(isListed ? [account] : []);
    }),
    { numRuns },
  );
  for (const [id, sheet] of till.sheets)
    expect(await printClosing({ ...t.jobContext(t.now), actor, em: t.em() }, id)).toBe(sheet);
  expect(till.sheets.size).toBeGreaterThan(0);
  const { items: takings } = await listDailyTakings({ em: t.em() }, { from: today, to: today });
  const byMethod = Map.groupBy(takings, ({ method }) => method);
  expect(new Map([...byMethod].map(([method, rows]) => [method, sumAmounts(rows)]))).toEqual(till.taken);
  expect(await readReconciliation({ em: t.em() })).toMatchObject({ difference: 0, wrong: [] });
  const { items, total, totals } = await listFeeAccounts(
    { ...t.jobContext(t.now), actor },
    {
      programId,
      limit: 1000,
      offset: 0,
      sort: 'nextDueOn',
    },
  );
  // Days first, then those without one
  expect(items.map(({ nextDueOn }) => nextDueOn)).toEqual(
    items
      .map(({ nextDueOn }) => nextDueOn)
      .toSorted((one, other) => (one ?? 'z').localeCompare(other ?? 'z')),
  );
  expect(items).toHaveLength(total);
  const add = (field: keyof typeof totals) => items.reduce((sum, item) => sum + item[field], 0);
  expect(totals).toEqual({
    charged: add('charged'),
    paid: add('paid'),
    balance: add('balance'),
    overdue: add('overdue'),
  });
}
