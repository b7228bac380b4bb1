import { expect, test } from 'vitest';
import { createTestDatabase, query } from '../testing/processes/cluster.ts';
import { migrate } from './migrate.ts';

const names = [
  ['kyanga', 'Kyaŋŋa'],
  ["kyang'a", 'KYAŊŊA'],
  ['nganga', 'Ng’ang’a'],
  ['Ng’ang’a', 'Nganga'],
  ...[..."'`´‘‛ʹʻʼʽʾʿˈ′‵ꞌ＇"].map((sign) => ['nganga', `Ng${sign}ang${sign}a`]),
  ["o'brien", 'O’Brien'],
  ['obrien', 'O’Brien'],
  ['bulo', 'Ɓulo'],
  ['diri', 'ɗiri'],
  ['soren', 'Søren'],
  ['lukasz', 'Łukasz'],
  ['zoe', 'Zoë'],
];

test('names are found by plain letters, and apostrophes of every kind are one', async () => {
  const { connection, drop } = await createTestDatabase();
  const found = await query<{ name: string }>(
    connection,
    `select name from unnest($1::text[], $2::text[]) as sought (q, name)
     where fold(name) like '%' || fold(q) || '%'`,
    [names.map(([q]) => q), names.map(([, name]) => name)],
  );
  await drop();
  expect(found.map(({ name }) => name)).toEqual(names.map(([, name]) => name));
});

test('names of an earlier version are found too, by an index', async () => {
  const { connection, drop } = await createTestDatabase();
  const execute = (sql: string) => query<Record<string, string>>(connection, sql);
  await execute(
    `delete from mikro_orm_migrations where name = '0065-names-by-plain-letters';
     create or replace function public.fold(text) returns text language sql immutable strict parallel safe
       return lower(public.unaccent('public.unaccent', $1));
     insert into registrations (first_name, last_name, phone, date_of_birth, consent)
       values ('Ann', 'Kyaŋŋa', '0772 123 456', '2001-02-03', true), ('Bo', 'Ng’ang’a', '0772 123 456', null, true);
     insert into messages (name, email, subject, message) values ('O’Brien', 'bo@example.org', 'x', 'x')`,
  );

  await migrate(connection);
  const last = (q: string) => `select last_name as name from registrations where search like '%${q}%'`;
  expect(await execute(`${last('kyanga')} union all ${last('nganga')}`)).toEqual([
    { name: 'Kyaŋŋa' },
    { name: 'Ng’ang’a' },
  ]);
  expect(await execute("select name from messages where search like '%obrien%'")).toHaveLength(1);
  const withIndex = { ...connection, options: '-c enable_seqscan=off' };
  const plan = await query(withIndex, `explain ${last('kyanga')}`);
  await drop();
  expect(JSON.stringify(plan)).toContain('registrations_search_index');
});
