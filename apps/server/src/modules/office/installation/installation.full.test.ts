import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MIGRATION_SETTINGS } from '../../../database/migration-settings.ts';
import { testApp, useTestApp } from '../../../testing/app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../../../testing/files/images.ts';
import { runCommand, toDatabaseUrl } from '../../../testing/processes/command.ts';
import { makeDatabaseSettings } from '../../../testing/processes/server-process.ts';
import { makeTemporaryFolder } from '../../../testing/processes/temporary-folder.ts';
import { startObjectStore } from '../../../testing/stand-ins/object-store.ts';

const folder = makeTemporaryFolder();
const store = await startObjectStore();
afterAll(async () => {
  await store.close();
  folder.remove();
});
const t = await useTestApp({ S3_URL: store.url, SMTP_URL: 'smtp://office:hidden@mail.example.org' });

const read = () => t.office.admin.installation.get.query();
const bad = async () => (await read()).checks.filter(({ isGood }) => !isGood).map(({ name }) => name);

test('tells versions, kinds and counts, and no address, path or secret', async () => {
  const { token } = await t.signIn();
  await uploadForm(t.app, makeImageForm(await makePlainImage('png')), `Bearer ${token}`);
  const about = await read();
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../../../package.json'), 'utf8'),
  );
  expect(about).toMatchObject({
    version,
    node: process.versions.node,
    database: { version: expect.stringMatching(/^\d+\.\d+$/), bytes: expect.any(Number) },
    storage: { kind: 'object store', uploads: 1, freeBytes: null, answers: true },
    mail: { kind: 'server', waiting: expect.any(Number), parked: 0 },
    migrations: { pending: [], unknown: [] },
  });
  expect(about.storage.bytes).toBeGreaterThan(0);
  const text = JSON.stringify(about);
  for (const secret of ['hidden', 'mail.example.org', '127.0.0.1', 'secret', t.config.dataDir]) {
    expect(text).not.toContain(secret);
  }
});

test('emails that are only files are bad news', async () => {
  const trial = await testApp();
  const { checks, mail } = await trial.office.admin.installation.get.query();
  expect(mail.kind).toBe('files');
  expect(checks).toContainEqual({ name: 'mail', isGood: false });
  await trial.close();
});

test('a store that is away, a migration that is not known and an email that was given up are bad news', async () => {
  const before = await bad();
  expect(before).not.toContain('storage');
  expect(before).not.toContain('migrations');
  expect(before).not.toContain('mail');
  store.isUnreachable = true;
  await t.sql(`insert into ${MIGRATION_SETTINGS.tableName} (name) values ('9999-of-a-newer-version')`);
  await t.sql(`update outgoing_messages set state = 'parked'`);
  await t.given.message();
  await t.sql(`update outgoing_messages set state = 'parked'`);

  expect(await bad()).toEqual(expect.arrayContaining(['storage', 'migrations', 'mail']));
  expect((await read()).migrations.unknown).toEqual(['9999-of-a-newer-version']);

  store.isUnreachable = false;
  await t.sql(`delete from ${MIGRATION_SETTINGS.tableName} where name = '9999-of-a-newer-version'`);
  expect(await bad()).not.toContain('migrations');
});

test('an SMS that was given up is bad news of SMS, not of mail', async () => {
  await t.sql(`update outgoing_messages set state = 'sent'`);
  expect(await bad()).toEqual(expect.not.arrayContaining(['mail', 'sms']));
  await t.sql(
    `insert into outgoing_messages (channel, kind, recipient, data, state, created_at, next_try_at)
     values ('sms', 'office-sms', '+256772123456', '{}', 'parked', now(), now())`,
  );
  expect([(await read()).mail.parked, (await read()).sms.parked]).toEqual([0, 1]);
  expect(await bad()).toContain('sms');
  expect(await bad()).not.toContain('mail');
});

test('knows the last backup, and that it is old after two days', async () => {
  expect([(await read()).backup, await bad()]).toEqual([null, expect.arrayContaining(['backup'])]);
  const made = await runCommand('backup', [join(folder.path, 'backup.gz')], {
    DATA_DIR: folder.path,
    ...makeDatabaseSettings(toDatabaseUrl(t.db.connection)),
    S3_URL: store.url,
  });
  expect(made).toMatchObject({ code: 0, stderr: '' });

  const { backup } = await read();
  expect(backup).toMatchObject({ files: 3, missing: 0, rows: expect.any(Number) });
  expect(await bad()).not.toContain('backup');
  t.wait(2 * 24 * 60 * 60 * 1000 + 60_000);
  expect(await bad()).toContain('backup');
});
