import type { FeePaymentInput } from '@institute/contract';
import { payCode } from '@institute/contract/fees.constants';
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

const amount = 250_000;
const record = async (fields: Partial<FeePaymentInput> = {}, registrationId: number | null = id) => {
  const slip = {
    amount,
    method: 'bank',
    operatorId: 'SLIP 88',
    receivedOn: addDaysToToday(-5),
    ...fields,
  } as const;
  const { receipts, ...movement } = await fees().record.mutate(makeFeePayment(registrationId, slip));
  return { movementId: movement.id, receiptNumber: receipts[0]?.receiptNumber ?? null };
};
type Row = readonly [id: string, day: string, reason: string, amount?: number];
const statement = (...rows: readonly Row[]) => {
  const hasIds = rows.some(([one]) => one);
  const lines = rows.map(([one, day, reason, sum = amount]) => [
    day,
    ...(hasIds ? [one] : []),
    reason,
    `${sum}`,
  ]);
  const head = ['Date', ...(hasIds ? ['Transaction ID'] : []), 'Description', 'Credit'];
  return [head, ...lines].map((cells) => cells.join(',')).join('\n');
};
const plan = async (text: string) => (await fees().plan.mutate({ text })).lines;
const states = async (text: string) => (await plan(text)).map(({ state }) => state);
const store = async (text: string, likely: number[] = []) => {
  const { hash } = await fees().plan.mutate({ text });
  return fees().import.mutate({ text, hash, likely });
};
const paid = async () => (await fees().account.query({ registrationId: id })).paid;

test.each([
  ['FT1', { method: 'bank', operatorId: 'SLIP 88' }, -2],
  ['FT1', { method: 'cheque', operatorId: '000123', bank: 'Stanbic' }, -8],
  ['FT1', { method: 'cheque', operatorId: null }, -5],
  ['', { method: 'bank', operatorId: 'SLIP 88' }, -8],
  ['', { method: 'cheque', operatorId: '000123' }, -2],
] as const)(
  'line %j of the person whose %j the desk has is not stored by itself',
  async (line, desk, day) => {
    const twin = await record(desk);
    const text = statement([line, addDaysToToday(day), payCode(id)]);
    expect(await plan(text)).toMatchObject([
      {
        state: 'likely',
        registrationId: id,
        twin,
        message: expect.stringMatching(`^Likely the one recorded as ${twin.receiptNumber}`),
      },
    ]);
    expect(await store(text)).toMatchObject({ known: 1, matched: 0, likely: 0, unmatched: 0 });
    expect(await paid()).toBe(amount);
    // Another payment after all
    expect(await store(text, [2])).toMatchObject({ likely: 1 });
    expect(await paid()).toBe(2 * amount);
    expect(await states(text)).toEqual(['known']);
  },
);

test('another amount, day, person or method is another payment', async () => {
  const other = await t.given.student({ phone: '0700 000 009' });
  await record();
  expect(
    await states(
      statement(
        ['FT1', addDaysToToday(-5), payCode(id), amount + 1],
        ['FT2', addDaysToToday(-1), payCode(id)],
        ['FT3', addDaysToToday(-9), payCode(id)],
        ['FT4', addDaysToToday(-5), payCode(other.id)],
      ),
    ),
  ).toEqual(['matched', 'matched', 'matched', 'matched']);
  await record({ method: 'cash', operatorId: null, receivedOn: addDaysToToday(-20) });
  expect(await states(statement(['FT5', addDaysToToday(-20), payCode(id)]))).toEqual(['matched']);
});

test('money that names nobody is likely what the desk has of its day', async () => {
  const twin = await record();
  expect(
    await plan(statement(['FT1', addDaysToToday(-5), 'CHQ DEP'], ['FT2', addDaysToToday(-4), 'CHQ DEP'])),
  ).toMatchObject([
    { state: 'likely', registrationId: null, twin },
    { state: 'unmatched', twin: null },
  ]);
  const unassigned = await record(
    { operatorId: 'SLIP 89', receivedOn: addDaysToToday(-1), again: true },
    null,
  );
  const message = expect.stringMatching(/^Likely the one recorded as the unassigned payment SLIP 89/);
  expect(await plan(statement(['FT3', addDaysToToday(-1), payCode(id)]))).toMatchObject([
    { state: 'likely', registrationId: id, twin: unassigned, message },
  ]);
});

test('one slip stands for one line, in whatever order they are', async () => {
  await record();
  const rows: Row[] = [
    ['FT1', addDaysToToday(-5), payCode(id)],
    ['FT2', addDaysToToday(-4), payCode(id)],
    ['FT3', addDaysToToday(-5), 'CHQ DEP'],
  ];
  for (const order of [rows, rows.toReversed()]) {
    const lines = await plan(statement(...order));
    expect(lines.flatMap(({ state, operatorId }) => (state === 'likely' ? operatorId : []))).toEqual(['FT1']);
  }
});

test('what the file itself names, or an earlier file brought, is no slip of the desk', async () => {
  await record({ operatorId: 'FT1' });
  const first = statement(['FT1', addDaysToToday(-5), payCode(id)], ['FT2', addDaysToToday(-4), payCode(id)]);
  expect(await states(first)).toEqual(['known', 'matched']);
  await store(first);
  const second = statement(
    ['FT2', addDaysToToday(-4), payCode(id)],
    ['FT3', addDaysToToday(-1), payCode(id)],
  );
  expect(await states(second)).toEqual(['known', 'matched']);
});

test('a slip that was cancelled still asks, and so does a line that was cancelled', async () => {
  const twin = await record();
  await fees().counter.mutate({ movementId: twin.movementId, reason: 'Counted twice' });
  const text = statement(['FT1', addDaysToToday(-5), payCode(id)]);
  const message = expect.stringMatching(
    new RegExp(`^Likely the one recorded as ${twin.receiptNumber} of .*, which was cancelled\\. `),
  );
  expect(await plan(text)).toMatchObject([{ state: 'likely', twin, message }]);
  expect(await store(text, [2])).toMatchObject({ likely: 1 });

  const { items } = await fees().book.query({ q: 'FT1', limit: 9, offset: 0 });
  await fees().counter.mutate({ movementId: items[0]?.id ?? 0, reason: 'No fee' });
  const own = { movementId: items[0]?.id, receiptNumber: items[0]?.numbers[0] };
  expect(await plan(text)).toMatchObject([{ state: 'likely', registrationId: id, twin: own }]);
  expect(await store(text)).toMatchObject({ known: 1, matched: 0 });
  expect(await paid()).toBe(0);
  expect(await store(text, [2])).toMatchObject({ likely: 1 });
  expect(await paid()).toBe(amount);
});

test('a line with a twin is given to people only when it is said to be another payment', async () => {
  const { receiptNumber } = await record();
  const text = statement(['FT1', addDaysToToday(-5), payCode(id)]);
  const { hash } = await fees().plan.mutate({ text });
  const choices = [{ line: 2, parts: [{ registrationId: id, amount }] }];
  expect(await readRefusal(fees().import.mutate({ text, hash, likely: [], choices }))).toMatchObject({
    status: 400,
    details: [
      {
        path: 'choices',
        message: `Line 2 may be on record. Choose “Another payment” for it first.`,
      },
    ],
  });
  expect(receiptNumber).toMatch(/^FEE-/);
  expect(await fees().import.mutate({ text, hash, likely: [2], choices })).toMatchObject({ matched: 1 });
  expect(await paid()).toBe(2 * amount);
});

test('a slip that the desk records after its line came with a statement is asked about', async () => {
  await store(statement(['FT1', addDaysToToday(-5), payCode(id)]));
  const slip = (day: number, again = false) =>
    record({ receivedOn: addDaysToToday(day), operatorId: `SLIP ${day}`, again });
  for (const day of [-8, -5, -2]) {
    expect(await readRefusal(slip(day))).toMatchObject({
      status: 409,
      details: [{ path: 'again', message: expect.stringMatching(/Record again\?$/) }],
    });
  }
  await slip(-9);
  expect(await paid()).toBe(2 * amount);
  await slip(-5, true);
  expect(await paid()).toBe(3 * amount);
  // Two slips of the desk on two days are two payments
  await slip(-10);
});

test.each([
  ['its number', (_receipt: string) => 'CHQ 123456 STANBIC'],
  ['its number without zeros', (_receipt: string) => 'Cheque deposit 0123456'],
  ['the receipt of the desk', (receipt: string) => `Cheque ${receipt}`],
])('the line of a cheque that names nobody, with %s, is likely the one of the desk', async (_what, write) => {
  const { receiptNumber } = await record({ method: 'cheque', operatorId: '123456', bank: 'Stanbic' });
  const text = statement(['FT1', addDaysToToday(-2), write(`${receiptNumber}`)]);
  expect(await plan(text)).toMatchObject([{ state: 'likely', twin: { receiptNumber } }]);
  expect(await states(statement(['FT1', addDaysToToday(-2), 'CHQ 654321']))).toEqual(['unmatched']);
});
