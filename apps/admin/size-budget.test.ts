import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildManifest } from '@institute/contract/page-bundle';
import { expect, test } from 'vitest';

/** Compressed size of the first screen's scripts, chart included. */
const DASHBOARD_BYTES = 200_000;

const dist = join(import.meta.dirname, 'dist/client');
const manifest: BuildManifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const filesOf = (key: string): string[] => {
  const { file, imports = [] } = manifest[key] ?? {};
  return file ? [file, ...imports.flatMap(filesOf)] : [];
};
const sent = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;

test('the scripts of the first screen stay within their budget, with its chart', () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const entries = Array.from(html.matchAll(/src="\/(assets\/[^"]+\.js)"/g), ([, file = '']) => file);
  expect(entries).not.toEqual([]);
  const chart = filesOf('src/features/dashboard/weeks-chart.tsx');
  expect(chart).not.toEqual([]);
  const files = new Set([...entries, ...chart]);
  const bytes = [...files].reduce((sum, file) => sum + sent(join(dist, file)), 0);
  expect(bytes).toBeLessThanOrEqual(DASHBOARD_BYTES);
});
