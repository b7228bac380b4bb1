import { existsSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { useTestApp } from '../testing/app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../testing/files/images.ts';
import { createTestDatabase, type TestDatabase } from '../testing/processes/cluster.ts';
import { runCommand, toDatabaseUrl } from '../testing/processes/command.ts';
import { makeDatabaseSettings } from '../testing/processes/server-process.ts';
import { makeTemporaryFolder } from '../testing/processes/temporary-folder.ts';
import { type ObjectStore, startObjectStore } from '../testing/stand-ins/object-store.ts';

let other: ObjectStore;
let to: TestDatabase;
let folder: ReturnType<typeof makeTemporaryFolder>;
let file: string;
let image: string;
const store = await startObjectStore();
afterAll(() => store.close());
const t = await useTestApp({ S3_URL: store.url });
const { token } = await t.signIn();
for (const background of ['#ff0000', '#00ff00']) {
  const form = makeImageForm(await makePlainImage('png', { background }));
  image = (await uploadForm(t.app, form, `Bearer ${token}`)).body.public_id;
}
beforeEach(async () => {
  to = await createTestDatabase();
  other = await startObjectStore();
  folder = makeTemporaryFolder();
  file = join(folder.path, 'institute.backup');
});
afterEach(async () => {
  await Promise.all([to.drop(), other.close()]);
  folder.remove();
});

const settings = (databaseUrl: string, s3Url?: string) => ({
  DATA_DIR: join(folder.path, 'data'),
  ...makeDatabaseSettings(databaseUrl),
  S3_URL: s3Url,
});
const backup = (...options: string[]) =>
  runCommand('backup', [file, ...options], settings(toDatabaseUrl(t.db.connection), store.url));
const restore = (s3Url?: string, ...options: string[]) =>
  runCommand('restore', [file, ...options], settings(to.url, s3Url));
const oneLine = (text: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(text) });
const bytesOf = ({ objects }: ObjectStore) =>
  [...objects].map(([path, { bytes }]) => [path, bytes] as const).sort();

test('carries images of the object store into another one and into the data folder, and counts them', async () => {
  const made = await backup();

  const bytes = bytesOf(store).reduce((sum, [, each]) => sum + each.length, 0);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain(`and 6 uploaded files of ${bytes} bytes:\n`);
  expect(made.stdout).toMatch(/^ {2}uploads {2,}2 {2}[\da-f]{32}$/m);
  expect(made.stdout).toMatch(/^ {2}files {2,}6 {2}[\da-f]{64}$/m);
  const restored = await restore(other.url);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  const lines = made.stdout.trimEnd().split('\n');
  expect(restored.stdout.split('\n').slice(1, lines.length)).toEqual(lines.slice(1));
  expect(bytesOf(other)).toEqual(bytesOf(store));

  expect(await restore()).toMatchObject({ code: 0 });
  const stored = join(folder.path, 'data/uploads', image, '320.webp');
  expect(readFileSync(stored)).toEqual(store.objects.get(`/bucket/images/${image}/320.webp`)?.bytes);
});

async function without<T>(path: string, work: () => Promise<T>, instead?: Buffer): Promise<T> {
  const object = store.objects.get(path);
  if (!object) throw new Error(`There is no ${path}`);
  if (instead) store.objects.set(path, { ...object, bytes: instead });
  else store.objects.delete(path);
  return work().finally(() => store.objects.set(path, object));
}

test('a picture that is cut off in the store fails the backup', async () => {
  const cut = `/bucket/images/${image}/800.webp`;
  expect(await without(cut, backup, Buffer.from('RIFF'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`the uploaded file ${image}/800.webp is missing or cut off in`),
  });
});

test('a picture that is missing in the store fails the backup, unless that is allowed', async () => {
  const path = `/bucket/images/${image}/320.webp`;
  const line = `the uploaded file ${image}/320.webp is missing or cut off in`;

  expect(await without(path, backup)).toEqual(
    oneLine(
      new RegExp(`^No backup was written to [^\n]*: ${line} the object store of S3_URL[^\n]*missing.\n$`),
    ),
  );
  expect(existsSync(file)).toBe(false);
  const allowed = await without(path, () => backup('--allow-missing'));
  expect(allowed).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Missing: ${image}/320.webp\n`),
  });

  expect(await restore(other.url)).toEqual(
    oneLine(new RegExp(`^Nothing was restored from [^\n]*: ${line} the backup or in [^\n]*\n$`)),
  );
  expect(await restore(other.url, '--allow-missing')).toMatchObject({ code: 0 });
});

test('a store that cannot be used, a file that cannot be written and a cut archive print one line', async () => {
  store.isUnreachable = true;
  const refused = await backup();
  store.isUnreachable = false;
  expect(refused).toEqual(
    oneLine(/^No backup [^\n]*: the object store of S3_URL cannot be used [^\n]*403\)\.\n$/),
  );

  const elsewhere = join(folder.path, 'no/such/folder.backup');
  expect(
    await runCommand('backup', [elsewhere], settings(toDatabaseUrl(t.db.connection), store.url)),
  ).toEqual(oneLine(/^No backup was written to [^\n]*: its folder is not there\.\n$/));

  await backup();
  truncateSync(file, readFileSync(file).length - 20);
  expect(await restore(other.url)).toEqual(oneLine(/^Nothing was restored from [^\n]*damaged\.\n$/));
  rmSync(file);
});
