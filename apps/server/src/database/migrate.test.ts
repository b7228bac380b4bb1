import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, query, type TestDatabase } from '../testing/cluster.ts';
import { migrationsFolder } from '../testing/temporary-folder.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migration-settings.ts';

let db: TestDatabase;
let folder: ReturnType<typeof migrationsFolder>;
beforeEach(async () => {
  db = await createTestDatabase({ isEmpty: true });
  folder = migrationsFolder();
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
  write('0001', 'create table thing (id int primary key); select pg_sleep(0.3)');
  write('0002', 'insert into thing values (1)');

  await Promise.all([migrate(db.connection, folder.path), migrate(db.connection, folder.path)]);

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

test('builds the real tables by the real migrations', async () => {
  await Promise.all([migrate(db.connection), migrate(db.connection)]);
  expect(await rows('select count(*)::int from programs')).toEqual([{ count: 0 }]);
});

async function migrateReal(isWanted: (name: string) => boolean): Promise<void> {
  const files = readdirSync(MIGRATIONS.path).filter((name) => name.endsWith('.ts') && isWanted(name));
  for (const name of files) cpSync(join(MIGRATIONS.path, name), join(folder.path, name));
  await migrate(db.connection, folder.path);
}

test('keeps the messages when their table gets its new name', async () => {
  await migrateReal((name) => name < '0012');
  await rows(
    `insert into contact_submissions (name, email, subject, message) values ('Ann', 'ann@example.org', 'Fees', 'How much?')`,
  );
  await migrateReal((name) => name >= '0012');

  await rows(
    `insert into messages (name, email, subject, message) values ('Ben', 'ben@example.org', 'Fees', '')`,
  );
  expect(await rows('select id, name from messages order by id')).toEqual([
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Ben' },
  ]);
  const oldNames = await rows(
    `select relname from pg_class where relname like 'contact_sub%'
     union select conname from pg_constraint where conname like 'contact_sub%'`,
  );
  expect(oldNames).toEqual([]);
});

test('keeps emails, campaigns, subscribers and deliveries when their tables get new names', async () => {
  await migrateReal((name) => name < '0011');
  await rows(`insert into mails (kind, data) values ('newsletter-issue', '{}')`);
  await rows(`insert into newsletter_subscribers (email, token) values ('ann@example.org', 't')`);
  await rows(`insert into newsletter_campaigns (subject, body) values ('Open day', 'Come')`);
  await rows('insert into newsletter_deliveries (campaign_id, subscriber_id, mail_id) values (1, 1, 1)');
  await migrateReal((name) => name >= '0011');

  await rows(`insert into emails (kind, data) values ('newsletter-issue', '{}')`);
  expect(await rows('select id from emails order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  expect(
    await rows(
      `select subject, email, email_id from deliveries
       join campaigns on campaigns.id = campaign_id join subscribers on subscribers.id = subscriber_id`,
    ),
  ).toEqual([{ subject: 'Open day', email: 'ann@example.org', email_id: 1 }]);
  const oldNames = await rows(
    `select relname from pg_class where relname ~ '^(mails|newsletter)_'
     union select conname from pg_constraint where conname ~ '^(mails|newsletter)_'`,
  );
  expect(oldNames).toEqual([]);
});

test('drops the former queue of jobs', async () => {
  await migrateReal((name) => name < '0040');
  await rows('create schema pgboss');
  await rows('create table pgboss.schedule (name text)');
  await migrateReal((name) => name >= '0040');
  expect(await rows(`select to_regnamespace('pgboss') as it`)).toEqual([{ it: null }]);
  expect(await rows('select name from schedules')).toEqual([]);
});

test('finds people from before the update by their phone as it is dialled now', async () => {
  await migrateReal((name) => name < '0031');
  await rows(
    `insert into registrations (first_name, last_name, email, phone, emergency_phone, consent, updated_at) values
       ('Ann', 'A', 'a@example.org', '+256 (0)772 123 456', null, true, '2026-01-01'),
       ('Ben', 'B', 'b@example.org', '0700 000 000', '00256 772 123 456', true, '2026-01-01'),
       ('Cy', 'C', 'c@example.org', '0700 000 001', null, true, '2026-01-01')`,
  );
  await rows(
    `insert into donations (tx_ref, name, phone, currency, amount, is_test) values ('ref', 'Dee', '0772 123 456', 'UGX', 1, false)`,
  );
  await migrateReal((name) => name >= '0031');

  expect(
    await rows(
      `select first_name from registrations where search like '%256772123456%' and updated_at = '2026-01-01' order by id`,
    ),
  ).toEqual([{ first_name: 'Ann' }, { first_name: 'Ben' }]);
  expect(await rows(`select name from donations where search like '%256772123456%'`)).toEqual([
    { name: 'Dee' },
  ]);
});

test('gives each test database the tables of the template and no rows of another', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query({ connectionString: one.url }, 'create table mine (id int)');
  const found = await query(
    two.connection,
    `select to_regclass('mine') as mine, to_regclass('programs')::text as programs`,
  );
  expect(found).toEqual([{ mine: null, programs: 'programs' }]);
  await Promise.all([one.drop(), two.drop()]);
});
