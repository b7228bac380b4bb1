import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserFloors } from '@institute/ui/browser-floors';
import { countTooNewCode } from '@institute/ui/testing/too-new.ts';
import { expect, test } from 'vitest';

const floor = browserFloors.office;
const readBuilt = (pattern: string) => {
  const files = globSync(pattern, { cwd: import.meta.dirname });
  expect(files, pattern).not.toEqual([]);
  return files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
};

/** Methods of our own objects and of the editor. */
const ownMethods = [
  'Element.getHTML',
  'HTMLButtonElement.command',
  'HTMLDialogElement.requestClose',
  'Iterator.drop',
  'Iterator.take',
];

test('the oldest supported browsers can run the scripts of the office', () => {
  const counts = countTooNewCode(readBuilt('dist/client/assets/*.js'), floor);
  for (const name of ownMethods) delete counts[name];
  expect(counts).toEqual({
    // A method of the collection of Radix
    'Array.toSorted': 1,
    // tRPC sets them where they are missing
    'Symbol.asyncDispose': 3,
    'Symbol.dispose': 3,
    // Radix, the router and React ask for these first, at another place
    'Element.checkVisibility': 1,
    'Document.startViewTransition': 2,
    navigation: 1,
  });
});
