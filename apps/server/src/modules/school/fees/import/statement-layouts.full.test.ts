import { place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { readSampleStatement } from '../../../../testing/files/sample-statements.ts';
import { readTable } from '../../../platform/tables/table.reader.ts';
import { statementLayout } from './statement-layout.ts';
import { guessMethod, listMissingColumns, readLines, toStatementTable } from './statement-lines.ts';

const today = '2026-11-26';

function readText(text: string, ownNumbers: readonly string[] = []) {
  const table = toStatementTable(readTable({ text }, statementLayout));
  const method = guessMethod(table);
  const lines = readLines(table, today, new Set(ownNumbers));
  return {
    method,
    missing: listMissingColumns(table, method),
    payments: lines.flatMap(({ payment }) => payment ?? []),
    others: lines.flatMap((line) => (line.payment ? [] : [[line.line, line.state, line.message]])),
  };
}
const readLayout = async (name: string) => readText(await readSampleStatement(`${name}.csv`));
const wentOut = (line: number) => [line, 'notMoney', 'Money that went out'];

test("a merchant's export of MTN without ids gets ids of its lines, in whatever order they are", async () => {
  const text = await readSampleStatement('mtn-merchant.csv');
  const { method, missing, payments, others } = readText(text);
  expect([method, missing, others]).toEqual(['mtn', [], []]);
  expect(payments).toMatchObject([
    { amount: 2000, day: '2026-11-06', payerName: 'NAMBI JOS', payerPhone: `+${place.callingCode}763000027` },
    { amount: 5000, typedReason: 'Fees 100001', payerPhone: `+${place.callingCode}788000063` },
    { amount: 20_000, payerPhone: `+${place.callingCode}777000050` },
    { amount: 20_000, payerPhone: `+${place.callingCode}777000050` },
  ]);
  const ids = payments.map(({ operatorId }) => operatorId);
  expect(new Set(ids).size).toBe(4);
  expect(ids[3]).toBe(`${ids[2]}-2`);
  const [head = '', ...rows] = text.trim().split(/\r?\n/);
  const turned = readText([head, ...rows.toReversed()].join('\n')).payments;
  expect(turned.map(({ operatorId }) => operatorId).toSorted()).toEqual(ids.toSorted());
  // Two people of one name, of whom the second file has another one first
  const twins = rows
    .slice(2)
    .map((row, at) => row.replace(`${place.callingCode}777000050`, `${place.callingCode}77700005${at}`));
  const [first, second] = readText([head, ...twins].join('\n')).payments;
  expect(first?.operatorId).not.toBe(second?.operatorId.replace(/-2$/, ''));
});

test('a wallet is no phone, wherever it stands', async () => {
  expect(await readLayout('mtn-wallet')).toMatchObject({
    method: 'mtn',
    payments: [{ amount: 3000, payerName: 'SEMP JO', payerPhone: null, operatorId: '43300054007' }],
  });
  const text = `Id,Date,From,Amount,Note\n1,${today},FRI:772123456/MM,500,from 0772123456/mm\n`;
  expect(readText(text).payments).toMatchObject([{ payerPhone: null }]);
});

test.each([
  ['FRI:0772123456/ID', null],
  ['FRI:0772123456/ALIAS', null],
  ['0772123456/id', null],
  [`FRI:${place.callingCode}772123456/MSISDN`, `+${place.callingCode}772123456`],
  ['0772123456/0701123456', `+${place.callingCode}772123456`],
  ['0772123456/NAKATO', `+${place.callingCode}772123456`],
])('what stands behind the slash of %s says whether it is a phone', (from, phone) => {
  const text = `Id,Date,From,Amount\n1,${today},${from},500\n`;
  expect(readText(text).payments).toMatchObject([{ payerPhone: phone }]);
});

test.each([
  ['Tran Amount Dr', 'Tran Amount Cr'],
  [`Dr Amount (${place.currency})`, `Cr Amount (${place.currency})`],
  ['Amount Debited', 'Amount Credited'],
  ['Debit Value in Local Currency', 'Credit Value in Local Currency'],
  ['Trans Debit Amt', 'Trans Credit Amt'],
])('%s and %s are money out and in, in any order of their words', (debit, credit) => {
  const text = `Tran Date,Particulars,${debit},${credit},Balance\n${today},Fees,,"250,000.00",1\n${today},Rent,"5,000.00",,1\n`;
  expect(readText(text)).toMatchObject({ payments: [{ amount: 250_000 }], others: [wentOut(3)] });
});

test('money from the own number of the file went out', async () => {
  expect(await readLayout('mtn-portal')).toMatchObject({
    method: 'mtn',
    payments: [
      {
        operatorId: '43300054005',
        amount: 3000,
        typedReason: 'Fees 100001',
        payerPhone: `+${place.callingCode}795000068`,
      },
    ],
    others: [wentOut(3)],
  });
});

const portal = (...rows: readonly [from: string, to: string, amount: number, balance?: number][]) =>
  [
    'Id,Date,From,To,Amount,Balance',
    ...rows.map(([from, to, amount, balance = ''], at) =>
      [`T${at}`, today, `FRI:${from}/MSISDN`, `FRI:${to}/MSISDN`, amount, balance].join(','),
    ),
  ].join('\n');
const own = `${place.callingCode}776000075`;
const one = `${place.callingCode}795000068`;
const other = `${place.callingCode}795000069`;

test.each([
  ['the number that each line has', portal([own, one, 1], [one, own, 2], [own, other, 3]), ['T1']],
  ['the one that only receives', portal([one, own, 1], [one, own, 2]), ['T0', 'T1']],
  ['the one whose balance falls', portal([one, own, 500, 900], [own, one, 200, 700]), ['T0']],
  [
    'the one whose balance falls, newest first',
    portal([own, one, 200, 700], [own, one, 100, 900], [one, own, 500, 1000]),
    ['T2'],
  ],
  ['no number when nothing says which', portal([one, own, 1], [own, one, 2]), ['T0', 'T1']],
] as const)('the own number of a file is %s', (_, text, incoming) => {
  expect(readText(text).payments.map(({ operatorId }) => operatorId)).toEqual(incoming);
});

test("money from a number of the institute's is no fee, also when the file does not say whose it is", () => {
  const text = `Id,Date,Sender Number,Amount\nA1,${today},0776000075,500\nA2,${today},0795000068,600`;
  expect(readText(text, [own])).toMatchObject({
    payments: [{ operatorId: 'A2' }],
    others: [[2, 'notMoney', 'Money from a number of the institute']],
  });
});

test('a statement of Pesapal: confirmation codes, failed and foreign payments', async () => {
  expect(await readLayout('pesapal')).toEqual({
    method: 'bank',
    missing: [],
    payments: [
      {
        line: 2,
        amount: 250_000,
        operatorId: 'AA11BB22CC',
        day: '2026-11-06',
        payerName: 'Akello Grace',
        payerPhone: null,
        typedReason: '100001',
      },
    ],
    others: [
      [3, 'unreadable', 'Line 3: the amount is in USD'],
      [4, 'notMoney', 'Its state is FAILED'],
    ],
  });
});

test('a bank may have Amount Debit and Amount Credit', async () => {
  expect(await readLayout('bank-debit-credit')).toMatchObject({
    method: 'bank',
    missing: [],
    payments: [{ operatorId: 'REF0001', amount: 250_000, typedReason: 'CASH DEP AKELLO' }],
    others: [wentOut(3)],
  });
});

test.each([
  ['Tran Amount Dr/Cr', '"250,000.00 Cr"', '"5,000.00 Dr"'],
  ['Tran Amount,Dr/Cr', '"250,000.00",Cr', '"5,000.00",Dr'],
])('a statement of Centenary with %s, whose Instrument ID is no id', (head, came, went) => {
  const rows = [
    `Tran Date,Tran Particulars,Instrument ID,${head},Balance`,
    `06-11-2026,CASH DEPOSIT BY RITAH B.,000123,${came},1`,
    `06-11-2026,CASH DEPOSIT BY OKOT,000123,${came},2`,
    `06-11-2026,LEDGER FEE,,${went},3`,
  ];
  const { method, missing, payments, others } = readText(rows.join('\n'));
  expect([method, missing, others]).toEqual(['bank', [], [wentOut(4)]]);
  expect(payments).toMatchObject([
    { amount: 250_000, day: '2026-11-06', typedReason: 'CASH DEPOSIT BY RITAH B.' },
    { amount: 250_000 },
  ]);
  expect(new Set(payments.map(({ operatorId }) => operatorId)).size).toBe(2);
  for (const { operatorId } of payments) expect(operatorId).toMatch(/^LINE-20261106-/);
});
