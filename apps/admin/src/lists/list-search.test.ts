import { expect, test } from 'vitest';
import { listAddressSchema, makeOrderParameter } from './address.ts';
import { countPages, makeCategoryFilter, makeListQuery } from './list-search.ts';

test('reads search text, category and page from the address', () => {
  expect(listAddressSchema.parse({ q: ' hair ', category: 'camp', page: '3', other: 'x' })).toEqual({
    q: 'hair',
    category: 'camp',
    page: 3,
  });
});

test.each(['0', '1', '-2', '1.5', 'two', '', undefined, '1e99'])('leaves out the page %j', (page) => {
  expect(listAddressSchema.parse({ page })).toEqual({});
});

const filter = makeCategoryFilter(['training', 'camp']);

test('asks the server for the page of the address', () => {
  expect(makeListQuery({})).toEqual({ limit: 20, offset: 0 });
  expect(makeListQuery({ q: 'hair', category: 'camp', page: 3 }, { filter })).toEqual({
    limit: 20,
    offset: 40,
    q: 'hair',
    category: 'camp',
  });
});

test('ignores an unknown category', () => {
  expect(makeListQuery({ category: 'videos' }, { filter })).toEqual({ limit: 20, offset: 0 });
});

test('counts the pages, at least one', () => {
  expect(countPages(101, 50)).toBe(3);
  expect([0, 1, 20, 21, 40].map((total) => countPages(total))).toEqual([1, 1, 1, 2, 2]);
});

test.each(['20', '30', '1000', 'many', undefined])('takes %j for the usual page size', (size) => {
  expect(listAddressSchema.parse({ size })).toEqual({});
});

test('keeps an offered page size and requests pages of that size', () => {
  expect(makeListQuery(listAddressSchema.parse({ size: '100', page: '2' }))).toEqual({
    limit: 100,
    offset: 100,
  });
});

test('uses the parameter name of the filter', () => {
  const stages = { ...filter, name: 'status' } as const;
  expect(makeListQuery({ status: 'camp', category: 'training' }, { filter: stages })).toEqual({
    limit: 20,
    offset: 0,
    status: 'camp',
  });
});

test('sorts by a column that can be sorted, in both directions', () => {
  const columns = [{ sort: 'name' }, {}, { sort: () => 1 }];
  expect(makeListQuery({ sort: 'name' }, { columns })).toMatchObject({ sort: 'name' });
  expect(makeListQuery({ sort: '-name' }, { columns })).toMatchObject({ sort: '-name' });
  for (const sort of ['price', '--name', '-', ''])
    expect(makeListQuery({ sort }, { columns })).not.toHaveProperty('sort');
});

test('narrows by a status besides the category', () => {
  const secondFilter = {
    name: 'status',
    label: 'Status',
    all: 'All statuses',
    choices: [['draft', 'Draft']],
  } as const;
  const search = { category: 'camp', status: 'draft' };
  expect(makeListQuery(search, { filter, secondFilter })).toMatchObject(search);
  expect(makeListQuery({ status: 'gone' }, { filter, secondFilter })).toEqual({ limit: 20, offset: 0 });
});

test('leaves the usual order and unknown columns out of the address', () => {
  const sort = makeOrderParameter(['name', 'createdAt'], '-createdAt');
  expect(['name', '-name', 'createdAt'].map((name) => sort.parse(name))).toEqual([
    'name',
    '-name',
    'createdAt',
  ]);
  expect(['-createdAt', 'price', '--name', ''].map((name) => sort.parse(name))).toEqual(
    Array(4).fill(undefined),
  );
});
