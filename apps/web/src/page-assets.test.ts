import { expect, test } from 'vitest';
import { assetsOf, builtAssets } from './page-assets.ts';

const manifest = {
  'src/entry-client.tsx': { file: 'assets/entry.js', css: ['assets/entry.css'], imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_cards.js': { file: 'assets/cards.js', imports: ['_react.js'] },
  'src/routes/index.tsx?tsr-split=component': { file: 'assets/home.js', imports: ['_cards.js', '_react.js'] },
  'src/routes/programs/$id.tsx?tsr-split=component': { file: 'assets/program.js' },
  'src/routes/programs/index.tsx?tsr-split=component': { file: 'assets/programs.js' },
  'src/routes/admin/route.tsx?tsr-split=component': { file: 'assets/admin.js' },
  'src/routeTree.gen.ts': { file: 'assets/tree.js', imports: ['src/entry-client.tsx'] },
  'src/features/shell/menu-drawer.tsx': { file: 'assets/menu.js' },
};

test('loads the entry and preloads the files of the route', () => {
  expect(builtAssets(manifest).routes).toEqual({
    __root__: {
      preloads: ['/assets/entry.js', '/assets/react.js'],
      css: ['/assets/entry.css'],
      scripts: [{ attrs: { type: 'module', src: '/assets/entry.js', fetchPriority: 'low' } }],
    },
    '/': { preloads: ['/assets/home.js', '/assets/cards.js'] },
    '/programs/$id': { preloads: ['/assets/program.js'] },
    '/programs/': { preloads: ['/assets/programs.js'] },
    '/admin': { preloads: ['/assets/admin.js', '/assets/tree.js'] },
  });
});

test('a page of the admin area preloads the files of its frame and of its screen', () => {
  const screens = {
    ...manifest,
    'src/routes/admin/registrations.tsx?tsr-split=component': {
      file: 'assets/desk.js',
      imports: ['_cards.js'],
    },
    'src/routes/admin/$resource.tsx?tsr-split=component': { file: 'assets/content.js' },
    'src/admin-screens.ts': { file: 'assets/screens.js' },
    'src/features/admin-posts/posts.screen.tsx': { file: 'assets/posts.js', imports: ['_cards.js'] },
  };
  const preloadsOf = (path: string) => assetsOf(builtAssets(screens), path).routes['/admin']?.preloads;
  const frame = ['/assets/admin.js', '/assets/tree.js'];

  expect(preloadsOf('/admin/registrations')).toEqual([...frame, '/assets/desk.js', '/assets/cards.js']);
  expect(preloadsOf('/admin/posts')).toEqual([
    ...frame,
    '/assets/content.js',
    '/assets/screens.js',
    '/assets/posts.js',
    '/assets/cards.js',
  ]);
  expect(preloadsOf('/admin/unknown')).toEqual(frame);
  expect(preloadsOf('/programs')).toEqual(frame);
});

test('refuses a build without the entry', () => {
  expect(() => builtAssets({})).toThrow('src/entry-client.tsx is missing');
});
