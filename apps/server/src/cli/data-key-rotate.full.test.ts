import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { useTestApp } from '../testing/app/test-app.ts';
import { runCommand, toDatabaseUrl } from '../testing/processes/command.ts';
import { makeTemporaryFolder } from '../testing/processes/temporary-folder.ts';

const former = randomBytes(32).toString('base64');
const next = randomBytes(32).toString('base64');

const folder = makeTemporaryFolder();
const t = await useTestApp({ DATA_KEY: former });
afterAll(() => folder.remove());

const rotate = (key: string, ...words: string[]) =>
  runCommand('data-key-rotate', words, {
    DATA_DIR: folder.path,
    DATABASE_URL: toDatabaseUrl(t.db.connection),
    AUTH_SECRET: 'x'.repeat(32),
    DATA_KEY: key,
  });
const stored = async () => JSON.stringify(await t.sql('select medical from registrations'));

test('encrypts what is stored with the first key, and says how much that was', async () => {
  await t.given.registration();
  const before = await stored();

  const rotated = await rotate(`${next},${former}`);
  expect(rotated).toMatchObject({ code: 0, stderr: '' });
  expect(rotated.stdout).toMatch(
    /^The health answers of 1 registrations are encrypted anew; all are under the data key [0-9a-f]{8}\.\n$/,
  );
  expect(await stored()).not.toBe(before);
  expect(await rotate(next)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('of 0 registrations'),
  });
});

test('says how it is called', async () => {
  expect(await rotate(next, '--all')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Usage: /) });
});
