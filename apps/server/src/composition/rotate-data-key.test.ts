import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadKeys } from '../crypto/data-keys.ts';
import { rotateDataKey } from '../database/rotate-data-key.ts';
import { encryptMedical } from '../modules/school/registrations/registration-medical-encryption.service.ts';
import { readData, readRefusal } from '../testing/app/answers.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { makeColumnSealing } from './prepare-database.ts';

const APPLICANTS = 230;
const t = await useTestApp();
const programId = (await t.given.program()).id;
const keyFile = join(t.config.dataDir, 'data-key');
for (let n = 0; n < APPLICANTS; n += 1) await t.given.registration({ programId, allergies: `Nuts ${n}` });
await encryptMedical(t.db.connection, makeColumnSealing(t.config.dataKeys));

const rotate = (options = {}) =>
  rotateDataKey(t.db.connection, makeColumnSealing(loadKeys(t.config.dataDir)), {
    settledAfterMs: 0,
    ...options,
  });
const keysInUse = async () =>
  (
    await t.sql<{ id: string; count: number }>(
      `select split_part(medical, '.', 1) as id, count(*)::int from registrations where medical is not null group by 1`,
    )
  ).map(({ id, count }) => [id, count]);
const noted = async () => (await t.sql<{ id: string }>('select id from data_keys')).map(({ id }) => id);
const current = () => t.config.dataKeys.all()[0].id;
const totalOf = async (q: string) => (await t.office.admin.registrations.list.query({ q })).total;

test('a killed rotation goes on with the same key, and the product reads everything meanwhile', async () => {
  const before = current();
  const version = await t.sql('select id, version, updated_at from registrations order by id');
  await t.sql(
    `create function fail() returns trigger language plpgsql as $$ begin
       if new.id > 210 then raise exception 'killed'; end if; return new; end $$`,
  );
  await t.sql('create trigger fail before update on registrations for each row execute function fail()');
  await expect(rotate()).rejects.toThrow('killed');

  const after = current();
  expect(after).not.toBe(before);
  expect(new Set(await keysInUse())).toEqual(
    new Set([
      [after, 200],
      [before, 30],
    ]),
  );
  expect(new Set(await noted())).toEqual(new Set([before]));
  expect(await totalOf('nuts 12')).toBe(11);
  expect(await totalOf('nuts 22')).toBe(11);
  expect(await readData(t.office.api.registrations.get({ params: { id: 5 } }))).toMatchObject({
    allergies: 'Nuts 4',
  });
  await t.given.registration({ programId, allergies: 'Between' });
  expect(await keysInUse()).toContainEqual([after, 201]);

  await t.sql('drop trigger fail on registrations');
  expect(await rotate()).toMatchObject({ encrypted: { registrations: 30 }, erased: {}, key: after });
  expect(await keysInUse()).toEqual([[after, APPLICANTS + 1]]);
  expect(await noted()).toEqual([after]);
  expect(await totalOf('nuts 22')).toBe(11);
  expect((await t.sql('select id, version, updated_at from registrations order by id')).slice(0, -1)).toEqual(
    version,
  );
});

test('the earlier key is needed no more once everything is encrypted anew', async () => {
  expect((await rotate()).encrypted).toMatchObject({ registrations: APPLICANTS + 1 });
  const [first = ''] = readFileSync(keyFile, 'utf8').split('\n');
  writeFileSync(keyFile, first);
  expect(await totalOf('nuts 22')).toBe(11);
  await encryptMedical(t.db.connection, makeColumnSealing(t.config.dataKeys));
});

test('an answer that was moved to another row does not open', async () => {
  const moved = await t.given.registration({ programId });
  const own = await t.given.registration({ programId, allergies: 'Own' });
  await t.sql(
    `update registrations set medical = (select medical from registrations where id = ${own.id}) where id = ${moved.id}`,
  );
  expect(await readRefusal(t.office.api.registrations.get({ params: { id: moved.id } }))).toMatchObject({
    status: 500,
  });
  await t.sql(`delete from registrations where id in (${moved.id}, ${own.id})`);
});

test('without the key a rotation stops with one line, and erases lost answers only when asked to', async () => {
  rmSync(keyFile);
  loadKeys(t.config.dataDir);
  await t.given.registration({ programId, allergies: 'Readable' });
  await expect(rotate()).rejects.toThrow(/are encrypted with the data key [\da-f]{8}, which is not in/);

  expect(await rotate({ eraseLost: true })).toMatchObject({ erased: { registrations: APPLICANTS + 1 } });
  expect(await keysInUse()).toEqual([[current(), 1]]);
  expect(
    await t.sql(
      'select count(*)::int from registrations where medical is null and (medical_terms is not null or medical_id is not null)',
    ),
  ).toEqual([{ count: 0 }]);
  await encryptMedical(t.db.connection, makeColumnSealing(t.config.dataKeys));
});
