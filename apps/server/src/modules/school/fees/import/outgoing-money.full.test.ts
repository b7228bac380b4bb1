import { place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { readSampleStatement } from '../../../../testing/files/sample-statements.ts';

const t = await useTestApp();
await t.given.student({ phone: '0702 345 678' });
const readStates = async (text: string) =>
  (await t.office.admin.fees.plan.mutate({ text })).lines.map(({ state }) => state);

const head = 'Date,Transaction ID,Description,Amount,Balance\n';

test('an operator’s statement with one column of money: what was sent, cashed out or bought is no fee', async () => {
  const text = await readSampleStatement('mtn-words.csv');
  expect(await readStates(text)).toEqual(['notMoney', 'unmatched', 'notMoney', 'notMoney']);
});

test.each([
  [
    'oldest first',
    [
      '01/02/2026,A1,Payment,50000,150000',
      `01/02/2026,A2,Transfer ${place.callingCode}702345678,30000,120000`,
      '02/02/2026,A3,Charge,500,119500',
      '02/02/2026,A4,Fees,20000,139500',
    ],
    ['unmatched', 'notMoney', 'notMoney', 'unmatched'],
  ],
  [
    'newest first',
    [
      '02/02/2026,A4,Fees,20000,139500.50',
      '02/02/2026,A3,Charge,500,119500.50',
      `01/02/2026,A2,Transfer ${place.callingCode}702345678,30000,120000.50`,
      '01/02/2026,A1,Payment,50000,150000.50',
    ],
    ['unmatched', 'notMoney', 'notMoney', 'unmatched'],
  ],
])('money by which the balance falls is no fee, %s', async (_order, lines, states) => {
  expect(await readStates(head + lines.join('\n'))).toEqual(states);
});

test('the words of a payer hide no money by which the balance rises', async () => {
  const lines = [
    '01/02/2026,B1,Fees,50000,150000',
    '01/02/2026,B2,Send money for Ann,30000,180000',
    '02/02/2026,B3,Buy a uniform,20000,200000',
  ];
  expect(await readStates(head + lines.join('\n'))).toEqual(['unmatched', 'unmatched', 'unmatched']);
});
