import { expect, test } from 'vitest';
import { countItems, countPeople } from './count-items.ts';

test('one is counted in the singular, none and many in the plural', () => {
  expect([0, 1, 2, 1500].map((count) => countItems(count, 'payment'))).toEqual([
    '0 payments',
    '1 payment',
    '2 payments',
    '1,500 payments',
  ]);
  expect([0, 1, 2].map(countPeople)).toEqual(['0 people', '1 person', '2 people']);
});
