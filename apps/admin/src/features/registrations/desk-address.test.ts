import { registrationListQuery } from '@institute/contract';
import { expect, test } from 'vitest';
import { deskAddress, toListQuery } from './desk-address.ts';

test.each([
  { status: 'new', program: 3, intake: '7', from: '2027-01-01', to: '2027-02-28', sort: 'name' },
  { page: 3, size: 50, q: ' Nakato ' },
  { from: '2027-02-01', to: '2027-01-01' },
  {},
])('asks for what the address says: %o', (address) => {
  expect(registrationListQuery.safeParse(toListQuery(deskAddress.parse(address))).error).toBeUndefined();
});

test('asks for what is searched', () => {
  expect(toListQuery({ q: 'Nakato', page: 2 })).toMatchObject({ q: 'Nakato', offset: 20 });
});

test('asks for documents that are to be looked at, and for no others', () => {
  expect(toListQuery(deskAddress.parse({ documents: 'toLookAt' })).documents).toBe('toLookAt');
  expect(toListQuery(deskAddress.parse({ documents: 'lost' })).documents).toBeUndefined();
});

test('keeps the address short: the usual order is not in it', () => {
  expect(deskAddress.parse({ sort: '-createdAt', program: '3' })).toEqual({ program: 3 });
});
