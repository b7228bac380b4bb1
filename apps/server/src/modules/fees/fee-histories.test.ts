import { hasSeat } from '@institute/contract/registrations.constants';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { dayIn } from '../../testing/given.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { transaction } from '../../transaction.ts';
import { chargeForStatuses } from '../charges/charge.service.ts';
import { addCharge, reverseCharge } from './charge-office.service.ts';
import { getFeeAccount, listFeeAccounts } from './fee-account.service.ts';
import { cancelPayment, recordPayment, refundFees } from './fee-payment.service.ts';

const t = useTestApp();

/** The account as a plain list of lines, added up in a second way. */
interface Book {
  status: 'new' | 'accepted' | 'rejected';
  charges: { amount: number; dueOn: string }[];
  paid: number;
}

const amount = fc.integer({ min: 500, max: 400_000 });
const days = fc.integer({ min: -40, max: 40 });
const step = fc.oneof(
  fc.record({ does: fc.constant('accept' as const) }),
  fc.record({ does: fc.constant('leave' as const), takesBack: fc.boolean() }),
  fc.record({ does: fc.constant('charge' as const), amount, days }),
  fc.record({ does: fc.constant('discount' as const), amount, days }),
  fc.record({ does: fc.constant('reverse' as const), pick: fc.nat() }),
  fc.record({ does: fc.constant('pay' as const), amount }),
  fc.record({ does: fc.constant('cancel' as const), pick: fc.nat() }),
  fc.record({ does: fc.constant('refund' as const), amount }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const instalments = [
  { label: 'One', amount: 100_000, dueOn: dayIn(0) },
  { label: 'Two', amount: 250_000, dueOn: dayIn(20) },
];
const today = dayIn(0);

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

async function play(ctx: Ctx, id: number, book: Book, given: Step): Promise<void> {
  const lines = await getFeeAccount(ctx, id);
  const pickFrom = <Item>(items: Item[], at: number) => items[at % Math.max(1, items.length)];
  const setStatus = async (to: Book['status'], takesBack = false) => {
    const from = book.status;
    await transaction(ctx, async (tx) => {
      await tx.em.execute('update registrations set status = ? where id = ?', [to, id]);
      await chargeForStatuses(tx, [{ id, from, to }], { takesBack });
    });
    book.status = to;
  };
  if (given.does === 'accept' && !hasSeat(book.status)) {
    await setStatus('accepted');
    // What stands of the instalments is left out from the front
    const taken = new Set(lines.charges.map(({ reverses }) => reverses));
    let standing = lines.charges
      .filter((line) => line.kind === 'instalment' && !taken.has(line.id))
      .reduce((sum, line) => sum + line.amount, 0);
    for (const one of instalments) {
      const rest = Math.max(0, one.amount - standing);
      standing = Math.max(0, standing - one.amount);
      if (rest > 0) book.charges.push({ amount: rest, dueOn: one.dueOn });
    }
  }
  if (given.does === 'leave' && hasSeat(book.status)) {
    await setStatus('rejected', given.takesBack);
    const taken = new Set(lines.charges.map(({ reverses }) => reverses));
    for (const line of lines.charges) {
      const stands = line.kind !== 'reversal' && line.amount > 0 && !taken.has(line.id);
      if (given.takesBack && stands && line.dueOn > today)
        book.charges.push({ amount: -line.amount, dueOn: line.dueOn });
    }
  }
  if (given.does === 'charge' || given.does === 'discount') {
    const isDiscount = given.does === 'discount';
    const line = { amount: isDiscount ? -given.amount : given.amount, dueOn: dayIn(given.days) };
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
    const received = { amount: given.amount, method: 'cash', receivedOn: today, again: true } as const;
    await recordPayment(ctx, { registrationId: id, ...received });
    book.paid += given.amount;
  }
  if (given.does === 'cancel') {
    const line = pickFrom(lines.payments, given.pick);
    const isReceived = line?.kind === 'payment' && line.state === 'received';
    const done = line && cancelPayment(ctx, { paymentId: line.id, reason: 'y' }).then(() => true);
    const isDone = (await done?.catch(() => false)) ?? false;
    expect(isDone).toBe(isReceived);
    if (line && isDone) book.paid -= line.amount;
  }
  if (given.does === 'refund') {
    const refund = refundFees(ctx, { registrationId: id, amount: given.amount, reason: 'y' });
    const isDone = await refund.then(() => true).catch(() => false);
    expect(isDone).toBe(given.amount <= book.paid);
    if (isDone) book.paid -= given.amount;
  }
}

test('every figure of random histories equals an independent sum', { timeout: 300_000 }, async () => {
  const { id: programId } = await t.given.program({
    price: 350_000,
    instalments: [
      { label: 'One', amount: 100_000, dueDays: null },
      { label: 'Two', amount: 250_000, dueDays: 20 },
    ],
  });
  const { user } = await t.given.account();
  const actor = {
    ...user,
    isOwner: true,
    mayReadMedical: false,
    mayKeepFees: true,
    sessionId: '',
    confirmedAt: null,
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { id } = await t.given.registration({ programId, startDate: today });
      const book: Book = { status: 'new', charges: [], paid: 0 };
      const ctx = () => ({ ...t.jobContext(t.now), actor, em: t.em() });
      for (const given of steps) await play(ctx(), id, book, given);
      const { charges, payments, payCode, ...account } = await getFeeAccount(ctx(), id);
      expect(account).toMatchObject(sumBook(book));
      const { items } = await listFeeAccounts(ctx(), { q: account.reference, limit: 10, offset: 0 });
      // An account whose only payments were cancelled has nothing to list
      const isListed = charges.length > 0 || payments.some(({ state }) => state === 'received');
      expect(items).toEqual(isListed ? [account] : []);
    }),
    { numRuns: 40 },
  );
  const { items, total, totals } = await listFeeAccounts(t.jobContext(t.now), {
    programId,
    limit: 1000,
    offset: 0,
  });
  expect(items).toHaveLength(total);
  const add = (field: keyof typeof totals) => items.reduce((sum, item) => sum + item[field], 0);
  expect(totals).toEqual({
    charged: add('charged'),
    paid: add('paid'),
    balance: add('balance'),
    overdue: add('overdue'),
  });
});
