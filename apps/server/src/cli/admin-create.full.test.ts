import { afterAll, expect, test } from 'vitest';
import { entities } from '../composition/entities.ts';
import { openDatabase } from '../database/open.ts';
import { AccountEntity } from '../modules/platform/accounts/account.entity.ts';
import { ActivityEntity } from '../modules/platform/activity/activity.entity.ts';
import { listRightsBut } from '../testing/app/rights.ts';
import { isLive, readSignInStatus } from '../testing/app/sessions.ts';
import { testPassword, useTestApp } from '../testing/app/test-app.ts';
import { runCommand, toDatabaseUrl } from '../testing/processes/command.ts';
import { makeDatabaseSettings, makeScratchDataDir } from '../testing/processes/server-process.ts';

const t = await useTestApp({ ADMIN_SIGNUP: 'closed' });
const folder = makeScratchDataDir();
afterAll(() => folder.remove());

const create = (
  args: string[],
  input: string,
  databaseUrl: string | null = toDatabaseUrl(t.db.connection),
) => {
  const own = databaseUrl && makeDatabaseSettings(databaseUrl);
  return runCommand('admin-create', args, { DATA_DIR: folder.path, ...own }, input);
};

test('makes accounts that can sign in while sign-up is closed; the first is the owner', async () => {
  const first = await create(['--email', 'Owner@example.org'], `${testPassword}\n`);
  expect(first).toEqual({
    stdout: 'The account owner@example.org is made; it is the owner’s.\n',
    stderr: '',
    code: 0,
  });
  expect((await create(['--email=second@example.org'], testPassword)).code).toBe(0);

  const body = { email: 'owner@example.org', password: testPassword };
  expect(await t.visitor.api.session.login({ body })).toMatchObject({ status: 200 });
  const accounts = await t.em().find(AccountEntity, {}, { orderBy: { id: 'asc' } });
  expect(accounts).toMatchObject([
    { email: 'owner@example.org', isOwner: true, rights: listRightsBut() },
    { email: 'second@example.org', isOwner: false, rights: listRightsBut() },
  ]);
  expect(await t.em().find(ActivityEntity, { type: 'create' })).toMatchObject([
    { entityType: 'account', userEmail: null, ipAddress: null },
    { entityType: 'account' },
  ]);
});

test.each([
  ['no address', [], testPassword, /^Usage: npm run admin:create/],
  [
    'a common password',
    ['--email', 'jane@example.org'],
    'password1',
    /^password: This password is one of the/,
  ],
])('%s prints one line and exits with code 1', async (_, args, input, line) => {
  const { stderr, code } = await create(args, input);
  expect([stderr, code]).toEqual([expect.stringMatching(line), 1]);
});

test('a reset sets a new password, and the old one no longer works', async () => {
  const lost = await t.signIn('lost@example.org');
  const password = 'a phrase not yet forgotten';
  expect(await create(['--email', 'Lost@example.org', '--reset'], password)).toEqual({
    stdout: 'The account lost@example.org has the new password; it is signed out everywhere.\n',
    stderr: '',
    code: 0,
  });
  expect(await readSignInStatus(t, lost.email, testPassword)).toBe(401);
  expect(await readSignInStatus(t, lost.email, password)).toBe(200);
  expect(await isLive(t, lost.token)).toBe(false);
});

test('refuses to set the password of an unknown account', async () => {
  expect(await create(['--email', 'nobody@example.org', '--reset'], testPassword)).toMatchObject({
    stderr: 'There is no account with this email address\n',
    code: 1,
  });
});

test('starts the embedded database until the command ends', async () => {
  const { stdout, code } = await create(['--email', 'jane@example.org'], testPassword, null);
  expect([stdout, code]).toEqual(['The account jane@example.org is made; it is the owner’s.\n', 0]);
});

test('uses the embedded database of the running product', async () => {
  const running = await openDatabase({ ...t.config, dataDir: folder.path }, async () => entities);
  const { stdout, code } = await create(['--email', 'john@example.org'], testPassword, null);

  expect([stdout, code]).toEqual(['The account john@example.org is made.\n', 0]);
  expect(await running.orm.em.fork().count(AccountEntity, { email: 'john@example.org' })).toBe(1);
  await running.close();
});
