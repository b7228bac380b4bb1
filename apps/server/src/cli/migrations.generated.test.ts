import { Migrator } from '@mikro-orm/migrations';
import { expect, test } from 'vitest';
import { entities } from '../composition/entities.ts';
import { openOrm } from '../database/orm.ts';
import { createTestDatabase } from '../testing/processes/cluster.ts';
import { readSchemaDifference } from './schema-difference.ts';

const ADVICE = 'The entities and the migrations differ: run `npm run migration -- name-of-the-change`.';

test('the snapshot matches the entities', async () => {
  const orm = openOrm({ database: 'none' }, entities);
  const differs = await new Migrator(orm.em).checkSchema();
  await orm.close(true);
  expect(differs, ADVICE).toBe(false);
});

test('a migrated database has the tables, views and indexes of the entities', async () => {
  const db = await createTestDatabase();
  const difference = await readSchemaDifference(db.connection);
  await db.drop();
  expect(difference, ADVICE).toEqual([]);
});
