import { formatLocalMoney } from '@institute/contract/money';
import { addDays } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { confirmedOwner } from '../../../../testing/app/rights.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { chargeForCourse } from '../../charges/charge.service.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
const today = addDaysToToday(0);
const month = today.slice(0, 7);

/** One of each thing that owners look at, by an owner and a cashier. */
async function givenMonth() {
  await t.sql('truncate fee_movements, fee_parts, cash_closings, cash_counts, charges, activities');
  const { id } = await t.given.student({ firstName: 'Annet', lastName: 'Okello' });
  await t.given.account('till@example.org');
  const till = t.as('till@example.org').admin.fees;
  await fees().charge.mutate({
    registrationId: id,
    kind: 'discount',
    label: 'Sister',
    amount: -40_000,
    dueOn: today,
    reason: 'A sister',
  });
  const { id: chargeId } = await fees().charge.mutate({
    registrationId: id,
    kind: 'extra',
    label: 'Uniform',
    amount: 50_000,
    dueOn: today,
  });
  await fees().reverse.mutate({ chargeId, reason: 'Bought elsewhere' });
  await till.record.mutate(makeFeePayment(id, { amount: 100_000 }));
  const wrong = await till.record.mutate(makeFeePayment(id, { amount: 7000 }));
  const cancelled = await fees().counter.mutate({ movementId: wrong.id, reason: 'Twice' });
  const unknownPayer = await till.record.mutate(makeFeePayment(null, { amount: 3000 }));
  await fees().counter.mutate({ movementId: unknownPayer.id, reason: 'Not ours' });
  const refund = await fees().refund.mutate({
    registrationId: id,
    amount: 15_000,
    method: 'cash',
    reason: 'Hostel',
  });
  await fees().record.mutate(makeFeePayment(id, { amount: 9000, receivedOn: addDaysToToday(-10) }));
  await till.close.mutate({ day: today, counted: 99_000, note: 'A note fell out' });
  const { payments } = await fees().account.query({ registrationId: id });
  const first = payments.find(({ amount }) => amount === 100_000);
  const wrongReceipt = wrong.receipts[0]?.receiptNumber;
  return { id, till, cancelled, wrongReceipt, refund, partId: first?.id ?? 0, receipt: first?.receiptNumber };
}

test('owners see what was given, taken back and counted wrong in a month, by person, with amounts', async () => {
  const { id, till, cancelled, wrongReceipt, refund, partId, receipt } = await givenMonth();
  await till.receipt.query({ partId });
  const before = await fees().control.query({ month });
  expect(before.items.map(({ kind }) => kind)).not.toContain('reprint');
  await till.receipt.query({ partId });
  await till.receipt.query({ partId });
  const { items, sums } = await fees().control.query({ month });
  const owner = 'office@example.org';
  const cashier = 'till@example.org';
  expect(sums).toEqual([
    { by: owner, kind: 'discount', count: 1, amount: 40_000 },
    { by: owner, kind: 'reversal', count: 1, amount: 50_000 },
    { by: owner, kind: 'refund', count: 1, amount: 15_000 },
    { by: owner, kind: 'backdated', count: 1, amount: 9000 },
    { by: cashier, kind: 'countered', count: 1, amount: 7000 },
    { by: cashier, kind: 'dismissed', count: 1, amount: 3000 },
    { by: cashier, kind: 'difference', count: 1, amount: -1000 },
    { by: cashier, kind: 'reprint', count: 2, amount: 200_000 },
  ]);
  const find = (kind: string) => items.find((item) => item.kind === kind);
  expect(find('reprint')).toMatchObject({ registrationId: id, name: 'Annet Okello', number: receipt });
  expect(find('reprint')?.receiptCode).toMatch(/^[A-Z0-9]{26}$/);
  expect(find('countered')).toMatchObject({ number: cancelled?.number, reason: 'Twice' });
  expect(find('countered')).toMatchObject({ receiptNumber: wrongReceipt, doneBy: owner });
  expect(find('refund')).toMatchObject({ number: refund.number, reason: 'Hostel' });
  expect(find('discount')).toMatchObject({ registrationId: id, reason: 'Sister: A sister', number: null });
  expect(find('difference')).toMatchObject({ registrationId: null, reason: 'A note fell out' });
});

test('a print of a receipt stands in the activity log with its number and amount', async () => {
  const { till, partId, receipt } = await givenMonth();
  await till.receipt.query({ partId });
  const { items } = await t.office.admin.activity.list.query({ limit: 1 });
  expect(items).toMatchObject([
    {
      description: `Printed receipt ${receipt} of ${formatLocalMoney(100_000)}`,
      user: { email: 'till@example.org' },
    },
  ]);
});

test('another month has nothing of it', async () => {
  await givenMonth();
  expect(await fees().control.query({ month: '2020-12' })).toEqual({ items: [], sums: [] });
  expect(await readRefusal(fees().control.query({ month: '2027-13' }))).toMatchObject({ status: 400 });
});

test('due days that move with an intake are one line with their net effect', async () => {
  await t.sql('truncate fee_movements, fee_parts, cash_closings, cash_counts, charges, activities');
  const { id: programId } = await t.given.program({
    price: 500_000,
    instalments: [{ label: 'Fee', amount: 500_000, dueDays: 0 }],
  });
  const startsOn = addDaysToToday(20);
  const { id: intakeId } = await t.given.intake({ programId, startsOn });
  for (let seat = 0; seat < 4; seat++) {
    const { id } = await t.given.registration({ programId, intakeId });
    await t.office.admin.registrations.decide.mutate({ id, status: 'accepted' });
  }
  const changes = { startsOn: addDays(startsOn, 7), moveDues: true };
  await t.office.admin.intakes.update.mutate({ id: intakeId, changes });
  const { items } = await fees().control.query({ month });
  expect(items.map(({ kind, amount, name, reason }) => [kind, amount, name, reason])).toEqual([
    ['rewritten', 0, null, 'Another start, 4 people'],
  ]);
});

test('charges that another course writes anew are one line, however long the step takes', async () => {
  await t.sql('truncate fee_movements, fee_parts, cash_closings, cash_counts, charges, activities');
  const { id: programId } = await t.given.program({
    price: 500_000,
    instalments: [{ label: 'Fee', amount: 500_000, dueDays: 60 }],
  });
  const { id } = await t.given.registration({ programId, startDate: addDaysToToday(0) });
  await t.office.admin.registrations.decide.mutate({ id, status: 'accepted' });
  const { id: intakeId } = await t.given.intake({ programId, startsOn: addDaysToToday(20) });
  await t.sql('update registrations set intake_id = ? where id = ?', [intakeId, id]);
  let reads = 0;
  // Every read of the clock is a second later
  const now = () => new Date(t.now().getTime() + 1000 * reads++);
  const ctx = { ...t.jobContext(now), actor: confirmedOwner };
  await runInTransaction(ctx, (tx) => chargeForCourse(tx, id, { isOtherProgram: false }));
  const { items } = await fees().control.query({ month });
  expect(items.map(({ kind, amount, reason }) => [kind, amount, reason])).toEqual([
    ['rewritten', 0, 'Another intake'],
  ]);
});

test('days of a week are looked at as a month is', async () => {
  await givenMonth();
  const whole = await fees().control.query({ month });
  expect(await fees().control.query({ from: `${month}-01`, to: today })).toEqual(whole);
  expect((await fees().control.query({ from: addDaysToToday(-9), to: addDaysToToday(-1) })).items).toEqual(
    [],
  );
  for (const query of [{}, { from: today }, { from: today, to: addDaysToToday(-1) }])
    expect(await readRefusal(fees().control.query(query))).toMatchObject({ status: 400 });
});
