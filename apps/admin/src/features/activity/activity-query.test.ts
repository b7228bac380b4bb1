import { expect, test } from 'vitest';
import { activityAddress } from './activity-address.ts';
import { toActivityQuery } from './activity-query.ts';

const asked = (address: Record<string, unknown>) => toActivityQuery(activityAddress.parse(address));

test('builds the query from the address', () => {
  expect(
    asked({
      type: 'update',
      entityType: 'post',
      medical: 'read',
      account: '7',
      from: '2026-11-01',
      to: '2026-11-20',
      page: '3',
    }),
  ).toEqual({
    limit: 20,
    offset: 40,
    type: 'update',
    entityType: 'post',
    medical: true,
    account: 7,
    from: '2026-11-01',
    to: '2026-11-20',
  });
  expect(asked({ account: 'system' })).toEqual({ limit: 20, offset: 0, account: 'system' });
});
