import { expect, test } from 'vitest';
import { findFolderCircles } from './folder-circles.mjs';

const importing = (files) =>
  Object.entries(files).map(([source, resolved]) => ({
    source,
    dependencies: resolved.map((file) => ({ resolved: file })),
  }));

test('finds folders that import each other through a third one, and names the files', () => {
  const found = findFolderCircles(
    importing({
      'apps/web/src/lists/cards.tsx': ['apps/web/src/forms/fields.tsx'],
      'apps/web/src/forms/fields.tsx': ['apps/web/src/words/plural.ts'],
      'apps/web/src/words/singular.ts': ['apps/web/src/lists/deep/inside.ts'],
    }),
  );
  expect(found).toEqual([
    expect.stringContaining('folder-circle: in apps/web/src: lists → forms → words → lists\n'),
  ]);
  expect(found[0]).toContain('apps/web/src/words/singular.ts imports apps/web/src/lists/deep/inside.ts');
});

test('looks at every level, from the workspaces down', () => {
  const found = findFolderCircles(
    importing({
      'packages/ui/src/a.ts': ['packages/client/src/b.ts', 'zod'],
      'packages/client/src/c.ts': ['packages/ui/src/d.ts'],
      'apps/server/src/http/cache/read.ts': ['apps/server/src/http/server/port.ts'],
      'apps/server/src/http/server/listen.ts': ['apps/server/src/http/cache/keys.ts'],
    }),
  );
  expect(found.map((text) => text.split('\n')[0])).toEqual([
    'folder-circle: in packages: ui → client → ui',
    'folder-circle: in apps/server/src/http: cache → server → cache',
  ]);
});

test('tests may import what they like, and a file beside a folder is no folder', () => {
  expect(
    findFolderCircles(
      importing({
        'apps/web/src/api/a.ts': ['apps/web/src/router.ts'],
        'apps/web/src/router.ts': ['apps/web/src/api/a.ts', 'apps/web/src/lists/b.ts'],
        'apps/web/src/lists/b.ts': ['apps/web/src/api/a.ts'],
        'apps/web/src/api/a.test.ts': ['apps/web/src/lists/b.ts'],
      }),
    ),
  ).toEqual([]);
});
