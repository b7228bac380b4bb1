import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { makeColumnSealing } from '../../../composition/prepare-database.ts';
import { openStoredFiles } from '../../../composition/stored-files.ts';
import { writeBackup } from '../../../database/backup/backup.ts';
import { restoreBackup } from '../../../database/backup/restore.ts';
import { readData } from '../../../testing/app/answers.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../testing/processes/older-database.ts';
import { makeTemporaryFolder } from '../../../testing/processes/temporary-folder.ts';
import { runInTransaction } from '../../../transaction.ts';
import { openSigner, readPublicKeys } from './signing-key.service.ts';

const t = useTestAppPerTest();
const listFiles = () => openStoredFiles({ dataDir: t.config.dataDir, s3Url: undefined });
const read = (code: string) => readData(t.visitor.api.certificates.get({ params: { code } }));

/** A backup that the first version with certificates made of those that are stored. */
async function backupOfFirstVersion(file: string): Promise<void> {
  const older = await createOlderDatabase('0079');
  for (const table of ['signing_keys', 'certificates']) {
    const [{ rows } = { rows: [] }] = await t.sql<{ rows: object[] }>(
      `select json_agg(one) as rows from ${table} one`,
    );
    const columns = await query(
      older.connection,
      `select string_agg(quote_ident(column_name), ',') as names from information_schema.columns
       where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER'`,
    );
    const alone = rows.map((row) => ({ ...row, registration_id: null, program_id: null }));
    const text = JSON.stringify(alone).replaceAll("'", "''");
    await query(
      older.connection,
      `insert into ${table} (${columns[0]?.names})
       select ${columns[0]?.names} from json_populate_recordset(null::${table}, '${text}')`,
    );
  }
  await writeBackup(older.connection, { ...listFiles(), named: async () => [], list: async () => [] }, file);
  await older.drop();
}

test('certificates of an older backup still verify, and its key signs on', async () => {
  const folder = makeTemporaryFolder();
  const file = join(folder.path, 'older.backup');
  const { code } = await t.given.certificate();
  const { jws } = await read(code);
  await backupOfFirstVersion(file);
  await t.sql('delete from certificates');
  await t.sql('delete from signing_keys');

  const sealing = makeColumnSealing(t.config.dataKeys);
  await restoreBackup(
    { connection: t.db.connection, files: listFiles(), sealing, keep: async () => async () => {} },
    file,
  );
  expect((await read(code)).jws).toBe(jws);
  const next = await runInTransaction(t.jobContext(), async (tx) => (await openSigner(tx))({ sub: 'Ann' }));
  const [key, ...others] = await readPublicKeys({ em: t.em() });
  expect(others).toEqual([]);
  for (const each of [jws, next]) {
    expect((await jwtVerify(each, key ?? {})).protectedHeader.kid).toBe(key?.kid);
  }
  folder.remove();
});
