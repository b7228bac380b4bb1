import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildManifest } from '@institute/contract/page-bundle';
import { expect, test } from 'vitest';
import { findRouteId, listBuiltAssets } from './src/document/page-assets.ts';

// Limits of a visitor's first page, in bytes as sent.
const SCRIPT_BYTES = 130_000;
const CHUNK_BYTES = 12_000;
const STYLE_BYTES = 20_000;
const FONT_BYTES = 25_000;
/** Without fonts and the page itself: some 35 kB. */
const DOCUMENTS_BYTES = 155_000;

const dist = join(import.meta.dirname, 'dist/client');
const manifest: BuildManifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const { manifest: told, listScripts } = listBuiltAssets(manifest);
const routeIds = Object.keys(manifest).flatMap((key) => {
  const id = findRouteId(key);
  return id && id !== '/__root' ? [id] : [];
});
const inDist = (addresses: unknown[] = []) => addresses.map((address) => join(dist, String(address)));
/** The server sends compressed files where the build has made them. */
const sent = (files: string[]) => files.reduce((sum, file) => sum + statSync(sentFile(file)).size, 0);
const sentFile = (file: string) => (existsSync(`${file}.br`) ? `${file}.br` : file);

const needsOf = (route: string) => inDist(listScripts(['__root__', route]));

test('the first load of the home page stays within its budget', () => {
  expect(sent(needsOf('/'))).toBeLessThanOrEqual(SCRIPT_BYTES);
  expect(sent(inDist(told?.routes.__root__?.css))).toBeLessThanOrEqual(STYLE_BYTES);
});

test('no public page adds a file above its budget', () => {
  const first = listScripts(['__root__']);
  const large = routeIds.flatMap((id) =>
    listScripts(['__root__', id])
      .filter((file) => !first.includes(file))
      .map((file) => ({ id, file, bytes: sent(inDist([file])) }))
      .filter(({ bytes }) => bytes > CHUNK_BYTES),
  );
  expect(routeIds.length).toBeGreaterThan(20);
  expect(large).toEqual([]);
});

test('the fonts of an English page keep to their budget', () => {
  const fonts = globSync('assets/*-basic-*.woff2', { cwd: dist });
  expect(fonts).toHaveLength(2);
  const bytes = fonts.reduce((sum, font) => sum + statSync(join(dist, font)).size, 0);
  expect(bytes).toBeLessThanOrEqual(FONT_BYTES);
});

test.each(routeIds)('the first load of %s brings nothing that can come later', (id) => {
  const code = needsOf(id)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  for (const [part, mark] of Object.entries({
    schemas: 'ZodError',
    dialogs: 'radix-',
    toasts: 'toast.swipe',
  })) {
    expect(code.includes(mark), part).toBe(false);
  }
});

test('the page of documents keeps to its budget, with what sends pages in a file of its own', () => {
  const page = needsOf('/registration/documents');
  const sender = manifest['src/features/registration/documents/page-sender.ts'];
  expect(sender).toBeDefined();
  const [file = ''] = inDist([sender?.file]);
  expect(page).not.toContain(file);
  const looks = inDist(told?.routes.__root__?.css);
  expect(sent([...page, file, ...looks])).toBeLessThanOrEqual(DOCUMENTS_BYTES);
});

test('no file has anything of the admin area', () => {
  expect(Object.keys(manifest).filter((key) => key.includes('admin'))).toEqual([]);
  const files = globSync('assets/*.js', { cwd: dist });
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const code = readFileSync(join(dist, file), 'utf8');
    for (const mark of ['View All Postings', '/api/trpc']) expect(code.includes(mark), file).toBe(false);
  }
});
