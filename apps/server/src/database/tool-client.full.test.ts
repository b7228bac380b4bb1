import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeColumnSealing } from '../composition/prepare-database.ts';
import { openStoredFiles } from '../composition/stored-files.ts';
import { loadKeys, makeDataKeys } from '../crypto/data-keys.ts';
import { endAllSessions } from '../modules/platform/accounts/account-secrets.ts';
import { sealMedical } from '../modules/school/registrations/registration-medical.service.ts';
import { createTestDatabase, query, type TestDatabase } from '../testing/processes/cluster.ts';
import { makeTemporaryFolder } from '../testing/processes/temporary-folder.ts';
import { writeBackup } from './backup/backup.ts';
import type { FileStore } from './backup/file-store.ts';
import { moveAllData } from './backup/move.ts';
import { restoreBackup } from './backup/restore.ts';
import { serverTimeouts } from './pooler.ts';
import { rotateDataKey } from './rotate-data-key.ts';

let from: TestDatabase;
let to: TestDatabase;
let folder: ReturnType<typeof makeTemporaryFolder>;
let file: string;
beforeEach(async () => {
  from = await createTestDatabase();
  to = await createTestDatabase();
  folder = makeTemporaryFolder();
  file = join(folder.path, 'institute.backup');
});
afterEach(async () => {
  folder.remove();
  await Promise.all([from.drop(), to.drop()]);
});

const files = () => openStoredFiles({ dataDir: folder.path, s3Url: undefined });
const keys = () => loadKeys(folder.path);
const sealing = () => makeColumnSealing(keys());
const target = (store: FileStore) => ({
  connection: to.connection,
  files: store,
  sealing: sealing(),
  keep: async (client: { query(sql: string): Promise<unknown> }) => () =>
    endAllSessions((sql) => client.query(sql)),
});

const asking = (sql: string, seen: unknown[] = []): FileStore => ({
  ...files(),
  named: async (client) => {
    seen.push(...(await client.query(sql)).rows);
    return [];
  },
});

const END = 'select pg_terminate_backend(pg_backend_pid())';
const lost = (line: string) => ({
  name: 'StartError',
  message: expect.stringMatching(new RegExp(`^${line}the database cannot be used \\([^\n]+\\)[^\n]*\\.$`)),
});

test('a lost connection fails a backup in one line, and leaves no part of a file', async () => {
  await expect(writeBackup(from.connection, asking(END), file)).rejects.toMatchObject(
    lost('No backup was written to .*: '),
  );
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
});

test('a lost connection fails a move in one line', async () => {
  const { connection } = to;
  await expect(
    moveAllData({ connection: from.connection, files: files() }, { connection, files: asking(END) }),
  ).rejects.toMatchObject(lost('Nothing was moved: '));
});

const ask = ({ connection }: TestDatabase, sql: string) => query(connection, sql);

async function addRegistration(onUpdate: string): Promise<void> {
  const answers = { medicalConditions: 'Asthma', allergies: null, medications: null };
  const { medical, medicalId, medicalTerms } = sealMedical(keys(), answers);
  await ask(
    from,
    `insert into registrations (first_name, last_name, email, phone, consent, medical, medical_id, medical_terms)
     values ('Ann', 'Example', 'ann@example.org', '0700', true, '${medical}', '${medicalId}', '{${medicalTerms}}');
     insert into data_keys (id) values ('${medical?.slice(0, 8)}');
     create function on_update() returns trigger language plpgsql as $$ begin ${onUpdate}; return new; end $$;
     create trigger on_update before update on registrations for each row execute function on_update()`,
  );
}

test('a lost connection stops a rotation of the data key in one line, and it goes on when it runs again', async () => {
  await addRegistration('perform pg_terminate_backend(pg_backend_pid())');
  const rotate = () => rotateDataKey(from.connection, sealing(), { settledAfterMs: 0 });

  await expect(rotate()).rejects.toMatchObject(lost('The work was cut off: '));
  await ask(from, 'drop trigger on_update on registrations');
  expect(await rotate()).toMatchObject({ encrypted: { registrations: 1 } });
});

/** Limits that docs/operations/proxy-and-replicas.md gives to a role behind a pooler, as its sessions see them. */
const limited = ({ connection }: TestDatabase) => ({ ...connection, ...serverTimeouts });
const LIMITS = `select current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle`;
const unlimited = { statement: '0', idle: '0' };

test('the time limits of a role end no backup, restore or move, however long the pictures take', async () => {
  const seen: unknown[] = [];
  const asked = asking(LIMITS, seen);
  await writeBackup(limited(from), asked, file);
  await moveAllData({ connection: limited(from), files: asked }, { connection: limited(to), files: asked });
  await restoreBackup({ ...target(asked), connection: limited(to) }, file);
  expect(seen).toEqual([unlimited, unlimited, unlimited, unlimited]);
});

test('the time limits of a role end no rotation of the data key, and no erasure of what is lost', async () => {
  await addRegistration(`if current_setting('statement_timeout') <> '0'
    or current_setting('idle_in_transaction_session_timeout') <> '0' then raise 'there are limits'; end if`);
  const rotate = (given = keys(), eraseLost = false) =>
    rotateDataKey(limited(from), makeColumnSealing(given), { eraseLost, settledAfterMs: 0 });

  expect(await rotate()).toMatchObject({ encrypted: { registrations: 1 } });
  const other = makeDataKeys([], 'x'.repeat(32));
  expect(await rotate(other, true)).toMatchObject({ erased: { registrations: 1 } });
});
