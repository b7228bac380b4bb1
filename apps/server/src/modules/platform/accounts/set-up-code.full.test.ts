import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readData, readRefusal } from '../../../testing/app/answers.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { type TestApp, testApp, testPassword } from '../../../testing/app/test-app.ts';
import {
  makeScratchDataDir,
  type ServerProcess,
  spawnServer,
} from '../../../testing/processes/server-process.ts';
import { AccountEntity } from './account.entity.ts';
import { readSetUpCode } from './codes.ts';

const fields = (email: string, setupCode?: string) => ({
  email,
  password: testPassword,
  confirmPassword: testPassword,
  ...(setupCode !== undefined && { setupCode }),
});

describe('in the product', () => {
  let t: TestApp;
  let code: string;
  const open = async () => {
    t = await testApp({ ADMIN_SIGNUP: 'invite' });
    code = (await codeOf(t)) ?? '';
  };
  const close = () => t.close();

  const codeOf = (app: TestApp) => readSetUpCode({ config: app.config, em: app.db.orm.em.fork() });
  const signUp = (email: string, setupCode?: string) =>
    t.visitor.api.session.signup({ body: fields(email, setupCode) });
  const accounts = () => t.em().find(AccountEntity, {});
  const rule = async () => (await t.visitor.admin.auth.rules.query()).signup;

  describe('without an account', () => {
    // Refused requests change nothing, so one app serves all tests
    beforeAll(open);
    afterAll(close);

    test.each([
      ['no code', () => undefined],
      ['an empty code', () => ''],
      ['a part of it', () => code.slice(1)],
      ['a longer one', () => `${code}A`],
      ['another', () => `${code.slice(1)}${code[0] === code[11] ? '2' : code[0]}`],
      ['signs of several bytes', () => 'é'.repeat(6)],
    ])('%s is refused and makes no account', async (_, given) => {
      expect(await readRefusal(signUp('first@example.org', given()))).toMatchObject({
        status: 403,
        code: 'SIGNUP_CLOSED',
        details: [{ path: 'setupCode', message: expect.any(String) }],
      });
      expect(await accounts()).toEqual([]);
    });
  });

  describe('on a new installation', () => {
    beforeEach(open);
    afterEach(close);

    test('is 12 letters and digits, the same for every process with the secret', async () => {
      expect(code).toMatch(/^[A-Z\d]{12}$/);
      expect(await codeOf(t)).toBe(code);
      const other = await testApp({ ADMIN_SIGNUP: 'invite', AUTH_SECRET: 'x'.repeat(32) });
      onTestFinished(() => other.close());
      expect(await codeOf(other)).not.toBe(code);
    });

    test('makes the first account, which owns the site, and ends with it', async () => {
      expect(await rule()).toBe('set-up');
      const { user } = await readData(signUp('first@example.org', code));

      expect(user.email).toBe('first@example.org');
      expect(await accounts()).toMatchObject([
        { email: 'first@example.org', isOwner: true, rights: listRightsBut() },
      ]);
      expect(await rule()).toBe('invite');
      expect(await codeOf(t)).toBeNull();
      expect(await readRefusal(signUp('second@example.org', code))).toMatchObject({
        status: 403,
        code: 'SIGNUP_CLOSED',
        details: [{ path: '', message: expect.stringContaining('ask for one') }],
      });
      expect(await accounts()).toHaveLength(1);
    });

    test('may be typed in small letters, with blanks and hyphens', async () => {
      const typed = ` ${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)} `.toLowerCase();
      await readData(signUp('first@example.org', typed));
    });

    test('of several sign-ups at once with the right code one makes an account', async () => {
      const addresses = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.org`);
      const answers = await Promise.all(addresses.map((address) => signUp(address, code)));

      expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
      expect(await accounts()).toHaveLength(1);
    });

    test('an account from the command line ends it too', async () => {
      await t.given.account();
      expect(await readRefusal(signUp('second@example.org', code))).toMatchObject({ code: 'SIGNUP_CLOSED' });
    });
  });
});

test('guesses are limited', async () => {
  const t = await testApp({ ADMIN_SIGNUP: 'invite', RATE_LIMIT_FACTOR: '1' });
  onTestFinished(() => t.close());
  const guess = async () =>
    (await t.visitor.api.session.signup({ body: fields('first@example.org', 'ABCDEFGHJKLM') })).status;
  const statuses = [];
  for (let tries = 0; tries < 12; tries += 1) statuses.push(await guess());

  expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
});

test('a start prints it in one line until there is an account, and no log holds it', async () => {
  const data = makeScratchDataDir();
  let server: ServerProcess | undefined;
  onTestFinished(async () => {
    server?.child.kill('SIGKILL');
    await server?.ended;
    await data.remove();
  });
  const start = async () => {
    const env = { DATA_DIR: data.path, ADMIN_SIGNUP: 'invite', LOG_LEVEL: 'trace' };
    server = spawnServer('testing/app/without-pages.ts', env);
    return { ...server, origin: await server.address };
  };
  const stop = async ({ child, ended }: ServerProcess) => {
    child.kill('SIGTERM');
    await ended;
  };
  const printed = ({ output }: ServerProcess) =>
    output().stdout.match(/(?<="msg":")Set-up code: [^"]*(?="\}$)/gm);

  const first = await start();
  const [line = ''] = printed(first) ?? [];
  expect(line).toMatch(/^Set-up code: [A-Z\d]{12}$/);
  const code = line.slice(-12);
  for (const tried of ['AAAAAAAAAAAA', code]) {
    await fetch(`${first.origin}/api/v1/admin/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields('first@example.org', tried)),
    });
  }
  await stop(first);
  const { stdout, stderr } = first.output();
  expect(`${stdout}${stderr}`.split(code)).toHaveLength(2);

  const next = await start();
  expect(printed(next)).toBeNull();
  await stop(next);
});
