import { expect, test } from 'vitest';
import { removeValues, summariseSql } from './exporter.ts';

test.for([
  [
    `select "r".* from "registrations" as "r" where "r"."email" = 'ann@example.org' limit 1`,
    'select "r".* from "registrations" as "r" where "r"."email" = ? limit ?',
  ],
  [
    `insert into t values (1, 'O''Brien', null), (-2.5e3, '', true)`,
    'insert into t values (?, …, null), (-?, …, true)',
  ],
  [String.raw`select E'a\'b ann' as a, '{"a":1}'::jsonb`, 'select ? as a, ?::jsonb'],
  ["select a from t where b ~ 'x' and c = $1", 'select a from t where b ~ ? and c = $1'],
  ['select "it\'s" from t where id in (1,2, 3)', 'select "it\'s" from t where id in (?, …)'],
  ['begin', 'begin'],
] as const)('a statement is shown without its values: %s', ([statement, shown]) => {
  expect(removeValues(statement)).toBe(shown);
});

test.for([
  [`select 'ann`],
  [`select $$ann$$`],
  [`select 1 -- ann`],
  [`select /* ann */ 1`],
  [`select '${'ann'.repeat(40_000)}'`],
  [String.raw`select 'ann\', 'x'`],
])('a statement that cannot be read for certain is not shown: %.40s', ([statement]) => {
  expect(removeValues(statement ?? '')).toBeUndefined();
});

test.for([
  ['select "r".* from "registrations" as "r" for update', 'SELECT registrations'],
  [
    'with "s1" as (select 1), "s2" as (insert into "registrations" ("a") values (?)) select * from s2',
    'INSERT registrations',
  ],
  ['with a as (select b from programs) select * from a for update', 'SELECT programs'],
  ['insert into "posts" ("a") values (?) on conflict do update set a = ?', 'INSERT posts'],
  ['update "pgboss"."job" set a = ? from x', 'UPDATE pgboss.job'],
  ['delete from emails where id in (select id from x)', 'DELETE emails'],
  ['begin', 'BEGIN'],
  ['', 'QUERY'],
] as const)('the summary of a statement: %s', ([text, summary]) => {
  const { operation, table } = summariseSql(text);
  expect([operation, table].filter(Boolean).join(' ')).toBe(summary);
});
