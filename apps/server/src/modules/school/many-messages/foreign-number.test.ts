import { expect, test } from 'vitest';
import { findForeignNumber } from './foreign-number.ts';

const site = {
  institute: { phones: ['+256 700 000 000'], chatPhone: '+256 700 000 001' },
  departments: [{ name: 'Fees', contact: 'Jo', phone: '0700 000 002', email: 'fees@example.org' }],
  fees: { mtnCode: '165-432', airtelCode: '', bankAccount: 'Stanbic, 9030001234567, Kampala' },
} as unknown as Parameters<typeof findForeignNumber>[1];
const find = (text: string) => findForeignNumber(text, site);

test.each([
  ['Pay to 0779 999 999 today', '0779 999 999'],
  ['Pay to +256-779-999.999', '+256-779-999.999'],
  ['Code 123456', '123456'],
  ['Account 9030 0012 34568', '9030 0012 34568'],
  ['\uff10\uff17\uff17\uff19\uff19\uff19\uff19\uff19\uff19\uff19', '0779999999'],
  ['07\u200b79 99\u200b9 999', '0779 999 999'],
  ['٠٧٧٩٩٩٩٩٩٩', '٠٧٧٩٩٩٩٩٩٩'],
  ['UGX 0779 999 999', '0779 999 999'],
  ['Call 0700 000 000 or 0779 999 999', '0779 999 999'],
])('finds the number of somebody else in %s', (text, found) => {
  expect(find(text)).toBe(found);
});

test.each([
  'Call 0700 000 000, +256 700 000 001 or 0700000002',
  'Pay by MTN code 165 432 or to account 9030 0012 34567',
  'UGX 1,500,000 is due on 2027-02-01, or 1/2/2027; 1500000/= in all, Shs 250 000',
  'Class of 2026-2027, 8.00-10.30, room 12, on 1 Feb 2027, 10:00',
  'Your pay code is {payCode}, balance {balance}',
])('leaves alone: %s', (text) => {
  expect(find(text)).toBeUndefined();
});
