import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { entities } from './entities.ts';

const src = resolve(import.meta.dirname, '..');
const files = globSync('modules/**/*.ts', { cwd: src, exclude: (name) => name.endsWith('.test.ts') });

const typed =
  /\b(?:create|createQueryBuilder|insert|insertMany|native\w+|newRows?|upsert)\(\s*(?:tx,\s*)?(\w+)Entity\b/g;
const raw = /\b(?:insert into|delete from|update) ([a-z_]+)\b/g;

test.each(entities.map(({ meta: { className, tableName } }) => [tableName, className]))(
  'only one module writes the table %s',
  (table, entity) => {
    const writers = files.filter((file) => {
      const text = readFileSync(resolve(src, file), 'utf8');
      const written = [...text.matchAll(typed), ...text.matchAll(raw)].map(([, name]) => name);
      return written.includes(entity) || written.includes(table);
    });
    expect(new Set(writers.map(dirname)).size, writers.join(', ')).toBeLessThanOrEqual(1);
  },
);
