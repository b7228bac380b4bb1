import { expect, test } from 'vitest';
import { finds } from './search.ts';

test('finds text whatever its case and accents', () => {
  expect(finds('  CAFE ', ['Bakery', 'A café of your own'])).toBe(true);
  expect(finds('Élève', ['eleve'])).toBe(true);
  expect(finds('tea', ['coffee'])).toBe(false);
});

test('takes signs that mean something to a database or an expression as ordinary characters', () => {
  expect(finds('100%', ['100 percent'])).toBe(false);
  expect(finds('(C++)', ['Programming (c++)'])).toBe(true);
});

test('an empty search finds everything', () => {
  expect(finds('', ['anything'])).toBe(true);
});
