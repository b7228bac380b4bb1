import { expect, test } from 'vitest';
import { listBuiltAssets } from './page-assets.ts';

const manifest = {
  'src/entry-client.tsx': { file: 'assets/entry.js', css: ['assets/entry.css'], imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_cards.js': { file: 'assets/cards.js', imports: ['_react.js'] },
  'src/routes/index.tsx?tsr-split=component': { file: 'assets/home.js', imports: ['_cards.js', '_react.js'] },
  'src/routes/programs/$id.tsx?tsr-split=component': { file: 'assets/program.js' },
  'src/routes/programs/index.tsx?tsr-split=component': { file: 'assets/programs.js' },
  'src/features/shell/menu-drawer.tsx': { file: 'assets/menu.js' },
};

test('lists the scripts of a page in the order of their imports, the entry last', () => {
  const { manifest: told, listScripts } = listBuiltAssets(manifest);
  expect(told).toEqual({ routes: { __root__: { css: ['/assets/entry.css'] } } });
  const first = ['/assets/react.js', '/assets/entry.js'];
  expect(listScripts(['__root__'])).toEqual(first);
  expect(listScripts(['__root__', '/'])).toEqual(
    first.toSpliced(1, 0, '/assets/cards.js', '/assets/home.js'),
  );
  expect(listScripts(['__root__', '/programs/$id'])).toEqual(first.toSpliced(1, 0, '/assets/program.js'));
  expect(listScripts(['__root__', '/programs/'])).toEqual(first.toSpliced(1, 0, '/assets/programs.js'));
});

test('refuses a build without the entry', () => {
  expect(() => listBuiltAssets({})).toThrow('src/entry-client.tsx is missing');
});
