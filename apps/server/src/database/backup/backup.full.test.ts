import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeColumnSealing } from '../../composition/prepare-database.ts';
import { openStoredFiles } from '../../composition/stored-files.ts';
import { loadKeys } from '../../crypto/data-keys.ts';
import { endAllSessions } from '../../modules/platform/accounts/account-secrets.ts';
import { openMedical, sealMedical } from '../../modules/school/registrations/registration-medical.service.ts';
import { encryptMedical } from '../../modules/school/registrations/registration-medical-encryption.service.ts';
import { fillEveryTable, readEveryTable } from '../../testing/guarantees/every-table.ts';
import { createTestDatabase, query, type TestDatabase } from '../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../testing/processes/older-database.ts';
import { makeTemporaryFolder } from '../../testing/processes/temporary-folder.ts';
import { writeBackup } from './backup.ts';
import { moveAllData } from './move.ts';
import { restoreBackup } from './restore.ts';

let from: TestDatabase;
let to: TestDatabase;
let folder: ReturnType<typeof makeTemporaryFolder>;
let file: string;
async function open() {
  from = await createTestDatabase();
  to = await createTestDatabase();
  folder = makeTemporaryFolder();
  file = join(folder.path, 'institute.backup');
}
async function close() {
  folder.remove();
  await Promise.all([from.drop(), to.drop()]);
}

const filesIn = (dataDir: string, s3Url?: string) => openStoredFiles({ dataDir, s3Url });

const target = (dataDir = folder.path) => ({
  connection: to.connection,
  files: filesIn(dataDir),
  sealing: makeColumnSealing(loadKeys(folder.path)),
  keep: async (client: { query(sql: string): Promise<unknown> }) => () =>
    endAllSessions((sql) => client.query(sql)),
});

const ask = ({ connection }: TestDatabase, sql: string) => query(connection, sql);

/** With the picture of the row of uploads. */
async function fill({ connection }: TestDatabase): Promise<void> {
  mkdirSync(join(folder.path, 'uploads', 'abc'), { recursive: true });
  writeFileSync(join(folder.path, 'uploads', 'abc', '1.webp'), Buffer.from([255]));
  const named: Record<string, string> = {
    email: `'office@example.org'`,
    url: `'/uploads/abc/1.webp'`,
    stored_url: 'null',
  };
  await fillEveryTable(connection, ({ name }) => named[name]);
}
const contents = ({ connection }: TestDatabase) => readEveryTable(connection);

describe('on two databases', () => {
  beforeEach(open);
  afterEach(close);

  test.each(['restores', 'moves'])(
    '%s every row of every table, and continues the sequences',
    async (how) => {
      await fill(from);
      const rows = await contents(from);
      expect(Object.keys(rows).filter((table) => rows[table]?.length === 0)).toEqual([]);
      if (how === 'moves') {
        const files = filesIn(folder.path);
        await moveAllData({ connection: from.connection, files }, { connection: to.connection, files });
      } else {
        const written = await writeBackup(from.connection, filesIn(folder.path), file);
        expect(statSync(file).mode & 0o077).toBe(0);
        // Also over what is there
        await fill(to);
        await ask(
          to,
          `insert into accounts (email, password_hash, rights) values ('someone@example.org', 'hash', '{}')`,
        );
        const untouched = { ...target(), keep: async () => async () => {} };
        expect(await restoreBackup(untouched, file)).toEqual(written);
      }

      // A restore names the data keys of its own place
      const dataKeys = how === 'restores' && { data_keys: rows.data_keys };
      expect({ ...(await contents(to)), ...dataKeys }).toEqual(rows);
      const insert = `insert into programs (name, description, category, duration, schedule, price, image_url)
    values ('Next', 'x', 'camp', '1 week', 'Sat', 0, '/b.jpg') returning id`;
      expect(await ask(to, insert)).toEqual(await ask(from, insert));
      const code = `insert into recovery_codes (account_id, hash) values (12345, 'x')`;
      await expect(ask(to, code)).rejects.toThrow('foreign key');
      await expect(ask(to, 'update fee_parts set amount = 2')).rejects.toThrow('only inserted');
    },
  );

  test('ends every session, known device and link for a new password, but no invitation', async () => {
    await fill(from);
    await ask(
      from,
      `update sessions set ended_at = null;
     insert into access_links (id, purpose, email, token_hash, rights, created_at, expires_at)
     values (gen_random_uuid(), 'password-reset', 'office@example.org', 'hash', '{}', now(), now() + interval '1 day')`,
    );
    await writeBackup(from.connection, filesIn(folder.path), file);

    await restoreBackup(target(), file);

    expect(await ask(to, 'select count(*)::int, count(ended_at)::int as ended from sessions')).toEqual([
      { count: 1, ended: 1 },
    ]);
    expect(await ask(to, 'select purpose from access_links')).toEqual([{ purpose: 'invitation' }]);
    const keys = 'select device_key from accounts';
    expect(await ask(to, keys)).not.toEqual(await ask(from, keys));
  });

  const noFiles = { ...filesIn(''), named: async () => [], list: async () => [] };

  /** A backup that the version before this migration made of these rows. */
  async function backupOfVersion(before: string, rows: string): Promise<void> {
    const older = await createOlderDatabase(before);
    await ask(older, rows);
    await writeBackup(older.connection, noFiles, file);
    await older.drop();
  }

  const readShape = (db: TestDatabase) =>
    Promise.all(
      [
        `select table_name, column_name, data_type, column_default, is_nullable, generation_expression
           from information_schema.columns where table_schema = 'public' order by 1, 2`,
        `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
        `select conrelid::regclass::text as on, conname, condeferrable, pg_get_constraintdef(oid) as constraint
           from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
        `select oid::regprocedure::text as routine from pg_proc
           where pronamespace = 'public'::regnamespace order by 1`,
        `select tgrelid::regclass::text as on, tgname, tgenabled from pg_trigger where not tgisinternal order by 1`,
        `select name from mikro_orm_migrations order by name`,
      ].map((sql) => ask(db, sql)),
    );

  test('a backup from an earlier version gets the columns that it lacks, and the shape of a new one', async () => {
    const before = await readShape(to);
    const signedIn = '2025-02-03T10:00:00.000Z';
    const agreed = '2025-01-02T10:00:00.000Z';
    await backupOfVersion(
      '0005',
      `insert into donations (tx_ref, name, email, amount, currency, status, is_test, receipt_number)
       values ('tx-1', 'Ann', 'ann@example.org', 5000, 'UGX', 'successful', false, 'RCP-2025-000001');
       insert into registrations (first_name, last_name, email, phone, consent, created_at)
       values ('Bo', 'Old', 'bo@example.org', '0700 000 001', true, '${agreed}');
       insert into accounts (email, password_hash) values ('office@example.org', 'hash');
       insert into activities (type, description, entity_type, account_id, created_at)
       select 'login', 'Signed in', 'account', id, '${signedIn}' from accounts`,
    );

    await restoreBackup(target(), file);

    const [donation] = await ask(to, 'select receipt_code from donations');
    expect(donation?.receipt_code).toMatch(/^[\dA-F]{12}$/);
    expect(await ask(to, 'select consented_at from registrations')).toEqual([
      { consented_at: new Date(agreed) },
    ]);
    expect(await ask(to, 'select last_sign_in_at from accounts')).toEqual([
      { last_sign_in_at: new Date(signedIn) },
    ]);
    expect(await readShape(to)).toEqual(before);
  });

  test('restores a backup from before tables and columns were renamed', async () => {
    await backupOfVersion(
      '0011',
      `insert into contact_submissions (name, email, subject, message)
       values ('Bo', 'bo@example.org', 'Fees', 'How much?');
       insert into mails (kind, data, recipient) values ('newsletter-issue', '{}', 'ann@example.org');
       insert into newsletter_campaigns (subject, body, article) values ('News', 'A new roof', '{"id": 1}');
       insert into newsletter_subscribers (email, token) values ('ann@example.org', 'x');
       insert into newsletter_deliveries (campaign_id, subscriber_id, mail_id) values (1, 1, 1)`,
    );

    await restoreBackup(target(), file);

    expect(await ask(to, 'select id, name, subject from messages')).toEqual([
      { id: 1, name: 'Bo', subject: 'Fees' },
    ]);
    expect(await ask(to, 'select id, kind, recipient from outgoing_messages')).toEqual([
      { id: 1, kind: 'newsletter-issue', recipient: 'ann@example.org' },
    ]);
    expect(await ask(to, 'select subject, post_copy from campaigns')).toEqual([
      { subject: 'News', post_copy: { id: 1 } },
    ]);
    expect(await ask(to, 'select email, token from subscribers')).toEqual([
      { email: 'ann@example.org', token: 'x' },
    ]);
    expect(await ask(to, 'select campaign_id, subscriber_id, email_id from deliveries')).toEqual([
      { campaign_id: 1, subscriber_id: 1, email_id: 1 },
    ]);
    const [next] = await ask(
      to,
      `insert into messages (name, email, subject, message) values ('B', 'b@x.org', 'F', 'H') returning id`,
    );
    expect(next).toEqual({ id: 2 });
  });

  test('an older backup with a changed row, or a connection that is lost, leaves everything as it was', async () => {
    await fill(to);
    const before = await contents(to);
    await backupOfVersion(
      '0018',
      `insert into registrations (first_name, last_name, email, phone, consent)
       values ('Ann', 'Old', 'ann@example.org', '0700 000 000', true)`,
    );
    const end = async (client: pg.Client) => async () =>
      client.query('select pg_terminate_backend(pg_backend_pid())');
    await expect(restoreBackup({ ...target(), keep: end }, file)).rejects.toThrow(
      /^Nothing was restored from .*: the database cannot be used \(terminating connection[^\n]+\)[^\n]*\.$/,
    );
    expect(await contents(to)).toEqual(before);

    const text = gunzipSync(readFileSync(file)).toString('utf8');
    writeFileSync(file, gzipSync(text.replace('"Ann"', '"Eve"')));
    await expect(restoreBackup({ ...target(), keep: async () => async () => {} }, file)).rejects.toThrow(
      'the rows of registrations have another hash',
    );
    expect(await contents(to)).toEqual(before);
  });

  test('begins anew when an image is deleted while it is made', async () => {
    await ask(
      from,
      `insert into uploads (hash, url, width, height, format, bytes)
     values ('${'a'.repeat(64)}', '/uploads/abc/320.webp', 320, 240, 'webp', 4)`,
    );
    const files = filesIn(folder.path);
    let reads = 0;
    const deleting = {
      ...files,
      read: async () => {
        reads += 1;
        await ask(from, 'delete from uploads');
        return null;
      },
    };

    const amount = await writeBackup(from.connection, deleting, file);

    expect(reads).toBe(1);
    expect(amount).toMatchObject({ uploads: 0, missing: [], tables: { uploads: { rows: 0 } } });
    expect(await restoreBackup(target(), file)).toEqual(amount);
  });

  const noAnswers = { medicalConditions: null, allergies: null, medications: null };
  const answers = { ...noAnswers, medicalConditions: 'Asthma 🫁', allergies: 'Nuts' };

  async function addRegistration(db: TestDatabase, keys = loadKeys(folder.path)): Promise<void> {
    const { medical, medicalId, medicalTerms } = sealMedical(keys, answers);
    await ask(
      db,
      `insert into registrations (first_name, last_name, email, phone, consent, medical, medical_id, medical_terms)
     values ('Ann', 'Example', 'ann@example.org', '0700', true, '${medical}', '${medicalId}', '{${medicalTerms}}')`,
    );
  }
  const registrations = (db: TestDatabase) =>
    ask(
      db,
      'select id, medical, medical_id as "medicalId", medical_terms as terms from registrations order by id',
    );

  test('encrypts the health answers of a backup from before they were encrypted', async () => {
    await addRegistration(from);
    const [stored] = await registrations(from);
    await backupOfVersion(
      '0018',
      `insert into registrations (first_name, last_name, email, phone, consent, medical_conditions, allergies)
       values ('Ann', 'Example', 'ann@example.org', '0700', true, '${answers.medicalConditions}', '${answers.allergies}'),
              ('Bo', 'Example', 'bo@example.org', '0701', true, null, null)`,
    );

    await restoreBackup(target(), file);
    await encryptMedical(to.connection, target().sealing);

    const [ill, well] = await registrations(to);
    expect(openMedical(loadKeys(folder.path), ill as object)).toEqual(answers);
    expect(ill?.terms).toEqual(stored?.terms);
    expect(well).toMatchObject({ medical: null, medicalId: null, terms: null });
    expect(await ask(to, 'select id from data_keys')).toEqual([{ id: `${ill?.medical}`.slice(0, 8) }]);
  });

  test('a backup without its data key restores nothing, or all but health answers when asked to', async () => {
    await fill(to);
    await addRegistration(from);
    await writeBackup(from.connection, filesIn(folder.path), file);
    const before = await contents(to);
    const elsewhere = makeTemporaryFolder();
    const other = { ...target(), sealing: makeColumnSealing(loadKeys(elsewhere.path)) };

    await expect(restoreBackup(other, file)).rejects.toThrow(
      /^Nothing was restored from [^\n]*: its health answers, secrets of two-step sign-in, secrets of webhooks, the key of fingerprints, the keys that sign certificates, documents of applicants, or private answers of applicants are encrypted with the data key [\da-f]{8}, which is not in [^\n]*$/,
    );
    expect(await contents(to)).toEqual(before);

    await restoreBackup(other, file, { eraseLost: true });
    expect(await registrations(to)).toEqual([{ id: 1, medical: null, medicalId: null, terms: null }]);
    elsewhere.remove();
  });

  test('a backup does not hold the data key', async () => {
    await addRegistration(from);
    await writeBackup(from.connection, filesIn(folder.path), file);
    const key = readFileSync(join(folder.path, 'data-key'), 'utf8').trim();
    const text = gunzipSync(readFileSync(file)).toString('utf8');
    expect(text).not.toContain(key);
    expect(text).not.toContain('Asthma');
  });
});

describe('with rows in both databases', () => {
  let lines: string[];
  let before: Awaited<ReturnType<typeof contents>>;
  beforeAll(async () => {
    await open();
    await fill(from);
    await fill(to);
    await writeBackup(from.connection, filesIn(folder.path), file);
    before = await contents(to);
    lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  });
  afterAll(close);

  test.for([
    ['cut off', (lines: string[]) => lines.slice(0, -1), 'it is not whole'],
    [
      'with a line less',
      (lines: string[]) => lines.filter((line) => !line.includes('"activities","rows"')),
      'it is not whole',
    ],
    [
      'of a newer product',
      ([head = '', ...rest]: string[]) => [
        head.replace('"migrations":[', '"migrations":["9999-later",'),
        ...rest,
      ],
      'a newer version',
    ],
    ['of something else', () => ['{"hello":"world"}'], 'it is no backup'],
    [
      'that leads out of the uploads',
      ([head = '', ...rest]: string[]) => [head, '{"upload":"../auth-secret","base64":""}', ...rest],
      'it is no backup',
    ],
    [
      'with a changed row',
      (lines: string[]) => lines.map((line) => line.replace('office@example.org', 'thief@example.org')),
      'have another hash',
    ],
    [
      'with a changed picture',
      (lines: string[]) => lines.map((line) => line.replace(/"base64":"[^"]*"/, '"base64":"AAAA"')),
      'the file abc/1.webp has another hash',
    ],
    [
      'with a picture less',
      (lines: string[]) => lines.filter((line) => !line.includes('"base64"')),
      'it is not whole',
    ],
  ] as const)('a file %s restores nothing', async ([, spoil, reason]) => {
    writeFileSync(file, gzipSync(`${spoil(lines).join('\n')}\n`));

    await expect(restoreBackup(target(), file)).rejects.toThrow(reason);
    expect(await contents(to)).toEqual(before);
  });
});
