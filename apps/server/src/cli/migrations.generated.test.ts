import { Migrator } from '@mikro-orm/migrations';
import { expect, test } from 'vitest';
import { entities } from '../composition/entities.ts';
import { openOrm } from '../database/orm.ts';
import { createTestDatabase } from '../testing/processes/cluster.ts';

const ADVICE = 'The entities and the migrations differ: run `npm run migration -- name-of-the-change`.';

test('the snapshot matches the entities', async () => {
  const orm = openOrm({ database: 'none' }, entities);
  const differs = await new Migrator(orm.em).checkSchema();
  await orm.close(true);
  expect(differs, ADVICE).toBe(false);
});

test('a migrated database matches the entities', async () => {
  const db = await createTestDatabase();
  // PostgreSQL gives a view in words of its own, so views are compared below
  const tables = entities.filter(({ meta }) => !meta.view);
  const orm = openOrm(db.connection, tables, {
    schemaGenerator: { ignoreRoutines: true, skipViews: [/./] },
  });
  const changes = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  await orm.close(true);
  await db.drop();
  expect(changes, ADVICE).toBe('');
});

test('the views of a migrated database are those of the entities', async () => {
  const db = await createTestDatabase();
  const orm = openOrm(db.connection, entities);
  const views = entities.flatMap(({ meta }) => (meta.view ? meta : []));
  const readView = async (name: string) => {
    const [row] = await orm.em.execute<{ text: string }[]>('select pg_get_viewdef(?::regclass) as text', [
      name,
    ]);
    return row?.text;
  };
  expect(views.length).toBeGreaterThan(0);
  for (const { tableName, expression } of views) {
    await orm.em.execute(`create view as_declared as ${expression}`);
    expect(await readView(tableName), ADVICE).toBe(await readView('as_declared'));
    await orm.em.execute('drop view as_declared');
  }
  await orm.close(true);
  await db.drop();
});
