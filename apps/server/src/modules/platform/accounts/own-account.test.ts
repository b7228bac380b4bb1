import { expect, test } from 'vitest';
import { readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { isLive, readSignInStatus, refreshCookieHeader } from '../../../testing/app/sessions.ts';
import { testApp, testPassword, useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

const newPassword = { password: 'another long phrase', confirmPassword: 'another long phrase' };
test('a password change ends every session but the one that made it', async () => {
  const here = await t.signIn('jane@example.org');
  const there = await t.signIn('jane@example.org');
  const { account } = t.withToken(here.token).admin;
  await account.changePassword.mutate({ currentPassword: testPassword, ...newPassword });

  expect([await isLive(t, here.token), await isLive(t, there.token)]).toEqual([true, false]);
  expect(await readSignInStatus(t, 'jane@example.org', testPassword)).toBe(401);
  expect(await readSignInStatus(t, 'jane@example.org', newPassword.password)).toBe(200);
});

test('a sign-in with the former password that waits for the change gets no session', async () => {
  const { token } = await t.signIn('ann@example.org');
  const { account } = t.withToken(token).admin;
  await Promise.all([
    account.changePassword.mutate({ currentPassword: testPassword, ...newPassword }),
    ...Array.from({ length: 6 }, () => readSignInStatus(t, 'ann@example.org', testPassword)),
  ]);

  expect((await account.get.query()).sessions.map(({ isThis }) => isThis)).toEqual([true]);
});

test.each([
  [
    'the present one is wrong',
    { currentPassword: 'not this one' },
    'currentPassword',
    'This is not your current password',
  ],
  ['both differ', { confirmPassword: 'x' }, 'confirmPassword', 'Passwords do not match'],
  [
    'it is a common one',
    { password: 'password1', confirmPassword: 'password1' },
    'password',
    'This password is one of the commonest; choose another',
  ],
])('a password stays unchanged when %s', async (_, typed, path, message) => {
  const here = await t.signIn('john@example.org');
  const there = await t.signIn('john@example.org');
  const { account } = t.withToken(here.token).admin;
  const call = account.changePassword.mutate({ currentPassword: testPassword, ...newPassword, ...typed });
  const { status, details } = await readRefusal(call);

  expect([status, details]).toEqual([400, [{ path, message }]]);
  expect(await isLive(t, there.token)).toBe(true);
  expect(await readSignInStatus(t, 'john@example.org', testPassword)).toBe(200);
});

test('a bearer has 10 tries for the password, then even the right one is refused', async () => {
  const other = await testApp({ RATE_LIMIT_FACTOR: '1' });
  const { token } = await other.signIn('jane@example.org');
  const { account } = other.withToken(token).admin;
  const guess = async (currentPassword: string) =>
    (await readRefusal(account.changePassword.mutate({ currentPassword, ...newPassword }))).status;
  for (let n = 0; n < 10; n += 1) expect(await guess(`guess ${n}`)).toBe(400);
  expect(await guess(testPassword)).toBe(429);
  const { items } = await other.office.admin.activity.list.query({ limit: 5 });
  expect(items.map(({ description }) => description)).toContain(
    '10 wrong passwords typed in an open session: refused there for 15 minutes',
  );
  await other.close();
});

test('lists the sessions of the account, this device first', async () => {
  const email = 'lea@example.org';
  await requireSuccess(
    t.visitor.api.session.signup({
      body: { email, password: testPassword, confirmPassword: testPassword },
      extraHeaders: { 'user-agent': 'A phone' },
    }),
  );
  t.wait(60_000);
  const here = await t.signIn(email);
  const other = await t.signIn('other@example.org');
  t.wait(60_000);
  const { sessions, isOwner } = await t.withToken(here.token).admin.account.get.query();

  expect(isOwner).toBe(false);
  expect(sessions).toMatchObject([
    { isThis: true, ipAddress: null },
    { isThis: false, ipAddress: '127.0.0.1', userAgent: 'A phone' },
  ]);
  const [first = { lastUsedAt: '' }, second = { lastUsedAt: '' }] = sessions;
  expect(Date.parse(first.lastUsedAt) - Date.parse(second.lastUsedAt)).toBeGreaterThanOrEqual(60_000);
  expect((await t.withToken(other.token).admin.account.get.query()).sessions).toHaveLength(1);
});

test('signing out everywhere ends the other sessions, or this one too', async () => {
  const email = 'may@example.org';
  const here = await t.signIn(email);
  const there = await t.signIn(email);
  const stranger = await t.signIn('other@example.org');
  const { account } = t.withToken(here.token).admin;

  expect(await account.endSessions.mutate({ includingThis: false })).toEqual({ ended: 1 });
  expect([await isLive(t, here.token), await isLive(t, there.token)]).toEqual([true, false]);
  const extraHeaders = refreshCookieHeader(there.refreshToken);
  expect(await t.visitor.api.session.refresh({ extraHeaders })).toMatchObject({ status: 401 });

  expect(await account.endSessions.mutate({ includingThis: true })).toEqual({ ended: 1 });
  expect([await isLive(t, here.token), await isLive(t, stranger.token)]).toEqual([false, true]);
});
