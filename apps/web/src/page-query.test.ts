import { expect, test } from 'vitest';
import { parseSearch, reads, stringifySearch } from './page-query.ts';

test.each([
  ['?category=camp&q=web+design', { category: 'camp', q: 'web design' }],
  ['?q=5', { q: '5' }],
  ['?q=true', { q: 'true' }],
  ['?q=%7B%22a%22%3A1%7D', { q: '{"a":1}' }],
  ['', {}],
])('an address %s is read as text and written the same again', (address, search) => {
  expect(parseSearch(address)).toEqual(search);
  expect(stringifySearch(search)).toBe(address);
});

test('what is absent or empty is not written', () => {
  expect(stringifySearch({ q: '', category: undefined })).toBe('');
});

test('a route reads its own parameters, and nothing else', () => {
  const validate = reads('category', 'q');
  expect(validate({ category: 'camp', q: '', program: '3', utm_source: 'mail' })).toEqual({
    category: 'camp',
  });
  expect(validate({ q: 5 })).toEqual({});
});
