import { beforeEach, expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
let id: number;
beforeEach(async () => {
  await t.sql('truncate fee_parts, fee_movements, donations, registrations cascade');
  ({ id } = await t.given.student());
});

const mobile = (operatorId: string, amount = 50_000) =>
  makeFeePayment(id, { amount, method: 'mtn', operatorId });

/** "MP12" in letters of another width, with invisible letters, and with a space of another kind. */
const spellings = [
  'ＭＰ１２',
  'M\u200bP12',
  '\u2060mp12\ufeff',
  'M\u00adP1\u034f2',
  '\u00a0MP12',
  'MP12\u3164',
];

test('a transaction is recorded once, however its ID is spelled', async () => {
  await fees().record.mutate(mobile('MP12'));
  for (const spelling of spellings) {
    expect(await readRefusal(fees().record.mutate(mobile(spelling, 60_000)))).toMatchObject({
      details: [{ path: 'operatorId', message: expect.stringContaining('on record already') }],
    });
    const text = `Transaction ID,Date,Amount,Reason\n${spelling},${addDaysToToday(0)},50000,x`;
    expect((await fees().plan.mutate({ text, method: 'mtn' })).lines).toMatchObject([
      { state: 'known', operatorId: expect.stringMatching(/^MP12$/i) },
    ]);
  }
});

test('the first of them is stored in plain letters, and an invisible ID is none', async () => {
  await fees().record.mutate(mobile(spellings[0] ?? ''));
  expect((await fees().book.query({})).items).toMatchObject([{ operatorId: 'MP12' }]);
  expect((await readRefusal(fees().record.mutate(mobile('\u200b\u2060')))).details).toContainEqual({
    path: 'operatorId',
    message: 'This is required',
  });
  const deposit = { amount: 5000, bankedOn: addDaysToToday(0), bank: 'Stanbic' };
  await fees().deposit.mutate({ ...deposit, slip: 'DS7' });
  const again = readRefusal(fees().deposit.mutate({ ...deposit, amount: 6000, slip: 'ＤＳ\u200b7' }));
  expect((await again).details).toMatchObject([{ path: 'slip' }]);
});

test('an ID that an earlier version stored in other letters is found', async () => {
  await t.sql(
    `insert into fee_movements (kind, method, operator_id, amount, received_on, recorded_by)
     values ('payment', 'mtn', 'ＭＰ\u200b12', 50000, current_date, 'a@example.org')`,
  );
  expect((await readRefusal(fees().record.mutate(mobile('MP12')))).status).toBe(409);
});

/** Numbers that the product gives itself. */
const ownNumbers = [
  'LINE-900',
  'line-20261120-E984F9978A',
  'ＬＩＮＥ-900',
  'FEE-2026-000001',
  'REF-2026-000003',
  'reg 2026 000002',
];
const ownNumberMessage = 'This is a number of the institute itself. Write that of the bank or operator';

test.each(ownNumbers)('nobody records money under %s, which would pass for ours', async (operatorId) => {
  const bank = makeFeePayment(id, { amount: 50_000, method: 'bank', operatorId });
  expect((await readRefusal(fees().record.mutate(bank))).details).toEqual([
    { path: 'operatorId', message: ownNumberMessage },
  ]);
  const deposit = { amount: 5000, bankedOn: addDaysToToday(0), bank: 'Stanbic', slip: operatorId };
  expect((await readRefusal(fees().deposit.mutate(deposit))).details).toEqual([
    { path: 'slip', message: ownNumberMessage },
  ]);
  const text = `Transaction ID,Date,Amount,Reason\n${operatorId},${addDaysToToday(0)},50000,x`;
  expect((await fees().plan.mutate({ text, method: 'mtn' })).lines).toMatchObject([
    {
      state: 'unreadable',
      message: expect.stringContaining('is a number of the institute itself: choose another column'),
    },
  ]);
  expect(await t.sql('select 1 from fee_movements')).toEqual([]);
});

test('a payment that was typed as LINE-900 stands in Control, and a line of the bank is asked about', async () => {
  const day = addDaysToToday(-20);
  await t.sql(
    `insert into fee_movements (id, kind, method, operator_id, amount, received_on, recorded_at, recorded_by)
     values (900, 'payment', 'bank', 'LINE-900', 50000, ?, ?, 'a@example.org')`,
    [day, `${day}T10:00Z`],
  );
  const { items } = await fees().control.query({ from: addDaysToToday(-30), to: addDaysToToday(0) });
  expect(items).toMatchObject([{ kind: 'unconfirmed', by: 'a@example.org', amount: 50_000 }]);
  const text = `Date,Description,Credit\n${day},CASH DEPOSIT,50000`;
  expect((await fees().plan.mutate({ text })).lines).toMatchObject([
    { state: 'likely', twin: { movementId: 900 } },
  ]);
});

test('a payment of our own page proves no other one', async () => {
  const txRef = '1767600000000-x1Y2z3A4b5C6d7E8f9G0';
  await t.sql(
    `insert into donations (tx_ref, amount, currency, status, method, name, is_test, receipt_number)
     values (?, 50000, 'UGX', 'successful', 'online', 'Ann', false, 'RCP-2026-000999')`,
    [txRef],
  );
  // A donation
  const bank = makeFeePayment(id, { amount: 50_000, method: 'bank', operatorId: txRef.toLowerCase() });
  expect((await readRefusal(fees().record.mutate(bank))).status).toBe(409);
  // What a payer typed at a bank
  const text = `Date,Transaction ID,Description,Remarks,Customer Reference,Credit\n${addDaysToToday(0)},FT9,x,${txRef},${txRef},50000`;
  expect((await fees().plan.mutate({ text })).lines).toMatchObject([
    { state: 'unmatched', operatorId: 'FT9' },
  ]);
  const provider = text.replace('Remarks', 'Merchant Reference');
  expect((await fees().plan.mutate({ text: provider })).lines).toMatchObject([
    { state: 'known', operatorId: txRef },
  ]);
});
