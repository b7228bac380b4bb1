import { Migrator } from '@mikro-orm/migrations';
import { expect, test } from 'vitest';
import { entities } from '../composition/entities.ts';
import { openOrm } from '../database/orm.ts';
import { createTestDatabase } from '../testing/cluster.ts';

const ADVICE =
  'The entities and the migrations differ: run `node apps/server/src/cli/migration-create.ts name-of-the-change`.';

test('the snapshot matches the entities', async () => {
  const orm = openOrm({ database: 'none' }, entities);
  const differs = await new Migrator(orm.em).checkSchema();
  await orm.close(true);
  expect(differs, ADVICE).toBe(false);
});

test('a migrated database matches the entities', async () => {
  const db = await createTestDatabase();
  const orm = openOrm(db.connection, entities);
  const changes = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  await orm.close(true);
  await db.drop();
  expect(changes, ADVICE).toBe('');
});
