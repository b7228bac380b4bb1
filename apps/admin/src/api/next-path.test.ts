import { expect, test } from 'vitest';
import { makeNextSearch, toSafeNextPath } from './next-path.ts';

const origin = 'https://institute.example';

test('returns to the screen that required the sign-in, with its filters', () => {
  expect(toSafeNextPath('/admin/programs?q=hair&page=2', origin)).toBe('/admin/programs?q=hair&page=2');
  expect(toSafeNextPath('/programs/3#price', origin)).toBe('/programs/3#price');
});

test('goes to the dashboard when there is no such screen', () => {
  expect(toSafeNextPath(undefined, origin)).toBe('/admin');
  expect(toSafeNextPath('', origin)).toBe('/admin');
});

test.each([
  'https://evil.example/admin',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'admin',
  '///',
])('never leaves the site: %j', (next) => {
  expect(new URL(toSafeNextPath(next, origin), origin).origin).toBe(origin);
});

test('does not return to the sign-in forms', () => {
  expect(toSafeNextPath('/admin/login?next=/admin/login', origin)).toBe('/admin');
  expect(toSafeNextPath('/admin/signup', origin)).toBe('/admin');
  expect(toSafeNextPath('/login', origin)).toBe('/admin');
  expect(toSafeNextPath('/admin/reset-password?token=abc', origin)).toBe('/admin');
});

test.each(['/admin/login', '/admin/login?next=%2Fadmin', '/login', '/admin/signup/'])(
  'leads back to no page of the sign-in: %s',
  (path) => expect(makeNextSearch(path)).toEqual({}),
);

test('leads back to a screen with its search', () => {
  expect(makeNextSearch('/admin/posts?q=a%20b')).toEqual({ next: '/admin/posts?q=a%20b' });
});
