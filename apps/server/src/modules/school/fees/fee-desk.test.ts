import { kampalaDay } from '@institute/contract/time';
import { expect, test, vi } from 'vitest';
import { readCsv } from '../../../testing/csv.ts';
import { postTicket } from '../../../testing/downloads.ts';
import { feePayment } from '../../../testing/given.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const t = useTestApp();
const DAY_MS = 24 * 60 * 60 * 1000;
const start = new Date('2027-02-01T07:00:00Z').getTime();

/** Two cashiers, each with a box of cash that is counted in the evening. */
const cashiers = ['office@example.org', 'till@example.org'] as const;

test('in a month of a desk cash counted is what closings expect, and every file adds up', {
  timeout: 300_000,
}, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  const { id: programId } = await t.given.program({ price: 900_000 });
  const people: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    const { id } = await t.given.registration({ programId, startDate: '2027-02-01' });
    await t.office.admin.registrations.decide.mutate({ id, status: 'accepted' });
    people.push(id);
  }
  for (const email of cashiers) await t.given.account(email);
  const box = new Map(cashiers.map((email) => [email, 0]));
  const put = (email: (typeof cashiers)[number], amount: number) =>
    box.set(email, (box.get(email) ?? 0) + amount);
  const person = (at: number) => people[at % people.length] ?? 0;

  for (let day = 0; day < 26; day += 1) {
    vi.setSystemTime(start + day * DAY_MS);
    t.wait(0);
    const receivedOn = kampalaDay(new Date());
    for (const [at, email] of cashiers.entries()) {
      const desk = t.as(email).admin.fees;
      const amount = 10_000 + 100 * day + at;
      const cash = await desk.record.mutate(
        feePayment(person(day + at), { amount, receivedOn, again: true }),
      );
      put(email, amount);
      const parts = [1, 2, 3].map((one) => ({ registrationId: person(day + one), amount: 1000 * one }));
      const transfer = {
        amount: 9000,
        method: 'bank',
        operatorId: `T${day}-${at}`,
        receivedOn,
        again: true,
      } as const;
      await desk.record.mutate({ ...feePayment(null, transfer), parts });
      if (email === 'office@example.org' && day % 4 === 1) {
        await desk.counter.mutate({ movementId: cash.id, reason: 'Twice' });
        put(email, -amount);
      }
      if (email === 'office@example.org' && day % 4 === 3) {
        const refund = {
          registrationId: person(day),
          amount: 2000,
          method: 'cash',
          reason: 'Hostel',
        } as const;
        await desk.refund.mutate(refund);
        put(email, -2000);
      }
      const { payments } = await desk.account.query({ registrationId: person(day + at) });
      const standing = payments.find(({ state, left }) => state === 'received' && left >= 500);
      if (standing && day % 3 === 0)
        await desk.move.mutate({
          partId: standing.id,
          toRegistrationId: person(day + at + 1),
          amount: 500,
          reason: 'A sister',
        });
      if (standing && day % 7 === 6)
        await desk.unassign.mutate({ partId: standing.id, reason: 'Not theirs' });
      const [nobodys] = (await desk.unassigned.query({ limit: 1, offset: 0 })).items;
      if (nobodys && day % 2 === 0)
        await desk.assign.mutate({
          movementId: nobodys.movementId,
          parts: [{ registrationId: person(day), amount: nobodys.amount }],
        });
    }
    // Sunday is counted on Monday
    if (day % 7 === 6) continue;
    for (const email of cashiers) {
      const closed = await t
        .as(email)
        .admin.fees.close.mutate({ day: receivedOn, counted: box.get(email) ?? 0 });
      expect(closed).toMatchObject({ expected: box.get(email), difference: 0 });
      box.set(email, 0);
    }
  }

  const { fees } = t.office.admin;
  const days = { from: '2027-02-01', to: kampalaDay(new Date()) };
  const sum = (rows: readonly { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0);
  const { items: takings } = await fees.takings.query(days);
  const { items: closings } = await fees.closings.query(days);
  expect(closings.reduce((all, { counted }) => all + counted, 0)).toBe(
    sum(takings.filter(({ method }) => method === 'cash')),
  );
  for (const { id, expected } of closings)
    expect(sum((await fees.closing.query({ id })).items)).toBe(expected);
  const readAmounts = async (ticket: Parameters<typeof postTicket>[1]) => {
    const { body } = await postTicket(t, ticket);
    const at = body.split('\r\n', 1)[0]?.split(',').indexOf('Amount') ?? -1;
    return sum((await readCsv(t.db.connection, body)).map((row) => ({ amount: Number(row[at]) })));
  };
  const book = await readAmounts(await fees.bookTicket.mutate({}));
  expect(book).toBe(sum(takings));
  expect(await readAmounts(await fees.takingsTicket.mutate(days))).toBe(book);
  const { totals } = await fees.list.query({ limit: 1, offset: 0 });
  const { items: unassigned } = await fees.unassigned.query({ limit: 100, offset: 0 });
  expect(totals.paid + sum(unassigned)).toBe(book);
  expect(await readAmounts(await fees.chargesTicket.mutate({}))).toBe(totals.charged);
});
