import type { Session } from '@institute/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { appWithoutDatabase } from '../../testing/app-without-database.ts';
import { refreshCookie } from '../../testing/refresh-cookie.ts';
import { type SignedIn, type TestApp, testApp } from '../../testing/test-app.ts';
import { ActivityEntity } from '../activity/activity.entity.ts';
import { AccountEntity } from './account.entity.ts';

const DAY = 24 * 60 * 60 * 1000;

let t: TestApp;
let jane: SignedIn;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  jane = await t.signIn('jane@example.org');
});
afterAll(() => t.close());

const post = (path: string, refreshToken?: string, headers: Record<string, string> = {}) =>
  t.call<Session>('POST', path, undefined, {
    headers: { ...(refreshToken !== undefined && { cookie: `refresh_token=${refreshToken}` }), ...headers },
  });
const refresh = async (token?: string, headers?: Record<string, string>) => {
  const answer = await post('/admin/refresh', token, headers);
  return { ...answer, cookie: refreshCookie(answer), next: refreshCookie(answer)?.value ?? '' };
};
const isLive = async (token: string) =>
  (await t.call('GET', '/registrations', undefined, { token })).status === 200;

test('gives a new bearer and another refresh token, for 30 days again', async () => {
  t.wait(60_000);
  const { status, body, cookie } = await refresh(jane.refreshToken);

  expect(status).toBe(200);
  expect(body.data.user).toEqual(jane.user);
  expect(body.data.token).not.toBe(jane.token);
  expect(await isLive(body.data.token)).toBe(true);
  expect(cookie?.value).not.toBe(jane.refreshToken);
  expect(cookie?.attributes).toContain('Max-Age=2592000');
});

test('a chain of refreshes goes on', async () => {
  let token = jane.refreshToken;
  for (let day = 0; day < 40; day += 10) {
    t.wait(10 * DAY);
    const { status, next } = await refresh(token);
    expect(status).toBe(200);
    token = next;
  }
});

test('the token just spent gives the same successor for 5 s', async () => {
  const first = await refresh(jane.refreshToken);
  t.wait(4500);
  const second = await refresh(jane.refreshToken);

  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.next).toBe(first.next);
  expect(await refresh(first.next)).toMatchObject({ status: 200 });
});

test('many tabs at once get the same successor', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(jane.refreshToken)));

  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(answers.map(({ next }) => next)).size).toBe(1);
  for (const { body } of answers) expect(await isLive(body.data.token)).toBe(true);
});

test('a spent token that comes back later ends its whole family at once, and no other', async () => {
  const other = await t.signIn('jane@example.org');
  const renewed = await refresh(jane.refreshToken);
  t.wait(5001);
  const stolen = await refresh(jane.refreshToken);

  expect([stolen.status, stolen.body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
  expect(await refresh(renewed.next)).toMatchObject({ status: 401 });
  expect(await isLive(renewed.body.data.token)).toBe(false);
  expect(await isLive(jane.token)).toBe(false);
  expect(await isLive(other.token)).toBe(true);
  expect(await refresh(other.refreshToken)).toMatchObject({ status: 200 });
});

test.each<[string, () => string | undefined]>([
  ['no cookie', () => undefined],
  ['an empty cookie', () => ''],
  ['an unknown token', () => 'A'.repeat(43)],
  ['a bearer', () => jane.token],
])('%s is 401 and takes the cookie away', async (_, token) => {
  const { status, body, headers, cookie } = await refresh(token());

  expect([status, body.error.code, headers['www-authenticate']]).toEqual([401, 'UNAUTHENTICATED', 'Bearer']);
  expect(cookie?.value).toBe('');
  expect(cookie?.attributes).toContain('Path=/api/v1/admin');
});

test('after 30 days without a visit the session is over', async () => {
  t.wait(30 * DAY);
  expect(await refresh(jane.refreshToken)).toMatchObject({ status: 401 });
});

test('a deactivated account can neither renew nor use its session', async () => {
  const gone = await t.signIn('gone@example.org');
  const em = t.db.orm.em.fork();
  await em.nativeUpdate(AccountEntity, { id: gone.user.id }, { deactivatedAt: new Date() });

  expect(await isLive(gone.token)).toBe(false);
  expect(await refresh(gone.refreshToken)).toMatchObject({ status: 401 });
});

test('while the database is away the cookie is left alone', async () => {
  const away = await appWithoutDatabase(t.config);
  const answer = await away.inject({
    method: 'POST',
    url: '/api/v1/admin/refresh',
    cookies: { refresh_token: jane.refreshToken },
  });

  expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  await away.close();
});

test.each(['/admin/refresh', '/admin/logout'])(
  '%s refuses a foreign Origin and takes our own',
  async (path) => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3000.evil.example']) {
      const { status, body, headers } = await post(path, jane.refreshToken, { origin });
      expect([status, body.error.code, headers['set-cookie']]).toEqual([403, 'FORBIDDEN', undefined]);
    }
    expect(await isLive(jane.token)).toBe(true);
    expect(await post(path, jane.refreshToken, { origin: 'http://localhost:3000' })).toMatchObject({
      status: 200,
    });
  },
);

test('logging out ends the session by its cookie, without a bearer', async () => {
  const answer = await post('/admin/logout', jane.refreshToken);

  expect([answer.status, answer.body.data]).toEqual([200, { signedOut: true }]);
  expect(refreshCookie(answer)).toMatchObject({ value: '' });
  expect(await isLive(jane.token)).toBe(false);
  expect(await refresh(jane.refreshToken)).toMatchObject({ status: 401 });
});

test('logging out ends the session by its bearer, without a cookie', async () => {
  const { status } = await t.call('POST', '/admin/logout', undefined, { token: jane.token });

  expect(status).toBe(200);
  expect(await isLive(jane.token)).toBe(false);
});

test('logging out is the same for somebody who is not signed in', async () => {
  for (const token of [undefined, 'unknown']) {
    const { status, body } = await post('/admin/logout', token);
    expect([status, body.data]).toEqual([200, { signedOut: true }]);
  }
});

test('logging out is recorded once, with address and agent', async () => {
  const joan = await t.signIn('joan@example.org');
  await t.call('POST', '/admin/logout', undefined, {
    token: joan.token,
    headers: { cookie: `refresh_token=${joan.refreshToken}`, 'user-agent': 'A browser' },
  });
  const recorded = await t.db.orm.em.fork().find(ActivityEntity, {
    type: 'logout',
    entityId: joan.user.id,
  });

  expect(recorded).toMatchObject([
    {
      entityType: 'account',
      userEmail: 'joan@example.org',
      ipAddress: '127.0.0.1',
      userAgent: 'A browser',
    },
  ]);
});
