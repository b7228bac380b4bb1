import { expect, test } from 'vitest';
import { makeAdminRouteFinder } from './admin-pages.ts';

const files = ['admin/posts', 'admin/posts_.$id', 'admin/fees/index', 'admin_/intakes.$id.class-list'];
const findRoute = makeAdminRouteFinder(files.map((file) => `src/routes/${file}.tsx`));

test.each([
  ['/admin/posts', '/admin/posts'],
  ['/admin/posts/7', '/admin/posts/:id'],
  ['/admin/posts/new', '/admin/posts/:id'],
  ['/admin/fees', '/admin/fees'],
  ['/admin/intakes/7/class-list', '/admin/intakes/:id/class-list'],
  ['/admin/intakes/new/class-list', undefined],
  ['/admin/posts/newest', undefined],
  ['/admin/posts/0', undefined],
])('%s is answered by the route %s', (path, pattern) => {
  expect(findRoute(path)?.pattern).toBe(pattern);
});
