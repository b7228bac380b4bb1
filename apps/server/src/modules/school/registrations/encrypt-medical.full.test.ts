import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeColumnSealing } from '../../../composition/prepare-database.ts';
import { loadKeys } from '../../../crypto/data-keys.ts';
import { migrate } from '../../../database/migrate.ts';
import type { TestDatabase } from '../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../testing/processes/older-database.ts';
import { makeTemporaryFolder } from '../../../testing/processes/temporary-folder.ts';
import { openMedical } from './registration-medical.service.ts';
import { encryptMedical } from './registration-medical-encryption.service.ts';

const ROWS = 450;
let db: TestDatabase;
let data: ReturnType<typeof makeTemporaryFolder>;
let client: pg.Client;
beforeEach(async () => {
  db = await createOlderDatabase('0018');
  data = makeTemporaryFolder();
  client = new pg.Client(db.connection);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  data.remove();
  await db.drop();
});

async function olderDatabase(): Promise<void> {
  await client.query(
    `insert into registrations (first_name, last_name, email, phone, consent, medical_conditions, allergies)
     select 'Ann', 'Old', 'ann@example.org', '0700 000 000', true, 'Canaryillness ' || n, case when n % 2 = 0 then 'Nuts' end
     from generate_series(1, ${ROWS}) n`,
  );
  await client.query(
    `insert into registrations (first_name, last_name, email, phone, consent)
     values ('Bo', 'Healthy', 'bo@example.org', '0700 000 001', true)`,
  );
  await migrate(db.connection);
}

interface Row {
  id: number;
  medical: string | null;
  medicalId: string | null;
  version: number;
}
const rows = async () =>
  (
    await client.query<Row>(
      'select id, medical, medical_id as "medicalId", version from registrations order by id',
    )
  ).rows;
const waiting = async (): Promise<unknown> =>
  (await client.query(`select to_regclass('medical_to_encrypt') as table`)).rows[0].table;

/** The bytes of all database files, without the write-ahead log. */
async function files(): Promise<Buffer> {
  await client.query('checkpoint');
  const { rows: paths } = await client.query<{ path: string }>(
    `select current_setting('data_directory') || '/' || pg_relation_filepath(oid) as path
     from pg_class where relkind in ('r', 'i', 't', 'm') and pg_relation_filepath(oid) is not null and not relisshared`,
  );
  return Buffer.concat(paths.map(({ path }) => readFileSync(path)));
}

test('answers of older versions are encrypted, and no file of the database holds them any more', async () => {
  const keys = loadKeys(data.path);
  await olderDatabase();
  expect((await files()).includes('Canaryillness')).toBe(true);

  await encryptMedical(db.connection, makeColumnSealing(keys));

  const stored = await rows();
  expect(stored).toHaveLength(ROWS + 1);
  expect(openMedical(keys, stored[1] as Row)).toEqual({
    medicalConditions: 'Canaryillness 2',
    allergies: 'Nuts',
    medications: null,
  });
  expect(stored.at(-1)).toMatchObject({ medical: null, medicalId: null });
  expect(new Set(stored.map(({ version }) => version))).toEqual(new Set([1]));
  expect(await waiting()).toBeNull();
  expect((await files()).toString('latin1')).not.toMatch(/canaryillness/i);
});

test('an encryption that was killed goes on at the next start, and two at once do it once', async () => {
  const keys = loadKeys(data.path);
  await olderDatabase();
  // Fails in the third batch, like a killed process
  await client.query(
    `create function fail() returns trigger language plpgsql as $$ begin
       if new.id > 410 then raise exception 'killed'; end if; return new; end $$;
     create trigger fail before update on registrations for each row execute function fail()`,
  );
  await expect(encryptMedical(db.connection, makeColumnSealing(keys))).rejects.toThrow('killed');
  expect((await rows()).filter(({ medical }) => medical)).toHaveLength(400);
  expect(await waiting()).not.toBeNull();

  await client.query('drop trigger fail on registrations');
  await Promise.all([
    encryptMedical(db.connection, makeColumnSealing(keys)),
    encryptMedical(db.connection, makeColumnSealing(keys)),
  ]);

  const stored = await rows();
  expect(stored.slice(0, ROWS).map((row) => openMedical(keys, row).medicalConditions)).toEqual(
    Array.from({ length: ROWS }, (_, at) => `Canaryillness ${at + 1}`),
  );
  expect(await waiting()).toBeNull();
});

test('a key that the answers do not need is refused before anything is written', async () => {
  await olderDatabase();
  await encryptMedical(db.connection, makeColumnSealing(loadKeys(data.path)));
  const before = await rows();
  rmSync(join(data.path, 'data-key'));

  await expect(encryptMedical(db.connection, makeColumnSealing(loadKeys(data.path)))).rejects.toThrow(
    /^Health answers, secrets of two-step sign-in, secrets of webhooks, the key of fingerprints, the keys that sign certificates, documents of applicants, or private answers of applicants in the database are encrypted with the data key [\da-f]{8}, which is not in .*data-key: put the right key there[^\n]*$/,
  );
  expect(await rows()).toEqual(before);

  // With nothing to read, a lost key is no loss
  await client.query('update registrations set medical = null, medical_id = null, medical_terms = null');
  await encryptMedical(db.connection, makeColumnSealing(loadKeys(data.path)));
});
