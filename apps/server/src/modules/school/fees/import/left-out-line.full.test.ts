import type { StatementImport } from '@institute/contract';
import { payCode } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import { beforeEach, expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../../testing/app/answers.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;
let id: number;
beforeEach(async () => {
  await t.sql(
    'truncate kept_statement_lines, fee_parts, fee_movements, registrations, outgoing_messages cascade',
  );
  ({ id } = await t.given.student({ phone: '0700 000 009' }));
});

const statement = (head: string, ...rows: readonly string[]) =>
  [head, ...rows.map((row) => `${addDaysToToday(-2)},${row}`)].join('\n');
const withIds = (...rows: readonly string[]) => statement('Date,Transaction ID,Description,Credit', ...rows);
const plan = async (text: string) => (await fees().plan.mutate({ text })).lines;
const states = async (text: string) => (await plan(text)).map(({ state }) => state);
type Choices = NonNullable<StatementImport['choices']>;
const store = async (text: string, choices: Choices = [], likely: number[] = []) => {
  const { hash } = await fees().plan.mutate({ text });
  return fees().import.mutate({ text, hash, likely, choices });
};
const leaveOut = (...lines: number[]): Choices => lines.map((line) => ({ line, notFee: true }));
const paid = async () => (await fees().account.query({ registrationId: id })).paid;
const countMovements = () => t.sql('select count(*)::int as count from fee_movements');

test('a line that is no fee is not stored, now and when it comes again in any form', async () => {
  const text = withIds('S1,SWEEP TO MAIN,900000', 'I1,INTEREST,1200', `F1,${payCode(id)},5000`);
  expect(await store(text, leaveOut(2, 3))).toMatchObject({ matched: 1, unmatched: 0, notMoney: 2 });
  expect(await countMovements()).toEqual([{ count: 1 }]);
  expect(await t.sql("select 1 from outgoing_messages where kind = 'fee-unassigned'")).toEqual([]);
  const newer = withIds('F2,x,700', 'i1,INTEREST,1200', 'S1.0,SWEEP,900000', 'S1,SWEEP TO MAIN,900000');
  expect(await plan(newer)).toMatchObject([
    { state: 'unmatched', notFee: false },
    { state: 'notMoney', notFee: true, amount: 1200, message: expect.stringMatching(/^Not a fee: .*@/) },
    { state: 'unmatched' },
    { state: 'notMoney', notFee: true, amount: 900_000 },
  ]);
  expect(await store(newer)).toMatchObject({ unmatched: 2, notMoney: 2 });
});

test('of equal lines as many are left out as were chosen, also without ids', async () => {
  const text = statement('Date,Description,Credit', 'HALL HIRE,50000', 'HALL HIRE,50000', 'RENT,50000');
  expect(await store(text, leaveOut(3))).toMatchObject({ unmatched: 2, notMoney: 1 });
  expect((await states(text)).toSorted()).toEqual(['known', 'known', 'notMoney']);

  const batch = withIds('B1,A,1000', 'B1,B,2000', 'B1,C,1000');
  expect(await store(batch, leaveOut(4), [4])).toMatchObject({ unmatched: 2, notMoney: 1 });
  expect((await states(batch)).toSorted()).toEqual(['known', 'known', 'notMoney']);
});

test('only money of the file can be left out, once for each line, and all is stored or nothing', async () => {
  const text = withIds('F1,x,5000', 'F2,x,-5000');
  const [status] = await Promise.all([readRefusal(store(text, leaveOut(2, 3)))]);
  expect(status).toMatchObject({ status: 409 });
  expect(await readRefusal(store(text, leaveOut(9)))).toMatchObject({ status: 409 });
  const both: Choices = [...leaveOut(2), { line: 2, parts: [{ registrationId: id, amount: 5000 }] }];
  expect(await readRefusal(store(text, both))).toMatchObject({
    status: 400,
    details: [{ path: 'choices', message: 'Choose once what each line is' }],
  });
  expect(await countMovements()).toEqual([{ count: 0 }]);
  expect(await t.sql('select 1 from kept_statement_lines')).toEqual([]);
});

test('two who leave out the same line at once do it once', async () => {
  const text = withIds('F1,x,5000');
  const { hash } = await fees().plan.mutate({ text });
  const calls = Array.from({ length: 5 }, () =>
    fees().import.mutate({ text, hash, likely: [], choices: leaveOut(2) }),
  );
  const done = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
  expect(done).toHaveLength(1);
  expect(await t.sql('select 1 from kept_statement_lines')).toHaveLength(1);
});

test('a line that was left out by mistake is assigned after all', async () => {
  const text = withIds(`F1,${payCode(id)},5000`, 'S1,SWEEP,900000');
  await store(text, leaveOut(2, 3));
  expect(await paid()).toBe(0);
  expect(await store(text, [{ line: 2, parts: [{ registrationId: id, amount: 5000 }] }])).toMatchObject({
    matched: 1,
    notMoney: 1,
  });
  expect(await paid()).toBe(5000);
  expect(await states(text)).toEqual(['known', 'notMoney']);

  // Of a batch, beside the lines that are on record
  const batch = withIds('B1,A,1000', 'B1,B,2000', 'B1,C,3000');
  await store(batch, leaveOut(3));
  await store(batch, [{ line: 3, parts: [{ registrationId: id, amount: 2000 }] }]);
  expect(await paid()).toBe(7000);
  expect(await states(batch)).toEqual(['known', 'known', 'known']);
});

test('money of the institute itself, by its number or name, causes no SMS to it', async () => {
  const { institute } = await readData(t.visitor.api.site.get());
  const phone = institute.phones[1] ?? `+${place.callingCode} 776 000 075`;
  await requireSuccess(
    t.office.api.site.update({
      body: { institute: { ...institute, name: 'Kyanna School', phones: [phone] } },
    }),
  );
  const payers = [
    ['1', phone.replaceAll(' ', ''), 'AGENT'],
    ['2', '0772 333 444', 'KYANNA  SCHOOL LTD'],
    ['3', '0772 333 445', 'Kyannah Moses'],
  ] as const;
  for (const [operatorId, payerPhone, payerName] of payers) {
    const money = { amount: 5000, method: 'mtn', operatorId, payerPhone, payerName } as const;
    await fees().record.mutate(makeFeePayment(null, money));
  }
  const told = await t.sql("select recipient from outgoing_messages where kind = 'fee-unassigned'");
  expect(told).toEqual([{ recipient: `+${place.callingCode}772333445` }]);
  await requireSuccess(t.office.api.site.update({ body: { institute } }));
});
