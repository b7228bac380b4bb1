import { currencies, currencyCodes } from '@institute/contract/money';
import { expect, test } from 'vitest';
import {
  type DonationAction,
  type DonationValues,
  emptyDonation,
  findFirstMissingField,
  reduceDonation,
} from './donation-state.ts';

const after = (...actions: DonationAction[]): DonationValues => actions.reduce(reduceDonation, emptyDonation);
const pick = (amount: number): DonationAction => ({ type: 'pick', amount });
const type = (text: string): DonationAction => ({ type: 'type', text });

test('a picked amount replaces a typed one', () => {
  expect(after(type('7'), pick(5))).toMatchObject({ amount: 5, custom: '' });
});

test('a typed amount replaces a picked one and keeps only digits', () => {
  expect(after(pick(5), type('1a2'))).toMatchObject({ amount: 12, custom: '12' });
});

test('ignores input without digits, and clears the amount with the field', () => {
  expect(after(pick(5), type('abc'))).toMatchObject({ amount: 5, custom: '' });
  expect(after(type('7'), type(''))).toMatchObject({ amount: 0, custom: '' });
});

test.each(currencyCodes)('in %s accepts the maximum and refuses one more', (currency) => {
  const { symbol, max } = currencies[currency];
  const change: DonationAction = { type: 'change-currency', currency };
  expect(after(change, type(String(max)))).toMatchObject({ amount: max, custom: String(max) });

  const message = `Maximum donation amount in ${currency} is ${symbol} ${max}`;
  expect(after(change, pick(1), type(String(max + 1)))).toMatchObject({
    amount: 1,
    custom: '',
    fault: message,
  });
});

test('removes the message about the maximum with the next amount', () => {
  expect(after(type('99'), pick(1)).fault).toBeUndefined();
  expect(after(type('99'), type('9')).fault).toBeUndefined();
});

test('another currency clears the amount and keeps the person', () => {
  const write: DonationAction = { type: 'write', field: 'name', text: 'Ada' };
  const donation = after(write, type('7'), { type: 'change-currency', currency: 'KES' });

  expect(donation).toMatchObject({ name: 'Ada', currency: 'KES', amount: 0, custom: '' });
});

test('requires a name, an email address and an amount, but no phone, and finds the first gap', () => {
  const donation = { ...emptyDonation, amount: 1, name: 'Ada', email: 'ada@example.org' };
  expect(findFirstMissingField(donation)).toBeUndefined();

  expect(findFirstMissingField({ ...donation, name: ' ', email: '' })).toBe('name');
  for (const email of ['', 'ada@', 'ada'])
    expect(findFirstMissingField({ ...donation, email, amount: 0 })).toBe('email');
  expect(findFirstMissingField({ ...donation, amount: 0 })).toBe('custom');
});
