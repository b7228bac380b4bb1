import { registrationListQuery } from '@institute/contract';
import { expect, test } from 'vitest';
import { deskPage, deskSearch } from './desk-search.ts';

test.each([
  { status: 'new', program: 3, intake: '7', from: '2027-01-01', to: '2027-02-28', sort: 'name' },
  { page: 3, size: 50, q: ' Nakato ' },
  { from: '2027-02-01', to: '2027-01-01' },
  {},
])('asks for what the address says: %o', (address) => {
  expect(registrationListQuery.safeParse(deskPage(deskSearch(address))).error).toBeUndefined();
});

test('leaves what is wrong to the server, and drops what is no value', () => {
  const search = deskSearch({ status: 'old', program: 'x', intake: '', from: 20270101, to: 'soon' });
  expect(search).toEqual({ status: 'old', to: 'soon' });
  expect(registrationListQuery.safeParse(deskPage(search)).error?.issues.map(({ path }) => path[0])).toEqual([
    'status',
    'to',
  ]);
});

test('keeps the address short: the usual order is not in it', () => {
  expect(deskSearch({ sort: '-createdAt', program: '3' })).toEqual({ program: 3 });
});
