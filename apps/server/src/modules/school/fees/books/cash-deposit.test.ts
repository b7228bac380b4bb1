import { payCode } from '@institute/contract/fees.constants';
import { formatDate } from '@institute/contract/time';
import { beforeEach, expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
const today = addDaysToToday(0);
const deposit = { amount: 500_000, bankedOn: today, bank: 'Stanbic' };
let id: number;
beforeEach(async () => {
  await t.sql('truncate fee_parts, fee_movements, cash_closings, cash_closing_rows, registrations cascade');
  ({ id } = await t.given.student());
  await fees().record.mutate(makeFeePayment(id, { amount: 600_000 }));
});

const readSums = async () => {
  const { totals } = await fees().book.query({});
  const takings = (await fees().takings.query({ from: today, to: today })).items;
  const { paid } = await fees().account.query({ registrationId: id });
  const { book, difference, wrong } = await fees().reconciliation.query();
  const unclosed = (await fees().unclosed.query()).items.map(({ amount }) => amount);
  return { totals, takings, paid, book, difference, wrong, unclosed };
};

test('cash taken to the bank is a row of the book, and neither income nor anybody’s', async () => {
  const before = await readSums();
  const { id: movementId } = await fees().deposit.mutate({ ...deposit, slip: 'DS 77' });
  expect(await readSums()).toEqual(before);
  const { items } = await fees().book.query({ kind: 'deposit' });
  expect(items).toMatchObject([
    {
      id: movementId,
      amount: 500_000,
      method: 'bank',
      bank: 'Stanbic',
      operatorId: 'DS 77',
      receivedOn: today,
      parts: [],
      recordedBy: 'office@example.org',
    },
  ]);
  expect((await fees().unassigned.query({})).total).toBe(0);
  const { number } = await fees().counter.mutate({ movementId, reason: 'It was 400,000' });
  expect(number).toMatch(/^CAN-/);
  expect(await readSums()).toEqual(before);
  const control = (await fees().control.query({ month: today.slice(0, 7) })).items;
  expect(control.map(({ kind, amount, reason }) => [kind, amount, reason])).toEqual([
    ['undeposited', 500_000, 'It was 400,000'],
    ['deposit', 500_000, 'Stanbic'],
  ]);
  await fees().deposit.mutate({ ...deposit, amount: 400_000, slip: 'DS 77' });
});

test('what was counted in closings and not taken to the bank is shown', async () => {
  const readCash = async () => (await fees().reconciliation.query()).cash;
  expect(await readCash()).toEqual({ counted: 0, banked: 0, unbanked: 0 });
  await fees().close.mutate({ counted: 599_000, note: 'A note fell out' });
  const { id: movementId } = await fees().deposit.mutate(deposit);
  expect(await readCash()).toEqual({ counted: 599_000, banked: 500_000, unbanked: 99_000 });
  expect((await fees().unclosed.query()).unbanked).toBe(99_000);
  await fees().counter.mutate({ movementId, reason: 'Another day' });
  expect((await fees().unclosed.query()).unbanked).toBe(599_000);
});

const statement = (...rows: [id: string, day: string, reason: string, amount?: number][]) =>
  ['Date,Transaction ID,Description,Credit']
    .concat(rows.map(([one, day, reason, amount = 500_000]) => [day, one, reason, amount].join(',')))
    .join('\n');
const plan = async (text: string) => (await fees().plan.mutate({ text })).lines;

test('the line of a deposit in a bank statement is not money to assign', async () => {
  await fees().deposit.mutate({ ...deposit, bankedOn: addDaysToToday(-4) });
  await fees().deposit.mutate({ ...deposit, bankedOn: addDaysToToday(-4), slip: 'DS 77', amount: 70_000 });
  const text = statement(
    ['FT9', addDaysToToday(-2), 'CASH DEP KVI'],
    ['ds 77', addDaysToToday(-1), 'CASH DEP', 70_000],
    ['FT8', addDaysToToday(-2), payCode(id)],
    ['FT7', addDaysToToday(-2), 'CASH DEP'],
    ['FT6', addDaysToToday(-2), 'CASH DEP', 499_999],
  );
  const lines = await plan(text);
  const likely = `Likely the cash taken to the bank on ${formatDate(addDaysToToday(-4))}`;
  expect(lines.map(({ state, message }) => [state, message])).toEqual([
    ['likely', likely],
    ['known', `On record: the cash taken to the bank on ${formatDate(addDaysToToday(-4))}`],
    ['matched', expect.anything()],
    ['unmatched', expect.anything()],
    ['unmatched', expect.anything()],
  ]);
  const { hash } = await fees().plan.mutate({ text });
  expect(await fees().import.mutate({ text, hash, likely: [] })).toMatchObject({ known: 2, unmatched: 2 });
  expect((await plan(text)).map(({ state }) => state)).toEqual([
    'likely',
    'known',
    'known',
    'known',
    'known',
  ]);
});

test('a cancelled deposit takes no line of a statement', async () => {
  const { id: movementId } = await fees().deposit.mutate({ ...deposit, slip: 'DS 77' });
  await fees().counter.mutate({ movementId, reason: 'By mistake' });
  expect(await plan(statement(['FT9', today, 'CASH DEP'], ['DS 77', today, 'RENT']))).toMatchObject([
    { state: 'unmatched' },
    { state: 'likely', message: expect.stringContaining('which was cancelled') },
  ]);
});

test('a wrong deposit is refused with a sentence at its field, and the same one twice is asked about', async () => {
  await t.given.account('till@example.org');
  const till = t.as('till@example.org').admin.fees;
  const fault = async (fields: object) =>
    (await readRefusal(till.deposit.mutate({ ...deposit, ...fields }))).details;
  for (const [path, value] of [
    ['amount', 0],
    ['amount', -5],
    ['amount', 2_000_000_000],
    ['bankedOn', addDaysToToday(1)],
    ['bankedOn', '2027-02-30'],
    ['bank', ' '],
    ['slip', '3.01235E+11'],
  ] as const)
    expect(await fault({ [path]: value })).toMatchObject([{ path }]);
  expect((await readRefusal(till.deposit.mutate({ ...deposit, bankedOn: addDaysToToday(-8) }))).status).toBe(
    403,
  );
  await till.deposit.mutate({ ...deposit, slip: 'DS 77' });
  expect(await fault({ slip: 'ds 77', amount: 5 })).toEqual([
    { path: 'slip', message: 'This slip is on record already' },
  ]);
  await till.deposit.mutate({ ...deposit, slip: 'DS 78' });
  expect(await fault({})).toMatchObject([
    { path: 'again', message: expect.stringContaining('Record again?') },
  ]);
  await till.deposit.mutate({ ...deposit, again: true });
  expect((await fees().book.query({ kind: 'deposit' })).total).toBe(3);
});
