import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './routing.tsx';

test.each([
  ['?category=camp&q=web+design', { category: 'camp', q: 'web design' }],
  ['?q=5', { q: '5' }],
  ['?q=true', { q: 'true' }],
  ['?q=%7B%22a%22%3A1%7D', { q: '{"a":1}' }],
  ['', {}],
])('reads %s as text and writes it the same again', (address, search) => {
  expect(parseSearch(address)).toEqual(search);
  expect(stringifySearch(search)).toBe(address);
});

test('leaves out absent and empty values', () => {
  expect(stringifySearch({ q: '', category: undefined })).toBe('');
});
