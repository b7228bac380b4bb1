import { expect, test } from 'vitest';
import { isMinor } from './age.ts';

test.each([
  ['the day before the eighteenth birthday', '2008-11-21', true],
  ['on the eighteenth birthday', '2008-11-20', false],
  ['a baby of today', '2026-11-20', true],
  ['born long ago', '1950-01-01', false],
  ['a day in the future, which is refused for itself', '2026-11-21', false],
  ['no day at all', 'yesterday', false],
])('tells a child: %s', (_, born, expected) => {
  expect(isMinor(born, '2026-11-20')).toBe(expected);
});

test('takes the first of March as the birthday of who was born on 29 February', () => {
  expect(isMinor('2008-02-29', '2026-02-28')).toBe(true);
  expect(isMinor('2008-02-29', '2026-03-01')).toBe(false);
});
