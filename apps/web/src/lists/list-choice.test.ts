import { expect, test } from 'vitest';
import { findChosenOrder, formatFoundCount, readPagesWanted, toListFilter } from './list-choice.ts';

const categories = ['camp', 'clinic'] as const;

test('requests everything without a category, with "all" or with an unknown category', () => {
  const all = { category: undefined, q: undefined };
  for (const choice of [{}, { category: 'all' }, { category: 'Camp?', q: '' }, { q: '  ' }]) {
    expect(toListFilter(categories, choice)).toEqual(all);
  }
});

test('requests category and search together', () => {
  expect(toListFilter(categories, { category: 'camp', q: ' Caf\u0065\u0301\0 ' })).toEqual({
    category: 'camp',
    q: 'Caf\u00e9',
  });
  expect(toListFilter(categories, { q: 'x'.repeat(201) }).q).toHaveLength(200);
});

test.each([
  [undefined, 1],
  ['1', 1],
  ['12', 12],
  ['999', 999],
  ['0', 1],
  ['-3', 1],
  ['1e3', 1],
  ['10000', 1],
  ['two', 1],
])('the page %j of an address is %i', (page, wanted) => {
  expect(readPagesWanted({ page })).toBe(wanted);
});

test('shows the number of matches', () => {
  expect([
    formatFoundCount(1, 'item'),
    formatFoundCount(0, 'item'),
    formatFoundCount(2, 'alumnus', 'alumni'),
  ]).toEqual(['1 item found', '0 items found', '2 alumni found']);
});

test('an unknown order of a list is its own order', () => {
  const orders = { price: 'Lowest price' };
  expect(findChosenOrder(orders, { sort: 'price' })).toBe('price');
  for (const sort of [undefined, '', 'name', 'toString'])
    expect(findChosenOrder(orders, { sort })).toBeUndefined();
});
