import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeAboutDocument } from './about-document.ts';

test('the tracked document is the one that the generator writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'about-'));
  const file = join(folder, 'about.pdf');
  await writeAboutDocument(file);
  const tracked = new URL('../../../apps/web/public/documents/about.pdf', import.meta.url);
  expect(readFileSync(file).equals(readFileSync(tracked))).toBe(true);
  rmSync(folder, { recursive: true });
});
