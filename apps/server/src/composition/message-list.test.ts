import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { messageKinds } from './messages.ts';

const src = resolve(import.meta.dirname, '..');
const files = globSync('modules/*/*/*.messages.ts', { cwd: src });

test.each(files)('the product has each kind of message that %s declares', async (file) => {
  const declared = Object.values(await import(resolve(src, file)));
  expect(messageKinds).toEqual(expect.arrayContaining(declared));
});

test('each kind has a name of its own', () => {
  const names = messageKinds.map(({ kind }) => kind);
  expect(names).toHaveLength(new Set(names).size);
});
