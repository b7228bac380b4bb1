import { expect, test } from 'vitest';
import { movePage } from './page-order.ts';
import { readDeadline } from './ticket-end.ts';

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
])('a page moves from %i to %i', (from, to, moved) => {
  expect(movePage(['a', 'b', 'c'], from, to)).toEqual(moved);
});

test('a clock that is wrong ends no ticket early and none late', () => {
  const now = Date.parse('2026-11-30T09:00:00Z');
  const half = 30 * 60_000;
  expect(readDeadline('2026-11-30T09:10:00Z', now)).toBe(now + 10 * 60_000);
  expect(readDeadline('2026-11-30T07:10:00Z', now)).toBe(now + half);
  expect(readDeadline('2026-12-01T09:00:00Z', now)).toBe(now + half);
});
