import { payCode } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { payChannels } from '@institute/contract/place';
import { beforeEach, expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
let id: number;
beforeEach(async () => {
  await t.sql('truncate fee_parts, fee_movements, online_fees, registrations, outgoing_messages cascade');
  ({ id } = await t.given.student());
});

/** Of a transaction ID and an amount. */
const statement = (method: 'bank' | 'mtn', ...rows: readonly string[]) => ({
  method,
  text: ['ID,Amount,Date,Reason', ...rows.map((row) => `${row},${addDaysToToday(0)},${payCode(id)}`)].join(
    '\n',
  ),
});
type Statement = ReturnType<typeof statement>;
const plan = async (input: Statement) =>
  (await fees().plan.mutate(input)).lines.map(({ state, message }) => [state, message]);
const store = async (input: Statement, likely: number[] = []) => {
  const { hash } = await fees().plan.mutate(input);
  return fees().import.mutate({ ...input, hash, likely });
};
const record = (fields: object) =>
  fees().record.mutate(makeFeePayment(id, { amount: 250_000, method: 'bank', operatorId: 'FT1', ...fields }));
const paid = async () => (await fees().account.query({ registrationId: id })).paid;
const own = ['matched', expect.stringMatching(/REG-/)];

test('another amount than on record differs and names the receipt, the same one is known', async () => {
  const [receipt] = (await record({})).receipts;
  const differs = ['differs', `On record as ${formatLocalMoney(250_000)} in ${receipt?.receiptNumber}`];
  const other = statement('bank', 'ft1,25000', 'FT2,5000');
  expect(await plan(other)).toEqual([differs, own]);
  expect(await store(other)).toMatchObject({ differs: 1, matched: 1 });
  expect(await plan(statement('bank', 'FT1,250000'))).toEqual([
    ['known', `On record: ${receipt?.receiptNumber}`],
  ]);
  expect(await plan(statement('bank', 'FT1,1000', 'FT1,2000'))).toEqual([differs, differs]);
  await record({ method: 'mtn', operatorId: '31', again: true });
  expect(await plan(statement('mtn', '31,7000', '31,250000', '32,7000', '32,8000'))).toEqual([
    ['differs', expect.stringMatching(`^On record as ${formatLocalMoney(250_000)} in FEE-`)],
    ['known', expect.stringMatching(/^On record: FEE-/)],
    own,
    ['differs', `Line 4 has this ID with ${formatLocalMoney(7000)}`],
  ]);
  expect(await paid()).toBe(505_000);
});

test('one transfer of three parts is one known line of the next statement', async () => {
  const others = await Promise.all([0, 1].map(() => t.given.registration({ phone: '0700 000 009' })));
  for (const { id } of others) await t.office.admin.registrations.decide.mutate({ id, status: 'accepted' });
  const parts = [{ id }, ...others].map((one) => ({ registrationId: one.id, amount: 1000 }));
  await record({ parts, amount: 3000 });
  expect(await plan(statement('bank', 'FT1,3000'))).toEqual([['known', expect.stringMatching(/FEE-/)]]);
});

test('lines of one batch of a bank are each their own money, and equal ones need a tick', async () => {
  const batch = statement('bank', 'B1,1000', 'B1,2000', 'B1,1000', 'B1,3000');
  const twice = ['likely', expect.stringMatching(/^This ID stands twice with the same amount/)];
  expect(await plan(batch)).toEqual([own, own, twice, own]);
  expect(await store(batch)).toMatchObject({ matched: 3, likely: 0, known: 1, unmatched: 0 });
  expect(await paid()).toBe(6000);
  const known = ['known', expect.stringMatching(/^On record: FEE-/)];
  expect(await plan(batch)).toEqual([known, known, twice, known]);
  expect(await store(batch, [4])).toMatchObject({ likely: 1, known: 3 });
  expect(await plan(batch)).toEqual([known, known, known, known]);
  expect(await paid()).toBe(7000);

  // The desk takes no part in a batch. What is taken back comes again, but never by itself
  expect((await readRefusal(record({ operatorId: 'b1' }))).status).toBe(409);
  const { items } = await fees().book.query({ q: 'B1', limit: 9, offset: 0 });
  for (const { id: movementId } of items) await fees().counter.mutate({ movementId, reason: 'A test' });
  expect(await store(batch)).toMatchObject({ matched: 0, likely: 0, known: 4 });
  expect(await store(batch, [2, 3, 4, 5])).toMatchObject({ matched: 0, likely: 4 });
  expect(await paid()).toBe(7000);
});

test('the same ID under another method needs a tick, and is left out without it', async () => {
  await record({ method: 'mtn', operatorId: '77' });
  const moved = statement('bank', '77,250000');
  expect(await plan(moved)).toEqual([
    [
      'likely',
      expect.stringMatching(
        `^This ID is on record under ${payChannels.mtn.name}: FEE-\\d{4}-\\d{6}\\. .*REG-`,
      ),
    ],
  ]);
  expect(await store(moved)).toMatchObject({ known: 1, likely: 0, unmatched: 0 });
  expect(await paid()).toBe(250_000);
  expect(await store(moved, [2])).toMatchObject({ likely: 1 });
  expect(await paid()).toBe(500_000);
});

test.each(['3.01235E+11', '1.25384e+11', '3E+10'])(
  'the ID %s was shortened and is not read',
  async (typed) => {
    const message = `The transaction ID ${typed} was shortened by a spreadsheet. Use the file as it came.`;
    expect(await plan(statement('bank', `${typed},1000`))).toEqual([['unreadable', message]]);
    expect(await readRefusal(record({ method: 'bank', operatorId: typed }))).toMatchObject({
      status: 400,
      details: [{ path: 'operatorId', message: expect.stringContaining('was shortened by a spreadsheet') }],
    });
  },
);

test('the .0 that a spreadsheet writes after an ID does not make it another one', async () => {
  await record({ method: 'bank', operatorId: '301234567890.0' });
  for (const typed of ['301234567890', '301234567890.0']) {
    expect(await plan(statement('bank', `${typed},250000`))).toEqual([['known', expect.anything()]]);
    expect(await readRefusal(record({ method: 'bank', operatorId: typed, again: true }))).toMatchObject({
      status: 409,
      details: [{ path: 'operatorId' }],
    });
  }
});

test('an ID that an earlier version stored with .0 is known, in files and at the desk', async () => {
  await record({ method: 'mtn', operatorId: '301234567890' });
  // As the import stored it before it read such IDs as plain ones
  await t.sql(`alter table fee_movements disable trigger user`);
  await t.sql(`update fee_movements set operator_id = operator_id || '.0'`);
  await t.sql(`alter table fee_movements enable trigger user`);
  expect(await plan(statement('mtn', '301234567890,250000'))).toEqual([['known', expect.anything()]]);
  expect(await plan(statement('mtn', '301234567890,7000'))).toEqual([['differs', expect.anything()]]);
  expect(await readRefusal(record({ method: 'mtn', operatorId: '301234567890', again: true }))).toMatchObject(
    { status: 409, details: [{ path: 'operatorId', message: expect.stringMatching(/FEE-/) }] },
  );
  expect(await paid()).toBe(250_000);
});

test('a number of a cheque is refused for the same bank and day, and asked about for others', async () => {
  const cheque = { method: 'cheque', operatorId: '000123', bank: 'Stanbic' };
  await record(cheque);
  expect(await readRefusal(record({ ...cheque, bank: 'STANBIC', again: true }))).toMatchObject({
    status: 409,
    details: [{ path: 'operatorId' }],
  });
  for (const other of [
    { ...cheque, bank: 'Centenary', amount: 7000 },
    { ...cheque, receivedOn: addDaysToToday(-1) },
  ]) {
    expect(await readRefusal(record(other))).toMatchObject({
      status: 409,
      details: [{ path: 'again', message: expect.stringMatching(/receipt FEE-.* Record again\?$/) }],
    });
    await record({ ...other, again: true });
  }
  expect(await paid()).toBe(507_000);
});
