import { expect, test } from 'vitest';
import { bool, int, prepareStatement, readPrepared, readRows, text } from '../sql.ts';
import { takeFaults } from './checked-rows.ts';
import { useTestApp } from './test-app.ts';

const t = await useTestApp();

const sql = `select 1 as id, 'Ann' as name, null::bool as "isOpen"`;

test.each([
  [{ id: int, name: text }, 'declares id,name and reads id,isOpen,name'],
  [{ id: text, name: text, isOpen: bool.nullable() }, 'declares id as string and reads type 23'],
  [{ id: int, name: text, isOpen: bool }, 'expected boolean, received null'],
])('rows that are not as %j declares them are found', async (columns, fault) => {
  await readRows(t.em(), columns)(sql);
  expect(takeFaults().join()).toContain(fault);
});

test('a wrong type is found without rows, and in a prepared statement', async () => {
  await readPrepared(t.em(), { id: bool })(prepareStatement('select 1 as id where ?'), [false]);
  expect(takeFaults()).toEqual([expect.stringContaining('declares id as boolean and reads type 23')]);
  await readPrepared(t.em(), { id: int })(prepareStatement('select 1 as id where ?'), [true]);
  expect(takeFaults()).toEqual([]);
});
