import { place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { readTable } from '../../../platform/tables/table.reader.ts';
import { statementLayout } from './statement-layout.ts';
import { guessMethod, readLine, readLines, toStatementTable } from './statement-lines.ts';

const readStatement = (text: string) => toStatementTable(readTable({ text }, statementLayout));

const longest = 1_500_000;

test.each(['a', '7', '7 ', '-', '(', 'cr ', 'reversal 7', '="'])(
  'of 1.5 MB of %j in one cell only the first 500 letters are read',
  (fill) => {
    const cell = fill.repeat(longest / fill.length).replaceAll('"', '');
    const table = readStatement(`Date,Transaction ID,Amount,Details\n2026-11-02,A1,5000,x${cell}`);
    const [line] = table.lines;
    expect(Math.max(...(line?.cells ?? []).map((one) => one.length))).toBeLessThanOrEqual(500);
    expect(line && readLine(line, table, '2026-11-26')).toMatchObject({
      payment: { operatorId: 'A1', amount: 5000, day: '2026-11-02' },
    });
  },
);

const today = '2026-11-26';
const read = (...rows: string[]) => {
  const table = readStatement(rows.join('\n'));
  const lines = readLines(table, today).map((line) => line.payment ?? line.message);
  return { method: guessMethod(table), lines };
};

test('a statement of MTN with handler names has the payer in either column', () => {
  const head =
    'Id,External id,Date,Status,Type,Provider category,To message,From,From name,From handler name,To,To name,To handler name,Amount,Currency,Fee,Balance';
  const line = (name: string, handler: string) =>
    `31000000009,,2026-11-03 08:14:09,Successful,Payment,,Fees,FRI:${place.callingCode}772123456/MSISDN,${name},${handler},FRI:1/MM,SCHOOL,,"50,000.00",${place.currency},0,"1,050,000.00"`;
  expect(read(head, line('AKELLO GRACE', 'AGENT'))).toMatchObject({
    method: 'mtn',
    lines: [
      {
        payerName: 'AKELLO GRACE',
        payerPhone: `+${place.callingCode}772123456`,
        amount: 50_000,
        operatorId: '31000000009',
      },
    ],
  });
  const without = head.replace('From name,', '');
  expect(read(without, line('AKELLO GRACE', 'x').replace(',x,', ','))).toMatchObject({
    method: 'mtn',
    lines: [{ payerName: 'AKELLO GRACE' }],
  });
});

test.each([
  'Schoolpay Receipt Number,Payment Date and Time,Student Name,Student Registration Number,Student Payment Code,Amount,Source Payment Channel,Source Channel Transaction ID,Transaction Completion Status',
  'schoolpayReceiptNumber,paymentDateAndTime,studentName,studentRegistrationNumber,studentPaymentCode,amount,sourcePaymentChannel,sourceChannelTransactionId,transactionCompletionStatus',
])('a statement of SchoolPay names the student and the number of the registration: %s', (head) => {
  const line =
    '90011,2026-11-03 09:00:00,OKOT JOHN,REG-2026-000123,1004455667,"150,000",MTN,778899,Completed';
  expect(read(head, line)).toMatchObject({
    method: 'bank',
    lines: [{ operatorId: '90011', payerName: 'OKOT JOHN', typedReason: 'REG-2026-000123', amount: 150_000 }],
  });
});

test('a statement of Flutterwave keeps our reference as the id, and other currencies are not read', () => {
  const head =
    'id,tx_ref,flw_ref,amount,currency,charged_amount,app_fee,narration,status,payment_type,created_at,customer.name,customer.phone_number';
  const own = '1767600000000-x1Y2z3A4b5C6d7E8f9G0';
  const line = (ref: string, currency: string) =>
    `8321945,${ref},FLW-MOCK-1,50000,${currency},50000,700,Fees,successful,mobilemoneyug,2026-11-14T21:30:03.000Z,Akello Grace,0772123456`;
  expect(
    read(head, line(own, place.currency), line('other-9', place.currency), line(own, 'USD')),
  ).toMatchObject({
    method: 'bank',
    lines: [
      {
        operatorId: own,
        day: '2026-11-15',
        payerName: 'Akello Grace',
        payerPhone: `+${place.callingCode}772123456`,
      },
      { operatorId: expect.stringMatching(/^(?:8321945|other-9)$/) },
      'Line 4: the amount is in USD',
    ],
  });
});

test('without IDs a payment may begin with the word of a balance', () => {
  const head = 'Date,Description,Debit,Credit,Balance';
  const rows = ['TOTAL ENERGIES LTD,,5000', 'Ledger fee,100,', 'Opening Balance,,7000', 'Total,,'];
  const { lines } = read(head, ...rows.map((row) => `2026-11-03,${row},9000`));
  expect(lines).toMatchObject([{ amount: 5000 }, 'Money that went out', 'A balance', 'A balance']);
});

const daysOf = (...days: string[]) =>
  read('Date,Ref,Credit', ...days.map((day, at) => `"${day}",R${at},5000`)).lines.map((line) =>
    typeof line === 'string' ? line : line.day,
  );

test('one day with the month first makes all of them so, and days of both kinds are not guessed', () => {
  expect(daysOf('2/11/2026', '3/11/2026')).toEqual(['2026-11-02', '2026-11-03']);
  expect(daysOf('11/2/2026', '11/3/2026 10:15', '11/25/26')).toEqual([
    '2026-11-02',
    '2026-11-03',
    '2026-11-25',
  ]);
  expect(daysOf('31/11/2026', '2/11/2026')).toEqual([
    'Line 2: the day 31/11/2026 is not a day',
    '2026-11-02',
  ]);
  expect(daysOf('11/25/2026', '25/10/2026', '2/11/2026', '4/4/2026')).toEqual([
    '2026-11-25',
    '2026-10-25',
    'Line 4: the day 2/11/2026 can be two days: this file has the month first and second',
    '2026-04-04',
  ]);
  expect(daysOf('Nov 3, 2026', 'November 4 2026', '5 Nov 2026', '2026-11-06')).toEqual([
    '2026-11-03',
    '2026-11-04',
    '2026-11-05',
    '2026-11-06',
  ]);
});

test.each([
  ['Date,Ref,Amount,Narration', '5,000.00CR', '5,000 DR', '5000 C', '5000D', '5,000.00 Cr.', '-5000'],
  ['Date,Ref,Amount,DR/CR', '5000,C', '5000,D', '5000,CR', '5000,DR', '5000,Credit', '5000,Debit'],
  [
    'Date,Ref,Amount,CR / DR Indicator',
    '5000,cr',
    '5000,dr',
    '5000,c',
    '5000,d',
    '5000,CREDIT',
    '5000,DEBIT',
  ],
])('credits and debits are told apart by a sign in %s', (head, ...cells) => {
  const rows = cells.map((cell, at) => `2026-11-03,R${at},${/,[^\d]/.test(cell) ? cell : `"${cell}",x`}`);
  const { lines } = read(head, ...rows);
  expect(lines.map((line) => (typeof line === 'string' ? line : line.amount))).toEqual([
    5000,
    'Money that went out',
    5000,
    'Money that went out',
    5000,
    'Money that went out',
  ]);
});
