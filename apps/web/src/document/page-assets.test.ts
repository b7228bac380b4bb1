import { expect, test } from 'vitest';
import { builtAssets } from './page-assets.ts';

const manifest = {
  'src/entry-client.tsx': { file: 'assets/entry.js', css: ['assets/entry.css'], imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_cards.js': { file: 'assets/cards.js', imports: ['_react.js'] },
  'src/routes/index.tsx?tsr-split=component': { file: 'assets/home.js', imports: ['_cards.js', '_react.js'] },
  'src/routes/programs/$id.tsx?tsr-split=component': { file: 'assets/program.js' },
  'src/routes/programs/index.tsx?tsr-split=component': { file: 'assets/programs.js' },
  'src/features/shell/menu-drawer.tsx': { file: 'assets/menu.js' },
};

test('runs the files of the entry in turn and preloads those of the route', () => {
  expect(builtAssets(manifest).routes).toEqual({
    __root__: {
      preloads: ['/assets/react.js', '/assets/entry.js'],
      css: ['/assets/entry.css'],
      scripts: [
        {
          attrs: { type: 'module' },
          children: expect.stringContaining('("/assets/entry.js")'),
        },
      ],
    },
    '/': { preloads: ['/assets/home.js', '/assets/cards.js'] },
    '/programs/$id': { preloads: ['/assets/program.js'] },
    '/programs/': { preloads: ['/assets/programs.js'] },
  });
});

test('refuses a build without the entry', () => {
  expect(() => builtAssets({})).toThrow('src/entry-client.tsx is missing');
});
