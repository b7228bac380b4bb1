import { expect, test } from 'vitest';
import { monthsBefore } from './months.ts';

test.each([
  ['2026-11-20T10:00:00.000Z', 12, '2025-11-20T10:00:00.000Z'],
  ['2026-03-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2026-01-15T10:00:00.000Z', 3, '2025-10-15T10:00:00.000Z'],
  ['2026-11-20T10:00:00.000Z', 240, '2006-11-20T10:00:00.000Z'],
])('%s less %i months is %s', (now, months, before) => {
  expect(monthsBefore(new Date(now), months).toISOString()).toBe(before);
});
