import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sealingWith } from '../../composition/prepare-database.ts';
import { storedKeys } from '../../crypto/data-keys.ts';
import { endAllSessions } from '../../modules/accounts/account-secrets.ts';
import { openMedical, sealMedical } from '../../modules/registrations/registration-medical.service.ts';
import { storedFiles } from '../../modules/uploads/storage.service.ts';
import { createTestDatabase, query, type TestDatabase } from '../../testing/cluster.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { writeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

let from: TestDatabase;
let to: TestDatabase;
let folder: ReturnType<typeof temporaryFolder>;
let file: string;
async function open() {
  [from, to, folder] = [await createTestDatabase(), await createTestDatabase(), temporaryFolder()];
  file = join(folder.path, 'institute.backup');
}
async function close() {
  folder.remove();
  await Promise.all([from.drop(), to.drop()]);
}

const filesIn = (dataDir: string, s3Url?: string) => storedFiles({ dataDir, s3Url });

const target = (dataDir = folder.path) => ({
  connection: to.connection,
  files: filesIn(dataDir),
  sealing: sealingWith(storedKeys(folder.path)),
  afterwards: (client: { query(sql: string): Promise<unknown> }) =>
    endAllSessions((sql) => client.query(sql)),
});

const ask = ({ connection }: TestDatabase, sql: string) => query(connection, sql);

async function fill(db: TestDatabase): Promise<void> {
  await ask(
    db,
    `insert into programs (name, description, category, duration, schedule, price, image_url)
     values ('Ŋŋanda 🧵', 'Two "quoted" lines\nand a \\ backslash', 'training', '1 year', 'Mon, Tue', 9999999999.99, '/a.jpg'),
            ('Gone', 'x', 'camp', '1 week', 'Sat', 0, '/b.jpg')`,
  );
  await ask(db, `delete from programs where name = 'Gone'`);
  await ask(db, `insert into accounts (email, password_hash) values ('office@example.org', 'hash')`);
  await ask(
    db,
    `insert into activities (type, description, entity_type, account_id) select 'login', 'Signed in', 'account', id from accounts`,
  );
}

const contents = async (db: TestDatabase) => ({
  programs: await ask(db, 'select * from programs'),
  activities: await ask(db, 'select * from activities'),
  accounts: (await ask(db, 'select * from accounts')).map(({ device_key: _, ...row }) => row),
});

describe('on two databases', () => {
  beforeEach(open);
  afterEach(close);

  test('restores every row, and continues the sequences', async () => {
    await fill(from);
    const written = await writeBackup(from.connection, filesIn(folder.path), file);
    expect(statSync(file).mode & 0o077).toBe(0);
    await ask(to, `insert into accounts (email, password_hash) values ('someone@example.org', 'hash')`);

    expect(await restoreBackup(target(), file)).toEqual(written);

    expect(await contents(to)).toEqual(await contents(from));
    const insert = `insert into programs (name, description, category, duration, schedule, price, image_url)
    values ('Next', 'x', 'camp', '1 week', 'Sat', 0, '/b.jpg') returning id`;
    expect(await ask(to, insert)).toEqual(await ask(from, insert));
    const code = `insert into recovery_codes (account_id, hash) values (12345, 'x')`;
    await expect(ask(to, code)).rejects.toThrow('foreign key');
  });

  test('ends every session, known device and link for a new password, but no invitation', async () => {
    await fill(from);
    await ask(
      from,
      `insert into sessions (id, account_id, created_at, expires_at)
     select gen_random_uuid(), id, now(), now() + interval '1 day' from accounts`,
    );
    await ask(
      from,
      `insert into access_links (id, purpose, email, token_hash, created_at, expires_at)
     select gen_random_uuid(), purpose, 'office@example.org', purpose, now(), now() + interval '1 day'
     from unnest(array['invitation', 'password-reset']) purpose`,
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

  const beforeRenames = (lines: string[]) =>
    lines.map((line) =>
      line
        .replace(/"00(?:11|12|13|14|48)-[a-z-]+",?/g, '')
        .replace(/,\]/, ']')
        .replace(/"(campaigns|subscribers|deliveries)("|_id_seq")/g, '"newsletter_$1$2')
        .replace(/"messages("|_id_seq")/g, '"contact_submissions$1')
        .replace(/"outgoing_messages("|_id_seq")/g, '"mails$1')
        .replaceAll('"email_id"', '"mail_id"')
        .replaceAll('"post_copy"', '"article"'),
    );

  test('fills the columns that a backup from an earlier version lacks, as the migrations do', async () => {
    const [signedIn, agreed] = ['2025-02-03T10:00:00.000Z', '2025-01-02T10:00:00.000Z'];
    await ask(
      from,
      `insert into donations (tx_ref, name, amount, currency, status, is_test, receipt_number, receipt_code)
       values ('tx-1', 'Ann', 5000, 'UGX', 'successful', false, 'RCP-2025-000001', 'PRESENT')`,
    );
    await ask(
      from,
      `insert into registrations (first_name, last_name, email, phone, consent, created_at, consented_at)
       values ('Bo', 'Old', 'bo@example.org', '0700 000 001', true, '${agreed}', now())`,
    );
    await fill(from);
    await ask(from, `update activities set created_at = '${signedIn}'`);
    await writeBackup(from.connection, filesIn(folder.path), file);
    const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
    const older = lines.map((line) =>
      line
        .replace(/"00(?:05|16|24)-[a-z-]+",?/g, '')
        .replace(/,\]/, ']')
        .replace(/"(?:receipt_code|consented_at|last_sign_in_at)"(?:: (?:null|"[^"]*"))?,? ?/g, '')
        .replace(/, ?([}\]])/g, '$1'),
    );
    writeFileSync(file, gzipSync(`${older.join('\n')}\n`));

    await restoreBackup(target(), file);

    const [donation] = await ask(to, 'select receipt_code from donations');
    expect(donation?.receipt_code).toMatch(/^[\dA-F]{12}$/);
    expect(await ask(to, 'select consented_at from registrations')).toEqual([
      { consented_at: new Date(agreed) },
    ]);
    expect(await ask(to, 'select last_sign_in_at from accounts')).toEqual([
      { last_sign_in_at: new Date(signedIn) },
    ]);
  });

  test('restores a backup from before tables and columns were renamed', async () => {
    await ask(
      from,
      `insert into messages (name, email, subject, message) values ('Bo', 'bo@example.org', 'Fees', 'How much?')`,
    );
    await ask(
      from,
      `insert into outgoing_messages (kind, data, recipient) values ('newsletter-issue', '{}', 'ann@example.org')`,
    );
    await ask(
      from,
      `insert into campaigns (subject, body, post_copy) values ('News', 'A new roof', '{"id": 1}')`,
    );
    await ask(from, `insert into subscribers (email, token) values ('ann@example.org', 'x')`);
    await ask(from, `insert into deliveries (campaign_id, subscriber_id, email_id) values (1, 1, 1)`);
    const tables = ['messages', 'outgoing_messages', 'campaigns', 'subscribers', 'deliveries'];
    const all = (db: TestDatabase) => Promise.all(tables.map((table) => ask(db, `select * from ${table}`)));
    await writeBackup(from.connection, filesIn(folder.path), file);
    const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
    const older = beforeRenames(lines);
    expect(older.join()).toContain('"newsletter_deliveries","rows":[{"id": 1, "mail_id"');
    writeFileSync(file, gzipSync(`${older.join('\n')}\n`));

    await restoreBackup(target(), file);

    expect(await all(to)).toEqual(await all(from));
    const [next] = await ask(
      to,
      `insert into messages (name, email, subject, message) values ('B', 'b@x.org', 'F', 'H') returning id`,
    );
    expect(next).toEqual({ id: 2 });
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

  async function addRegistration(db: TestDatabase, keys = storedKeys(folder.path)): Promise<void> {
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

  function beforeEncryption(line: string): string {
    const item = JSON.parse(line);
    const columns = (names: string[]) => [
      ...names.filter((name) => !name.startsWith('medical')),
      ...['medical_conditions', 'allergies', 'medications'],
    ];
    if (item.tables) {
      const { data_keys: _, ...tables } = item.tables;
      const migrations = item.migrations.filter((name: string) => name < '0018');
      return JSON.stringify({
        ...item,
        migrations,
        tables: { ...tables, registrations: columns(tables.registrations) },
      });
    }
    if (item.table !== 'registrations') return line;
    const rows = item.rows.map(
      ({ medical, medical_id: _, medical_terms: __, ...row }: Record<string, unknown>) => ({
        ...row,
        medical_conditions: medical && answers.medicalConditions,
        allergies: medical && answers.allergies,
        medications: null,
      }),
    );
    return JSON.stringify({ ...item, rows });
  }

  test('encrypts the health answers of a backup from before they were encrypted', async () => {
    await addRegistration(from);
    await ask(
      from,
      `insert into registrations (first_name, last_name, email, phone, consent) values ('Bo', 'Example', 'bo@example.org', '0701', true)`,
    );
    const [stored] = await registrations(from);
    await writeBackup(from.connection, filesIn(folder.path), file);
    const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
    const older = lines.map((line) => beforeEncryption(line));
    expect(older.join()).not.toContain('medical_terms');
    writeFileSync(file, gzipSync(`${older.join('\n')}\n`));

    await restoreBackup(target(), file);

    const [ill, well] = await registrations(to);
    expect(openMedical(storedKeys(folder.path), ill as object)).toEqual(answers);
    expect(ill?.terms).toEqual(stored?.terms);
    expect(well).toMatchObject({ medical: null, medicalId: null, terms: null });
    expect(await ask(to, 'select id from data_keys')).toEqual([{ id: `${ill?.medical}`.slice(0, 8) }]);
  });

  test('a backup without its data key restores nothing, or all but health answers when asked to', async () => {
    await fill(to);
    await addRegistration(from);
    await writeBackup(from.connection, filesIn(folder.path), file);
    const before = await contents(to);
    const elsewhere = temporaryFolder();
    const other = { ...target(), sealing: sealingWith(storedKeys(elsewhere.path)) };

    await expect(restoreBackup(other, file)).rejects.toThrow(
      /^Nothing was restored from [^\n]*: its health answers, secrets of two-step sign-in, secrets of webhooks, the key of fingerprints, or the keys that sign certificates are encrypted with the data key [\da-f]{8}, which is not in [^\n]*$/,
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
    mkdirSync(join(folder.path, 'uploads', 'abc'), { recursive: true });
    writeFileSync(join(folder.path, 'uploads', 'abc', '320.webp'), Buffer.from([0, 255, 10, 13]));
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
      'the rows of accounts have another hash',
    ],
    [
      'with a changed picture',
      (lines: string[]) => lines.map((line) => line.replace(/"base64":"[^"]*"/, '"base64":"AAAA"')),
      'the file abc/320.webp has another hash',
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
