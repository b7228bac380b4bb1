import { expect, test } from 'vitest';
import { donationSearch } from './donation-search.ts';

test('drops invalid values of the address', () => {
  expect(donationSearch({ q: ' ', status: 'paid', currency: 'usd', page: '-1' })).toEqual({});
  const whole = { q: 'ann', status: 'failed', currency: 'UGX', page: 2 };
  expect(donationSearch({ ...whole, page: '2' })).toEqual(whole);
});
