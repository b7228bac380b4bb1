import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, query, type TestDatabase } from '../testing/processes/cluster.ts';
import { makeMigrationsFolder } from '../testing/processes/temporary-folder.ts';
import { LOCK_KEY, migrate, runUnderLock } from './migrate.ts';

let db: TestDatabase;
let folder: ReturnType<typeof makeMigrationsFolder>;
beforeEach(async () => {
  db = await createTestDatabase({ isEmpty: true });
  folder = makeMigrationsFolder();
});
afterEach(async () => {
  folder.remove();
  await db.drop();
});

const write = (name: string, sql: string) =>
  writeFileSync(
    join(folder.path, `${name}.ts`),
    `import { Migration } from '@mikro-orm/migrations';
     export class M${name} extends Migration {
       override up(): void { ${sql
         .split(';')
         .map((statement) => `this.addSql(\`${statement}\`);`)
         .join('\n')} }
     }`,
  );

const rows = (sql: string) => query(db.connection, sql);

test('applies each migration once when two processes start on an empty database', async () => {
  write('0001', 'create table thing (id int primary key)');
  write('0002', 'insert into thing values (1)');

  let both: Promise<unknown> | undefined;
  await runUnderLock(db.connection, LOCK_KEY, async () => {
    both = Promise.all([migrate(db.connection, folder.path), migrate(db.connection, folder.path)]);
    // Each has seen that the database is empty
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
    await expect.poll(() => rows(waiting)).toHaveLength(2);
  });
  await both;

  expect(await rows('select id from thing')).toEqual([{ id: 1 }]);
  expect(await rows('select name from mikro_orm_migrations order by id')).toEqual([
    { name: '0001' },
    { name: '0002' },
  ]);
});

test('applies only what is new', async () => {
  write('0001', 'create table thing (id int primary key)');
  await migrate(db.connection, folder.path);
  await migrate(db.connection, folder.path);
  write('0002', 'insert into thing values (2)');
  await migrate(db.connection, folder.path);

  expect(await rows('select id from thing')).toEqual([{ id: 2 }]);
});

test('a failed run leaves nothing and can be repeated', async () => {
  write('0001', 'create table thing (id int primary key)');
  write('0002', 'select no_such_function()');
  await expect(migrate(db.connection, folder.path)).rejects.toThrow('no_such_function');
  expect(await rows(`select to_regclass('thing') as it`)).toEqual([{ it: null }]);

  rmSync(join(folder.path, '0002.ts'));
  await migrate(db.connection, folder.path);
  expect(await rows(`select count(*)::int from thing`)).toEqual([{ count: 0 }]);
});
