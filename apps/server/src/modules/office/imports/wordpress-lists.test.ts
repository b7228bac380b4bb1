import { expect, test } from 'vitest';
import { readLists } from './wordpress-lists.ts';

const category = (id: string, slug: string, name: string, parent = '') => ({
  'wp:term_id': id,
  'wp:category_nicename': slug,
  'wp:cat_name': name,
  'wp:category_parent': parent,
});

test('categories within others have the address of all, and lead to the category here that says the same', () => {
  const categories = [
    category('4', 'open-days', 'Open days & events', 'visit'),
    category('3', 'visit', 'Visit us', 'school'),
    category('2', 'school', 'School'),
    category('5', '%e1%89%b5%e1%88%9d', 'ትም'),
  ];
  expect(readLists({ categories, authors: ['1', '7'] })).toEqual([
    { from: '/category/school/visit/open-days/*', category: 'events' },
    { from: '/?cat=4', category: 'events' },
    { from: '/category/school/visit/*', category: null },
    { from: '/?cat=3', category: null },
    { from: '/category/school/*', category: null },
    { from: '/?cat=2', category: null },
    { from: '/category/%e1%89%b5%e1%88%9d/*', category: null },
    { from: '/?cat=5', category: null },
    { from: '/?author=1', category: null },
    { from: '/?author=7', category: null },
  ]);
});

test('a damaged file makes no endless folder and no odd address', () => {
  const categories = [category('x', 'one', 'One', 'two'), category('', 'two', 'Two', 'one'), {}];
  expect(readLists({ categories, authors: ['', '1&p=2'] })).toEqual([
    { from: '/category/two/one/*', category: null },
    { from: '/category/one/two/*', category: null },
  ]);
});

test('a chain of 20,000 categories, each below the next, ends', () => {
  const categories = Array.from({ length: 20_000 }, (_, at) => category('', `c${at}`, 'C', `c${at + 1}`));
  const [first, ...others] = readLists({ categories, authors: [] });
  expect(first?.from).toBe(`/category/${Array.from({ length: 20 }, (_, at) => `c${19 - at}`).join('/')}/*`);
  expect(others.length).toBeLessThan(1000);
});
