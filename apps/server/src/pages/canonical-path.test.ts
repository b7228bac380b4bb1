import { expect, test } from 'vitest';
import { plainPath } from './pages.ts';

test.each([
  ['/', '/'],
  ['/programs/1', '/programs/1'],
  ['//admin//login/', '/admin/login'],
  ['/x1/../programs', '/programs'],
  ['/../../programs/.', '/programs'],
  ['/%2e%2E/%70rograms', '/programs'],
  ['/news/caf%C3%A9%2F1', '/news/caf%C3%A9%2F1'],
  ['/donations/1700000000000-aB_-%7E', '/donations/1700000000000-aB_-~'],
  ['/100%', '/100%'],
])('%s is %s, which is plain', (path, plain) => {
  expect(plainPath(path)).toBe(plain);
  expect(plainPath(plain)).toBe(plain);
});
