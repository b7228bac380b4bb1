import { expect, test } from 'vitest';
import { createTestDatabase, query } from '../testing/processes/cluster.ts';
import { readSchemaDifference } from './schema-difference.ts';

test('finds what a database lacks, has besides, or has in another form, and leaves it as it is', async () => {
  const db = await createTestDatabase();
  await query(
    db.connection,
    `alter table donations drop column note;
     drop index donations_search_index;
     drop index posts_trash_index;
     create index posts_trash_index on posts (deleted_at);
     create index posts_undeclared_index on posts (title) where version > 1;
     alter table accounts drop constraint accounts_email_unique;
     drop view fee_due_days;`,
  );

  const difference = await readSchemaDifference(db.connection);

  expect(difference).toEqual([
    'alter table "accounts" add constraint "accounts_email_unique" unique ("email")',
    'alter table "donations" add "note" varchar(300) null',
    expect.stringContaining('create index donations_search_index on donations using gin'),
    'drop index "posts_undeclared_index"',
    'drop view if exists "fee_due_days"',
    expect.stringContaining('create view "fee_due_days" as select'),
    'drop index "posts_trash_index"',
    expect.stringMatching(/INDEX posts_trash_index .*WHERE \(deleted_at IS NOT NULL\)/),
  ]);
  expect(await readSchemaDifference(db.connection)).toEqual(difference);
  await db.drop();
});
