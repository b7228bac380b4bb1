import { expect, test } from 'vitest';
import { groupedPhone } from './phone.ts';

test.each([
  ['+256700123456', '+256 700 123 456'],
  ['0700-123456', '+256 700 123 456'],
  ['(0414) 123 456', '+256 414 123 456'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['+447911123456', '+447 911 123 456'],
  ['0800123', '080 012 3'],
  ['-700-100+1', '700 100 1'],
  ['1234567', '123 456 7'],
])('writes %j in groups', (typed, grouped) => {
  expect(groupedPhone(typed)).toBe(grouped);
});
