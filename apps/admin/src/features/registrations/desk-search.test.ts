import { deskQuery } from '@institute/contract';
import { expect, test } from 'vitest';
import { deskPage, deskSearch } from './desk-search.ts';

test.each([
  { status: 'new', program: 3, intake: '7', from: '2027-01-01', to: '2027-02-28', sort: 'name' },
  { status: 'old', program: 'x', intake: 0, from: '2027-02-30', to: '2027', sort: 'age' },
  { program: true, intake: 2147483648, from: 20270101, page: 3, size: 50, q: ' Nakato ' },
  { from: '2027-02-01', to: '2027-01-01' },
])('asks for what the contract accepts, whatever the address says: %o', (address) => {
  expect(deskQuery.safeParse(deskPage(deskSearch(address))).error).toBeUndefined();
});

test('keeps what is valid and drops the rest', () => {
  expect(deskSearch({ status: 'waiting', program: '3', intake: -1, from: '2027-01-01', to: 'soon' })).toEqual(
    {
      ...{ status: 'waiting', program: 3, from: '2027-01-01' },
    },
  );
});
