import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { entities } from '../composition/entities.ts';
import { loadConfig } from '../config/config.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { signingSecret } from '../modules/school/certificates/signing-key.service.ts';
import { openMedical, sealMedical } from '../modules/school/registrations/registration-medical.service.ts';
import { createTestDatabase, query, type TestDatabase } from '../testing/processes/cluster.ts';
import { runCommand } from '../testing/processes/command.ts';
import { makeScratchDataDir, spawnServer } from '../testing/processes/server-process.ts';
import { type ObjectStore, startObjectStore } from '../testing/stand-ins/object-store.ts';

const answers = { medicalConditions: 'Asthma', allergies: null, medications: null };
const image = Buffer.from('a small picture');
const document = Buffer.from('%PDF-1.7 a small document');

// Moving changes nothing in the data folder, so it is made once.
const data = makeScratchDataDir();
const file = join(data.path, 'uploads/abc-320x240-ffffff/320.webp');
const documentFolder = `${'b'.repeat(32)}-pdf`;
const documentFile = join(data.path, 'uploads', documentFolder, 'about-us.pdf');
let to: TestDatabase;
let store: ObjectStore;
const config = loadConfig({ DATA_DIR: data.path }, []);
const db = await openDatabase(config, async () => entities);
await migrate(db.connection);
const { medical, medicalId, medicalTerms } = sealMedical(config.dataKeys, answers);
const rows = [
  `insert into accounts (email, password_hash, rights) values ('office@example.org', 'hash', '{}')`,
  `insert into sessions (id, account_id, created_at, expires_at)
   select gen_random_uuid(), id, now(), now() + interval '1 day' from accounts`,
  `insert into programs (name, description, category, duration, schedule, price, image_url)
   values ('Ŋŋanda 🧵', 'Two "quoted" lines\nand a \\ backslash', 'training', '1 year', 'Mon', 9999999999.99, '/a.jpg')`,
  `insert into registrations (first_name, last_name, email, phone, consent, medical, medical_id, medical_terms)
   values ('Ann', 'Example', 'ann@example.org', '0700', true, '${medical}', '${medicalId}', '{${medicalTerms}}')`,
  `insert into signing_keys (id, public_key, secret, "from")
   values ('abcdefgh', '{}', '${signingSecret.seal(config.dataKeys, 'abcdefgh', '{"d":"secret"}')}', now())`,
  `insert into data_keys (id) values ('${medical?.slice(0, 8)}')`,
  `insert into uploads (hash, url, width, height, format, bytes)
   values ('${'a'.repeat(64)}', '/uploads/abc-320x240-ffffff/320.webp', 320, 240, 'webp', ${image.length})`,
  `insert into uploads (hash, url, width, height, format, bytes) values
   ('${'b'.repeat(64)}', '/uploads/${documentFolder}/about-us.pdf', null, null, 'pdf', ${document.length})`,
];
await query(db.connection, rows.join(';'));
await db.close();
mkdirSync(dirname(file), { recursive: true });
mkdirSync(dirname(documentFile), { recursive: true });
writeFileSync(documentFile, document);
afterAll(data.remove);
async function openTargets() {
  to = await createTestDatabase({ isEmpty: true });
  store = await startObjectStore();
  writeFileSync(file, image);
}
const closeTargets = () => Promise.all([to.drop(), store.close()]);

const move = (...args: string[]) => runCommand('move', args, { DATA_DIR: data.path });
const moveAll = () => move('--database', to.url, '--s3', store.url);
const oneLine = (text: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(text) });
const secret = (name: string) => readFileSync(join(data.path, name), 'utf8').trim();

describe('after everything has moved', () => {
  let moved: Awaited<ReturnType<typeof moveAll>>;
  beforeAll(async () => {
    await openTargets();
    moved = await moveAll();
  });
  afterAll(closeTargets);

  test('takes rows, sessions, health answers and files to a PostgreSQL and a store of one’s own', async () => {
    const { stdout, stderr, code } = moved;

    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toMatch(/^8 rows and 2 uploaded files of 40 bytes have moved, and their hashes agree:\n/);
    for (const table of ['accounts', 'data_keys', 'programs', 'registrations', 'sessions', 'signing_keys']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${table} +1 {2}[\\da-f]{32}$`, 'm'));
    }
    expect(stdout).toMatch(/^ {2}uploads +2 {2}[\da-f]{32}$/m);
    expect(stdout).toMatch(/^ {2}files +2 {2}[\da-f]{64}$/m);
    for (const file of ['auth-secret', 'data-key']) {
      expect(stdout).toContain(join(data.path, file));
      expect(stdout).not.toContain(secret(file));
    }

    expect(store.objects.get('/bucket/images/abc-320x240-ffffff/320.webp')?.bytes).toEqual(image);
    expect(store.objects.get(`/bucket/images/${documentFolder}/about-us.pdf`)).toEqual({
      bytes: document,
      type: 'application/pdf',
    });
    expect(await query(to.connection, 'select price::text from programs')).toEqual([
      { price: '9999999999.99' },
    ]);
    expect(await query(to.connection, 'select ended_at from sessions')).toEqual([{ ended_at: null }]);
    const next = `insert into accounts (email, password_hash, rights) values ('next@example.org', 'hash', '{}') returning id`;
    expect(await query(to.connection, next)).toEqual([{ id: 2 }]);
  });

  test('the moved product opens health answers and signing keys with the key of the data folder', async () => {
    const elsewhere = makeScratchDataDir();
    const settings = { DATA_DIR: elsewhere.path, DATABASE_URL: to.url, AUTH_SECRET: secret('auth-secret') };
    const [row] = await query(to.connection, 'select medical, medical_id as "medicalId" from registrations');
    const { dataKeys } = loadConfig({ ...settings, DATA_KEY: secret('data-key') }, []);
    expect(openMedical(dataKeys, row as object)).toEqual(answers);
    const [key] = await query(to.connection, 'select secret from signing_keys');
    expect(signingSecret.open(dataKeys, 'abcdefgh', `${key?.secret}`)).toBe('{"d":"secret"}');
    await elsewhere.remove();
  });

  test('fills an empty database only', async () => {
    expect(await moveAll()).toEqual(
      oneLine(/^Nothing was moved: its new database is not empty: accounts has rows\.\n$/),
    );
  });
});

describe('into an empty database', () => {
  beforeEach(openTargets);
  afterEach(closeTargets);

  test('without a store the files stay where they are', async () => {
    const { stdout, code } = await move('--database', to.url);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}files +2 {2}[\da-f]{64}$/m);
    expect(stdout).not.toContain('S3_URL');
    expect(store.objects.size).toBe(0);
  });

  test('a store that takes nothing, and a lost file, leave the database empty', async () => {
    store.isFull = true;
    expect(await moveAll()).toEqual(oneLine(/^Nothing was moved: the object store of S3_URL cannot be used/));
    expect(await query(to.connection, 'select * from accounts')).toEqual([]);

    store.isFull = false;
    writeFileSync(file, 'half');
    expect(await moveAll()).toEqual(
      oneLine(/^Nothing was moved: the uploaded file abc-320x240-ffffff\/320.webp is missing or cut off/),
    );
  });

  test('waits for no running product, and names what is wrong with the call in one line', async () => {
    const running = spawnServer('testing/stand-ins/stand-in.ts', { DATA_DIR: data.path });
    await running.address;
    expect(await moveAll()).toEqual(
      oneLine(
        new RegExp(
          `^The data folder [^\n]* is already in use by process ${running.pid}\\. Stop the product first\\.\n$`,
        ),
      ),
    );
    running.child.kill('SIGTERM');
    await running.ended;

    expect(await move()).toEqual(oneLine(/^Usage: npm run move/));
    const embedded = runCommand('move', ['--database', to.url], {
      DATA_DIR: data.path,
      DATABASE_URL: to.url,
      AUTH_SECRET: 'x'.repeat(32),
    });
    expect(await embedded).toEqual(oneLine(/^npm run move takes the embedded database/));
  });
});
