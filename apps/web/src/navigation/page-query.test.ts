import { expect, test } from 'vitest';
import { makeParameterReader } from './page-query.ts';

test('reads only the parameters of the route', () => {
  const validate = makeParameterReader('category', 'q');
  expect(validate({ category: 'camp', q: '', program: '3', utm_source: 'mail' })).toEqual({
    category: 'camp',
  });
  expect(validate({ q: 5 })).toEqual({});
});
