import { expect, test, vi } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { isLive, refreshCookie, refreshCookieHeader } from '../../../testing/app/sessions.ts';
import { testApp, testPassword, useTestApp } from '../../../testing/app/test-app.ts';
import { ActivityEntity } from '../activity/activity.entity.ts';
import { AccountEntity, RefreshTokenEntity } from './account.entity.ts';

const t = await useTestApp();
await t.signIn('jane@example.org');

const login = (email: string, password: string, extraHeaders: Record<string, string> = {}) =>
  t.visitor.api.session.login({ body: { email, password }, extraHeaders });

test('signing in returns user and token, whatever the case of the address', async () => {
  const { user, token } = await readData(login('JANE@example.org', testPassword));

  expect(user).toEqual({
    id: expect.any(Number),
    email: 'jane@example.org',
    name: 'Jane',
    avatar: 'J',
  });
  expect(await isLive(t, token)).toBe(true);
});

test('a new sign-in ends the former session of the browser, whoever it was of', async () => {
  const other = await t.signIn('joan@example.org');
  const elsewhere = await t.signIn('jane@example.org');
  const first = await requireSuccess(
    login('jane@example.org', testPassword, refreshCookieHeader(other.refreshToken)),
  );
  expect(await isLive(t, other.token)).toBe(false);
  const cookie = refreshCookieHeader(refreshCookie(first)?.value ?? '');
  expect(await login('jane@example.org', 'not the password', cookie)).toMatchObject({ status: 401 });
  expect(await isLive(t, first.body.data.token)).toBe(true);

  const both = { password: testPassword, confirmPassword: testPassword };
  const body = { email: 'joel@example.org', ...both };
  await requireSuccess(t.visitor.api.session.signup({ body, extraHeaders: cookie }));
  expect([await isLive(t, first.body.data.token), await isLive(t, elsewhere.token)]).toEqual([false, true]);
});

test('a password matches in every Unicode form', async () => {
  const password = 'café crème brûlée';
  const both = { password: password.normalize('NFD'), confirmPassword: password.normalize('NFD') };
  await requireSuccess(t.visitor.api.session.signup({ body: { email: 'accent@example.org', ...both } }));

  expect(await login('accent@example.org', password.normalize('NFC'))).toMatchObject({ status: 200 });
});

test('signing in sets an httpOnly, strict refresh cookie for the session calls, for seven days', async () => {
  const cookie = refreshCookie(await login('jane@example.org', testPassword));

  expect(cookie?.value).toMatch(/^[\w-]{43}$/);
  expect(cookie?.attributes).toEqual(['Max-Age=604800', 'Path=/api/v1/admin', 'HttpOnly', 'SameSite=Strict']);
});

test('on https the cookie cannot be set by a sub-domain or over plain http', async () => {
  const other = await testApp({ PUBLIC_URL: 'https://www.example.org' });
  await other.signIn('jane@example.org');
  const body = { email: 'jane@example.org', password: testPassword };
  const answer = await other.visitor.api.session.login({ body });

  const [cookie = ''] = answer.headers.getSetCookie();
  expect(cookie).toMatch(
    /^__Host-refresh_token=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const [pair = ''] = cookie.split(';');
  const refresh = (cookie: string) => other.visitor.api.session.refresh({ extraHeaders: { cookie } });
  expect(await refresh(pair.replace('__Host-', ''))).toMatchObject({ status: 401 });
  const renewed = await refresh(pair);
  expect(renewed).toMatchObject({ status: 200 });
  const [next = ''] = renewed.headers.getSetCookie()[0]?.split(';') ?? [];
  const out = await other.visitor.api.session.logout({ extraHeaders: { cookie: next } });
  expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-refresh_token=; .*Path=\/;.*HttpOnly; Secure/);
  await other.close();
});

test('the refresh token is stored as a hash only', async () => {
  const cookie = refreshCookie(await login('jane@example.org', testPassword));
  const stored = await t.em().find(RefreshTokenEntity, {});

  expect(stored.map(({ hash }) => hash)).not.toContain(cookie?.value);
});

test('wrong password, unknown address and deactivated account answer the same after one check each', async () => {
  await t.signIn('gone@example.org');
  const em = t.em();
  await em.nativeUpdate(AccountEntity, { email: 'gone@example.org' }, { deactivatedAt: new Date() });

  const checks = vi.spyOn(t.passwords, 'isRight');
  const answers = [
    await login('jane@example.org', 'not the password'),
    await login('nobody@example.org', testPassword),
    await login('gone@example.org', testPassword),
  ];
  expect(checks).toHaveBeenCalledTimes(3);

  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 401,
      body: {
        error: { code: 'INVALID_CREDENTIALS', message: 'Invalid email or password', details: [] },
      },
    });
    expect(refreshCookie(answer)).toBeUndefined();
  }
});

test('a check without a hash is a whole check, which is false', async () => {
  const hashed = await t.passwords.hash('a test phrase');
  expect(await t.passwords.isRight('a test phrase', hashed)).toBe(true);
  expect(await t.passwords.isRight('a test phrase', undefined)).toBe(false);
});

test.each([
  [{}, ['email', 'password']],
  [{ email: { $ne: '' }, password: { $ne: '' } }, ['email', 'password']],
])('refuses %j with the reason', async (fields, paths) => {
  const { status, details } = await readRefusal(t.visitor.send('POST', '/admin/login', { body: fields }));

  expect(status).toBe(400);
  expect(details.map(({ path }) => path)).toEqual(paths);
});

test('a sign-in is recorded with its account, address and agent; a failure is not', async () => {
  await login('jane@example.org', 'not the password', { 'user-agent': 'A thief' });
  await requireSuccess(login('jane@example.org', testPassword, { 'user-agent': 'A browser' }));
  const [last] = await t.em().find(ActivityEntity, {}, { orderBy: { id: 'desc' }, limit: 1 });

  expect(last).toMatchObject({
    type: 'login',
    entityType: 'account',
    userEmail: 'jane@example.org',
    ipAddress: '127.0.0.1',
    userAgent: 'A browser',
  });
  expect(await t.em().count(ActivityEntity, { userAgent: 'A thief' })).toBe(0);
});
