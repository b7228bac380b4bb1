import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserFloors } from '@institute/ui/browser-floors';
import { countTooNewCode } from '@institute/ui/testing/too-new.ts';
import { expect, test } from 'vitest';
import { readPage } from './src/testing/server-page.ts';

const floor = browserFloors.publicSite;
const readBuilt = (pattern: string) => {
  const files = globSync(pattern, { cwd: import.meta.dirname });
  expect(files, pattern).not.toEqual([]);
  return files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
};

test('the oldest supported browsers can run the scripts of the site', () => {
  expect(countTooNewCode(readBuilt('dist/client/{assets/*,sw}.js'), floor)).toEqual({
    // A method of the collection of Radix
    'Array.toSorted': 1,
    // Radix, the router and React ask for these first, at another place
    'Element.checkVisibility': 1,
    'Document.startViewTransition': 2,
    navigation: 1,
  });
});

test.each([
  ['/', {}],
  ['/programs', {}],
  ['/registration', {}],
  ['/gallery', { light: async () => undefined }],
] as const)('the oldest supported browsers can run the scripts in the page %s %o', async (path, how) => {
  const { document } = await readPage(path, {}, how);
  const scripts = [
    ...document.querySelectorAll('script:not([src],[type*=json],[type=speculationrules])'),
  ].map((script) => script.textContent ?? '');
  expect(scripts).not.toEqual([]);
  expect(countTooNewCode(scripts, floor)).toEqual({});
});

test('scripts that the server sends as they are run in the oldest supported browsers', () => {
  const sources = '../server/src/{modules/platform/payments/sandbox-checkout,reference/reference}.js';
  expect(countTooNewCode(readBuilt(sources), floor)).toEqual({});
});
