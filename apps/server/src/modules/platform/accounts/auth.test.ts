import { afterEach, expect, test } from 'vitest';
import { readRefusal } from '../../../testing/app/answers.ts';
import { type TestApp, testApp } from '../../../testing/app/test-app.ts';
import { deriveLinkToken } from './tokens.ts';

let t: TestApp;
afterEach(() => t.close());

const newPassword = { password: 'another long phrase', confirmPassword: 'another long phrase' };

type Via = { network?: string };
const post = (call: string, payload: object, { network = '203.0.113.1' }: Via = {}) =>
  t.app.inject({
    method: 'POST',
    url: `/api/trpc/${call}`,
    payload,
    headers: { 'x-forwarded-for': network },
  });
const ask = async (email: string, via?: Via) => (await post('auth.requestReset', { email }, via)).statusCode;
const queued = () =>
  t.sql<{ link: string }>(
    `select data ->> 'linkId' as link from outgoing_messages order by outgoing_messages.id`,
  );
async function links(count: number): Promise<string[]> {
  await expect.poll(async () => (await queued()).length).toBe(count);
  return (await queued()).map(({ link }) => link);
}

test('requests for a reset link send one email in five minutes', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1' });
  await t.signIn('jane@example.org');

  for (const email of ['jane@example.org', 'nobody@example.org']) {
    const asked = Array.from({ length: 14 }, () => ask(email));
    expect(await Promise.all(asked)).toEqual(Array(14).fill(200));
  }
  const [first] = await links(1);

  t.wait(5 * 60_000);
  expect(await ask('jane@example.org')).toBe(200);
  expect(await links(2)).toEqual([first, first]);
  t.wait(55 * 60_000);
  await ask('jane@example.org');
  expect((await links(3))[2]).not.toEqual(first);
});

test('an address has 30 calls a minute of each kind, whatever they contain', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' });
  const calls = await Promise.all(
    Array.from({ length: 40 }, (_, at) => ask(at % 2 ? 'jane@example.org' : 'no address')),
  );
  expect(calls.filter((status) => status === 429)).toHaveLength(10);
  const refused = await post('auth.requestReset', { email: 'jane@example.org' });
  expect(refused.json().error.data.apiError.code).toBe('RATE_LIMITED');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

  expect(await ask('jane@example.org', { network: '203.0.113.2' })).toBe(200);
  const other = await post('auth.resetLink', { token: 'x'.repeat(43) });
  expect(other.statusCode).toBe(404);
});

test('a batch answers no call that needs no session', async () => {
  t = await testApp();
  await t.signIn('jane@example.org');
  const input = { email: 'jane@example.org' };
  for (const batch of ['auth.requestReset,auth.requestReset', 'auth.requestReset,trash.purge']) {
    const answer = await post(`${batch}?batch=1`, { 0: input, 1: input });
    expect(answer.json()[0].error?.data.apiError.code).toBe('VALIDATION_ERROR');
  }
  const queries = await t.app.inject('/api/trpc/auth.rules,auth.rules?batch=1');
  expect(queries.statusCode).toBe(400);
  await ask('nobody@example.org');
  expect(await queued()).toEqual([]);

  expect((await post('auth.requestReset?batch=1', { 0: input })).statusCode).toBe(200);
  await links(1);
});

const whileLocked = (lock: string, work: () => Promise<void>) =>
  t.em().transactional(async (em) => {
    await em.execute(lock);
    await work();
  });

test('a wrong link or password is refused without waiting for changes of accounts', async () => {
  t = await testApp();
  const { token: bearer } = await t.signIn('jane@example.org');
  await ask('jane@example.org');
  const [id = ''] = await links(1);
  const { auth } = t.visitor.admin;
  const common = { password: 'password1', confirmPassword: 'password1' };
  const unknown = { token: 'x'.repeat(43), ...newPassword };
  const currentPassword = 'not this one';

  await whileLocked('lock table accounts in share row exclusive mode', async () => {
    expect(await readRefusal(auth.resetPassword.mutate(unknown))).toMatchObject({ status: 404 });
    expect(await readRefusal(auth.acceptInvitation.mutate(unknown))).toMatchObject({ status: 404 });
    const weak = auth.resetPassword.mutate({ token: deriveLinkToken(t.config, id), ...common });
    expect(await readRefusal(weak)).toMatchObject({ status: 400 });
    const change = t.withToken(bearer).admin.account.changePassword;
    expect(await readRefusal(change.mutate({ currentPassword, ...newPassword }))).toMatchObject({
      status: 400,
    });
  });
});

test('a request for a reset link is answered before its work is done, which a stop waits for', async () => {
  t = await testApp();
  await t.signIn('jane@example.org');
  let closing: Promise<void> | undefined;
  const blocked = () =>
    t.sql("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
  await whileLocked(`select from accounts where email = 'jane@example.org' for update`, async () => {
    for (const email of ['jane@example.org', 'nobody@example.org']) {
      const answer = await post('auth.requestReset', { email });
      expect([answer.statusCode, answer.json()]).toEqual([200, { result: { data: { email } } }]);
    }
    expect(await queued()).toEqual([]);
    await expect.poll(blocked).toHaveLength(1);
    let isClosed = false;
    closing = t.app.close().then(() => {
      isClosed = true;
    });
    // Meanwhile a whole product starts and stops
    await (await testApp()).close();
    expect(isClosed).toBe(false);
  });
  await closing;
  expect(await queued()).toHaveLength(1);
});

test('wrong tokens can be tried 10 times in 15 minutes, a right one always works', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1' });
  await t.signIn('jane@example.org');
  await ask('jane@example.org');
  const [id = ''] = await links(1);
  const tried = (token: string) => t.visitor.admin.auth.resetPassword.mutate({ token, ...newPassword });
  const guess = async (n: number) => (await readRefusal(tried(`${n}`.padStart(43, 'x')))).status;
  for (let n = 0; n < 10; n += 1) expect(await guess(n)).toBe(404);
  expect(await guess(10)).toBe(429);

  expect(await tried(deriveLinkToken(t.config, id))).toEqual({ email: 'jane@example.org' });
});

test.each(['open', 'invite', 'closed'])('returns that sign-up is %s', async (signup) => {
  t = await testApp({ ADMIN_SIGNUP: signup });
  await t.given.account();
  expect(await t.visitor.admin.auth.rules.query()).toEqual({ signup });
});

test('no invitations are possible while sign-up is closed', async () => {
  t = await testApp({ ADMIN_SIGNUP: 'closed' });
  const { accounts } = t.office.admin;
  expect(await readRefusal(accounts.invite.mutate({ email: 'ann@example.org' }))).toMatchObject({
    status: 403,
    code: 'SIGNUP_CLOSED',
  });
  expect((await accounts.list.query()).canInvite).toBe(false);
});
