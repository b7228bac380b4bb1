import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const office = () => t.office.admin.fees;
const today = addDaysToToday(0);
const cash = (amount: number) => makeFeePayment(null, { amount });

async function givenTill() {
  await t.sql('truncate fee_movements, fee_parts, cash_closings');
  await t.given.account();
  await t.given.account('till@example.org');
  return t.as('till@example.org').admin.fees;
}

test('a cashier closes the own cash of a day; what comes later counts on the next closing', async () => {
  const till = await givenTill();
  await till.record.mutate(cash(30_000));
  await till.record.mutate(cash(5000));
  await till.record.mutate(makeFeePayment(null, { amount: 9000, method: 'mtn', operatorId: 'M1' }));
  await office().record.mutate(cash(800));
  const closing = { day: today, counted: 34_000 };
  expect(await readRefusal(till.close.mutate(closing))).toMatchObject({
    status: 400,
    details: [{ path: 'note', message: `Expected ${formatLocalMoney(35_000)}. Write why it differs` }],
  });
  expect(await till.close.mutate({ ...closing, note: 'Change given wrong' })).toMatchObject({
    expected: 35_000,
    difference: -1000,
  });
  const again = { ...closing, counted: 0 };
  expect(await readRefusal(till.close.mutate(again))).toMatchObject({
    status: 409,
    message: 'Nothing new to close',
  });
  await till.record.mutate(cash(700));
  expect(await till.close.mutate({ day: today, counted: 700 })).toMatchObject({ expected: 700 });
  expect((await till.closings.query({ from: today, to: today })).items).toMatchObject([
    { cashier: 'till@example.org', expected: 700, difference: 0, note: null },
    { day: today, expected: 35_000, counted: 34_000, difference: -1000, note: 'Change given wrong' },
  ]);
  // The owner's own cash is open still
  expect(await office().close.mutate({ day: today, counted: 800 })).toMatchObject({ difference: 0 });
});

test('a counter-entry counts on the day on which it is made, after the closing too', async () => {
  await givenTill();
  const { id } = await office().record.mutate(cash(4000));
  await office().close.mutate({ day: today, counted: 4000 });
  const before = await office().closings.query({ from: today, to: today });
  await office().counter.mutate({ movementId: id, reason: 'Twice' });
  expect((await office().closings.query({ from: today, to: today })).items).toEqual(before.items);
  const closing = { day: today, counted: 0, note: 'Given back' };
  expect(await office().close.mutate(closing)).toMatchObject({ expected: -4000, difference: 4000 });
});

test('owners close for others and for all, and nobody else does', async () => {
  const till = await givenTill();
  await till.record.mutate(cash(1000));
  await office().record.mutate(cash(200));
  for (const whose of [{ all: true }, { recordedBy: 'office@example.org' }])
    expect((await readRefusal(till.close.mutate({ day: today, counted: 0, ...whose }))).status).toBe(403);
  const closing = { day: today, counted: 1000, recordedBy: 'till@example.org' };
  expect(await office().close.mutate(closing)).toMatchObject({ expected: 1000 });
  expect(await office().close.mutate({ day: today, counted: 200, all: true })).toMatchObject({
    expected: 200,
  });
  expect((await readRefusal(till.close.mutate({ day: today, counted: 0 }))).status).toBe(409);
});

test('whoever closes while others record: each row is in one closing, and none is changed', async () => {
  const till = await givenTill();
  const work = Array.from({ length: 12 }, (_, at) =>
    at % 4 === 3
      ? till.close.mutate({ day: today, counted: 0, note: 'Blind' }).catch(() => null)
      : till.record.mutate(cash(1000 + at)),
  );
  await Promise.all(work);
  await till.close.mutate({ day: today, counted: 0, note: 'Last' }).catch(() => null);
  const [sums] = await t.sql<{ closed: number; cash: number }>(
    `select (select sum(expected) from cash_closings)::int as closed, (select sum(amount) from fee_movements)::int as cash`,
  );
  expect(sums?.closed).toBe(sums?.cash);
  await expect(t.sql('update cash_closings set counted = 1')).rejects.toThrow('only inserted');
  await expect(t.sql('delete from cash_closings')).rejects.toThrow('only inserted');
});

test('the sheet of a closing has its own rows, for its cashier and owners, and later rows change none', async () => {
  const till = await givenTill();
  await till.record.mutate(cash(30_000));
  const { id } = await till.record.mutate(cash(5000));
  await office().record.mutate(cash(800));
  const first = await till.close.mutate({ day: today, counted: 35_000 });
  const sheet = await till.closing.query({ id: first.id });
  expect(sheet).toMatchObject({ cashier: 'till@example.org', expected: 35_000, counted: 35_000 });
  expect(sheet.items.map(({ amount }) => amount)).toEqual([30_000, 5000]);
  await office().counter.mutate({ movementId: id, reason: 'Twice' });
  await till.record.mutate(cash(700));
  const all = await office().close.mutate({ day: today, counted: 0, all: true, note: 'Out of the safe' });
  const whole = await office().closing.query({ id: all.id });
  expect(whole.items.map(({ amount }) => amount)).toEqual([800, -5000, 700]);
  expect(whole.items.reduce((sum, { amount }) => sum + amount, 0)).toBe(whole.expected);
  expect(JSON.stringify(await office().closing.query({ id: first.id }))).toBe(JSON.stringify(sheet));
  expect((await readRefusal(till.closing.query({ id: all.id }))).status).toBe(403);
});

test('cash of a day that nobody closed counts on the next closing', async () => {
  await givenTill();
  const tomorrow = addDaysToToday(1);
  const later = addDaysToToday(2);
  const dayMs = 24 * 60 * 60 * 1000;
  onTestFinished(showRealTime);
  await office().record.mutate(cash(4000));
  await office().close.mutate({ day: today, counted: 4000 });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayMs });
  t.wait(0);
  await office().record.mutate(makeFeePayment(null, { amount: 500, receivedOn: tomorrow }));
  vi.setSystemTime(Date.now() + dayMs);
  t.wait(0);
  await office().record.mutate(makeFeePayment(null, { amount: 70, receivedOn: later }));
  expect(await office().close.mutate({ day: later, counted: 570 })).toMatchObject({ expected: 570 });
});

function showRealTime() {
  vi.useRealTimers();
  t.wait(0);
}

function showTime(at: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
  t.wait(0);
}

test('a closing takes cash of days before the last closing, and says from when to when', async () => {
  const till = await givenTill();
  await till.record.mutate(cash(30_000));
  // Another account closed while this day was open, and the till closed a later day first
  await office().record.mutate(cash(800));
  await office().close.mutate({ counted: 800 });
  await t.sql(`insert into cash_closings (recorded_by, cashier, day, expected, counted)
    values ('till@example.org', 'till@example.org', current_date + 1, 0, 0)`);
  expect((await till.unclosed.query()).items).toEqual([
    { day: today, cashier: 'till@example.org', amount: 30_000, count: 1 },
  ]);
  expect(await till.close.mutate({ counted: 30_000 })).toMatchObject({
    expected: 30_000,
    difference: 0,
    from: today,
    to: today,
  });
  expect((await till.unclosed.query()).items).toEqual([]);
});

test('cash of the evening is closed after midnight, under the day on which it came', async () => {
  await givenTill();
  const evening = '2026-12-30T20:55:00Z';
  const midnight = '2026-12-30T21:05:00Z';
  onTestFinished(showRealTime);
  showTime(evening);
  await office().record.mutate(makeFeePayment(null, { amount: 4000, receivedOn: '2026-12-30' }));
  showTime(midnight);
  await office().record.mutate(makeFeePayment(null, { amount: 500, receivedOn: '2026-12-31' }));
  expect((await office().unclosed.query()).items).toMatchObject([
    { day: '2026-12-30', amount: 4000 },
    { day: '2026-12-31', amount: 500 },
  ]);
  const days = { from: '2026-12-30', to: '2026-12-30' };
  expect(await office().close.mutate({ day: '2026-12-30', counted: 4000 })).toMatchObject(days);
  expect((await office().closings.query(days)).items).toMatchObject([{ day: '2026-12-30', ...days }]);
  expect(await office().close.mutate({ counted: 500 })).toMatchObject({
    from: '2026-12-31',
    to: '2026-12-31',
  });
});

test('a cancelled payment leaves the box that had it, or the one that the owner names', async () => {
  const till = await givenTill();
  const taken = [await till.record.mutate(cash(30_000)), await till.record.mutate(cash(5000))];
  await till.close.mutate({ counted: 35_000 });
  const [first, second] = taken.map(({ id }) => id);
  await office().counter.mutate({ movementId: first ?? 0, reason: 'Twice' });
  await office().counter.mutate({ movementId: second ?? 0, reason: 'Twice', box: 'office@example.org' });
  expect((await office().unclosed.query()).items).toMatchObject([
    { cashier: 'office@example.org', amount: -5000 },
    { cashier: 'till@example.org', amount: -30_000 },
  ]);
  // A cashier sees the own box only
  expect((await till.unclosed.query()).items).toMatchObject([
    { cashier: 'till@example.org', amount: -30_000 },
  ]);
  const { id } = await till.record.mutate(cash(40_000));
  expect(await till.close.mutate({ counted: 10_000 })).toMatchObject({ expected: 10_000, difference: 0 });
  const wrongBox = { movementId: id, reason: 'Twice', box: 'tiil@example.org' };
  expect(await readRefusal(office().counter.mutate(wrongBox))).toMatchObject({
    status: 400,
    details: [{ path: 'box', message: 'Nobody of this address keeps cash' }],
  });
});

test('a refund leaves the box that it was taken from, and a cancelled refund comes back to it', async () => {
  const till = await givenTill();
  const { id: registrationId } = await t.given.student();
  await till.record.mutate(makeFeePayment(registrationId, { amount: 9000 }));
  const refund = { registrationId, amount: 2000, method: 'cash', reason: 'Hostel' } as const;
  const { id } = await office().refund.mutate({ ...refund, box: 'till@example.org' });
  await office().refund.mutate({ ...refund, amount: 300 });
  const readBoxes = async () =>
    (await office().unclosed.query()).items.map(({ cashier, amount }) => [cashier, amount]);
  expect(await readBoxes()).toEqual([
    ['office@example.org', -300],
    ['till@example.org', 7000],
  ]);
  await office().counter.mutate({ movementId: id, reason: 'Not fetched' });
  expect(await readBoxes()).toEqual([
    ['office@example.org', -300],
    ['till@example.org', 9000],
  ]);
});

test('every count is kept: what was counted first stands on the sheet and in the control', async () => {
  const till = await givenTill();
  await t.sql('truncate cash_counts');
  await till.record.mutate(cash(30_000));
  expect(await readRefusal(till.close.mutate({ counted: 28_000 }))).toMatchObject({
    details: [{ path: 'note', message: `Expected ${formatLocalMoney(30_000)}. Write why it differs` }],
  });
  const { id } = await till.close.mutate({ counted: 30_000 });
  await till.record.mutate(cash(100));
  const { id: later } = await till.close.mutate({ counted: 100 });
  const sheet = await till.closing.query({ id });
  expect(sheet.counts).toMatchObject([{ counted: 28_000, expected: 30_000, recordedBy: 'till@example.org' }]);
  expect((await till.closing.query({ id: later })).counts).toEqual([]);
  expect(
    (await till.closings.query({ from: today, to: today })).items.map(({ counts }) => counts.length),
  ).toEqual([0, 1]);
  const { items } = await office().control.query({ month: today.slice(0, 7) });
  expect(items.filter(({ kind }) => kind === 'recount')).toMatchObject([
    {
      by: 'till@example.org',
      amount: -2000,
      reason: `Counted ${place.currency} 28,000 of ${place.currency} 30,000 first`,
    },
  ]);
  await expect(t.sql('update cash_counts set counted = 1')).rejects.toThrow('only inserted');
});

test('an owner closes the box of a cashier who has left; two closings at once make one', async () => {
  const till = await givenTill();
  await till.record.mutate(cash(1000));
  await t.sql(`update accounts set deactivated_at = now() where email = 'till@example.org'`);
  const closing = { counted: 1000, recordedBy: 'till@example.org' };
  const both = await Promise.allSettled([office().close.mutate(closing), office().close.mutate(closing)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await office().unclosed.query()).items).toEqual([]);
  await t.sql(`update accounts set deactivated_at = null where email = 'till@example.org'`);
});
