import { beforeEach, expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
let id: number;
beforeEach(async () => {
  await t.sql('truncate fee_parts, fee_movements, registrations cascade');
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
