import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../migration-settings.ts';
import { backfills } from './older-backups.ts';

test('changes for older backups run in the order of their migrations', () => {
  const names = backfills.map(({ migration }) => migration);
  const migrations = readdirSync(MIGRATIONS.path).map((file) => file.replace('.ts', ''));
  expect(names).toEqual(migrations.filter((name) => names.includes(name)).sort());
});
