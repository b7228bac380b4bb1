import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { entities } from './entities.ts';
import { contentInfos } from './resources.ts';

const src = resolve(import.meta.dirname, '..');
const comment = /^\s*(?:\/?\*|\/\/).*$/gm;
const sources = globSync('**/*.ts', { cwd: src })
  .filter((file) => !/\.test\.ts$|^(?:testing|trust)\/|\/migrations\//.test(file))
  .map((file) => ({ file, text: readFileSync(resolve(src, file), 'utf8').replace(comment, '') }));

/**
 * Tools that fill, restore or encrypt a database anew, or roll their rows back. No request reaches them. The
 * trash takes its tables from declarations, so it is not found here.
 */
const tools = [
  'composition/email-previews.ts',
  'composition/seed-demo.ts',
  'database/international-phones.ts',
  'database/older-backups.ts',
];

const typed =
  /\b(?:create|createQueryBuilder|insert|insertMany|native\w+|newRows?|newRowForEach|upsert)\(\s*(?:tx,\s*)?(\w+)Entity\b(?!, '\w+'\)\s*\.select\()/g;
const raw = /\b(?:insert into|delete from|update) "?([a-z_]+)\b/gi;

test.each(entities.map(({ meta: { className, tableName } }) => [tableName, className]))(
  'only one module writes the table %s',
  (table, entity) => {
    const writers = sources
      .filter(({ file, text }) => {
        const written = [...text.matchAll(typed), ...text.matchAll(raw)].map(([, name]) => name);
        return !tools.includes(file) && (written.includes(entity) || written.includes(table));
      })
      .map(({ file }) => file);
    expect(new Set(writers.map(dirname)).size, writers.join(', ')).toBeLessThanOrEqual(1);
  },
);

test('no SQL names the table of a content resource: the entity gives the name', () => {
  const tables = contentInfos.map(({ table }) => table).join('|');
  const named = new RegExp(`\\b(?:from|join|into|update|table) "?(?:${tables})\\b`, 'i');
  const naming = sources.filter(({ file, text }) => !tools.includes(file) && named.test(text));
  expect(naming.map(({ file }) => file)).toEqual([]);
});
