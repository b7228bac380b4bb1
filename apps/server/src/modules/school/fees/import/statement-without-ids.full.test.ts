import type { StatementImport } from '@institute/contract';
import { payCode } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { beforeEach, expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { makeXlsx } from '../../../../testing/files/xlsx.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
let id: number;
beforeEach(async () => {
  await t.sql(
    'truncate fee_parts, fee_movements, online_fees, donations, registrations, outgoing_messages cascade',
  );
  id = await givenPerson();
});

const givenPerson = async () => (await t.given.student({ phone: '0700 000 009' })).id;

const head = ['Date', 'Cheque No', 'Description', 'Debit', 'Credit', 'Running Balance'];
const statement = (...rows: readonly string[][]) =>
  [head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');
const cash = (amount: string, balance: string, day = addDaysToToday(-3)) => [
  day,
  '',
  'CASH DEPOSIT OPIO',
  '',
  amount,
  balance,
];
const plan = async (text: string) => (await fees().plan.mutate({ text })).lines;
const states = async (text: string) => (await plan(text)).map(({ state }) => state);
type Choices = NonNullable<StatementImport['choices']>;
const store = async (text: string, likely: number[] = [], choices: Choices = []) => {
  const { hash } = await fees().plan.mutate({ text });
  return fees().import.mutate({ text, hash, likely, choices });
};
const paid = async (registrationId = id) => (await fees().account.query({ registrationId })).paid;

test('lines of a bank without ids are known again, equal ones are counted, also as an Excel file', async () => {
  const code = payCode(id);
  const text = statement(
    [addDaysToToday(-3), '', `FEES pay code ${code}`, '', '250,000.00', '1,250,000.00'],
    cash('50,000.00', '1,300,000.00'),
    cash('50,000.00', '1,300,000.00'),
    cash('50,000.00', '1,350,000.00'),
    [addDaysToToday(-3), '000123', 'CHEQUE PAID', '80,000.00', '', '1,270,000.00'],
  );
  const lines = await plan(text);
  expect(lines.map(({ state }) => state)).toEqual([
    'matched',
    'unmatched',
    'unmatched',
    'unmatched',
    'notMoney',
  ]);
  const ids = lines.flatMap(({ operatorId }) => operatorId ?? []);
  expect(new Set(ids).size).toBe(4);
  expect(ids[2]).toBe(`${ids[1]}-2`);
  expect(await store(text)).toMatchObject({ matched: 1, unmatched: 3 });
  expect(await states(text)).toEqual(['known', 'known', 'known', 'known', 'notMoney']);
  const sheet = makeXlsx([
    head,
    [new Date(addDaysToToday(-3)), null, `FEES pay code ${code}`, null, 250_000, 1_250_000],
    [new Date(addDaysToToday(-3)), null, 'Cash deposit Opio', null, 50_000, 1_350_000],
    [new Date(addDaysToToday(-2)), null, 'Cash deposit Opio', null, 50_000, 1_400_000],
  ]);
  const planned = await fees().planFile.mutate({ name: 'a.xlsx', base64: sheet.toString('base64') });
  expect(planned.lines.map(({ state }) => state)).toEqual(['known', 'known', 'unmatched']);
  expect(await paid()).toBe(250_000);
});

test('a statement of an operator without ids asks for their column', async () => {
  const text = 'Date,From number,Amount\n2026-02-02,0772123456,5000';
  expect(await fees().plan.mutate({ text, method: 'mtn' })).toMatchObject({
    missing: ['operatorId'],
    lines: [],
  });
});

test('one line is split between three people, and is one known line of the next statement', async () => {
  const people = [id, await givenPerson(), await givenPerson()];
  const text = statement(
    cash('600,000.00', '1,600,000.00'),
    [addDaysToToday(-3), '', `FEES pay code ${payCode(id)}`, '', '1,000.00', '1,601,000.00'],
    ['', '', 'Closing balance', '', '', '1,601,000.00'],
  );
  const parts = people.map((registrationId, at) => ({ registrationId, amount: 100_000 * (at + 1) }));
  const refuse = async (line: number, given: typeof parts) =>
    readRefusal(store(text, [], [{ line, parts: given }]));
  expect(await refuse(2, parts.slice(1))).toMatchObject({
    details: [
      {
        path: 'choices',
        message: `Line 2 has ${formatLocalMoney(600_000)}, its parts ${formatLocalMoney(500_000)}`,
      },
    ],
  });
  expect(await refuse(4, parts)).toMatchObject({ status: 409 });
  expect(await store(text, [], [{ line: 2, parts }])).toMatchObject({ matched: 2, unmatched: 0 });
  expect(await Promise.all(people.map(paid))).toEqual([101_000, 200_000, 300_000]);
  expect(await t.sql('select count(*)::int as count from fee_movements')).toEqual([{ count: 2 }]);
  expect(await states(text)).toEqual(['known', 'known', 'notMoney']);
  expect(await t.sql("select 1 from outgoing_messages where kind = 'fee-receipt'")).toHaveLength(4);
});
