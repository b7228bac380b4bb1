import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserFloors } from '@institute/ui/browser-floors';
import { countTooNewCode } from '@institute/ui/testing/too-new.ts';
import { findTooNewStyles } from '@institute/ui/testing/too-new-styles.ts';
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

test('the office reads well without the styles that the oldest supported browsers drop', () => {
  const dropped = readBuilt('dist/client/assets/*.css').flatMap((css) => findTooNewStyles(css, floor));
  expect([...new Set(dropped)].sort()).toEqual(
    [
      // Print and forced colours only
      ...[':details-content', 'break-after: avoid', 'content-visibility', 'forced-color-adjust'],
      // Uses move a toast, or have a rule of their own for browsers without it
      ':has',
      // They stand in `:is()` beside `[open]`, which is enough
      ...[':open', ':popover-open'],
      // Tailwind sets the same values without it
      '@property',
      // Looks, cursors, and the height of a field that grows
      ...[
        ':marker',
        ':selection',
        'accent-color',
        'cursor: default',
        'cursor: not-allowed',
        'cursor: pointer',
      ],
      ...['field-sizing', 'font-family: ui-monospace', 'lh', 'outline', 'overscroll-behavior', 'resize'],
      ...['text-decoration: dotted', 'text-wrap', 'user-select'],
    ].sort(),
  );
});
