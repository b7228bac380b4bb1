import { expect, test } from 'vitest';
import { donationQuery } from './donation-query.ts';
import { donationSearch } from './donation-search.ts';

test('only what makes sense is taken from the address', () => {
  expect(donationSearch({ q: ' ', status: 'paid', currency: 'usd', page: '-1' })).toEqual({});
  const whole = { q: 'ann', status: 'failed', currency: 'UGX', page: 2 };
  expect(donationSearch({ ...whole, page: '2' })).toEqual(whole);
});

test('a page is asked for by its offset', () => {
  expect(donationQuery({})).toEqual({ limit: 20, offset: 0 });
  expect(donationQuery({ q: 'ann ', status: 'pending', page: 3 })).toEqual({
    ...{ q: 'ann', status: 'pending', limit: 20, offset: 40 },
  });
});
