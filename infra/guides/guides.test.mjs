import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../scripts/checkout.mjs';
import { readCodePieces, readCountryGuide, readGuide } from './read-guide.mjs';

test('a resource takes nine changes by hand, and the guide shows each', () => {
  const { name, text, files, lines } = readGuide('add-a-resource');
  expect(files.length + lines.length).toBeLessThanOrEqual(9);
  expect(files.filter((file) => !text.includes(`(${name}/${file})`))).toEqual([]);
  expect(lines.filter(([file, line]) => !text.includes(file) || !text.includes(line))).toEqual([]);
});

test('a field of the registration takes two lines, and the guide shows each', () => {
  const { text, lines } = readGuide('add-a-registration-field');
  expect(lines).toHaveLength(2);
  expect(lines.filter(([file, { line }]) => !text.includes(file) || !text.includes(line))).toEqual([]);
});

test.each(['add-a-content-field', 'add-a-rest-call', 'add-a-report', 'add-a-message'])(
  '%s shows each file and each piece of what it changes',
  (name) => {
    const { text, files, pieces } = readCodePieces(name);
    expect(files.filter((file) => !text.includes(`(${name}/${file})`))).toEqual([]);
    expect(pieces.filter(({ piece }) => !text.includes(piece))).toEqual([]);
    expect(pieces.filter(({ file }) => !text.includes(file))).toEqual([]);
  },
);

test('the call below a content resource is one of the repository', () => {
  const { text } = readGuide('add-a-rest-call');
  const [, section] = text.split('## Below a content resource');
  const files = [...section.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, file]) =>
    readFileSync(join(root, file), 'utf8'),
  );
  expect(files).toHaveLength(2);
  const sources = [...files, readFileSync(join(root, 'apps/server/src/composition/rest.ts'), 'utf8')].join(
    '',
  );
  const named = section.split('## ')[0].match(/`[^`\n]*(?:pathId|service\.get|cachedContracts)`/g);
  expect(named.filter((words) => !sources.includes(words.slice(1, -1)))).toEqual([]);
  expect(sources).toContain(/```ts\n(.*?)\n```/s.exec(section)[1]);
});

test('a message opens at most eight files and changes at most five', () => {
  const { text, pieces } = readCodePieces('add-a-message');
  const named = text.match(/(?:apps|packages)\/[\w./-]+\.ts\b/g);
  const opened = new Set(named.filter((file) => !file.endsWith('.test.ts')));
  const changed = new Set(pieces.map(({ file }) => file));
  expect(opened.size).toBeLessThanOrEqual(8);
  expect(changed.size).toBeLessThanOrEqual(5);
});

test('another country changes one file and one function of the database', () => {
  const { name, text, files, statements } = readCountryGuide();
  expect(files).toEqual(['packages/contract/src/words/place.ts']);
  expect(text).toContain(`(${name}/${files[0]})`);
  expect(statements).toContain('create or replace function public.dialled');
});
