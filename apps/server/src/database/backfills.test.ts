import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MIGRATIONS } from './migration-settings.ts';
import { backfills } from './older-backups.ts';

/** Computes generated columns, which rows of an older backup get when they are inserted. */
const computing = ['0031-phones-as-dialled'];

test('every migration that changes rows has its change for older backups', () => {
  const changing = readdirSync(MIGRATIONS.path)
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /`\s*update |\b(?:fill|clean)\w+\(/i.test(readFileSync(join(MIGRATIONS.path, name), 'utf8')),
    )
    .map((name) => name.replace('.ts', ''))
    .filter((name) => !computing.includes(name));
  expect(backfills.map(({ migration }) => migration)).toEqual(changing);
});
