import { beforeEach, expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { startAppWithoutDatabase } from '../../../testing/app/app-without-database.ts';
import { makeCaller } from '../../../testing/app/caller.ts';
import { isLive, refreshCookie, refreshCookieHeader } from '../../../testing/app/sessions.ts';
import { type SignedIn, useTestApp } from '../../../testing/app/test-app.ts';
import { ActivityEntity } from '../activity/activity.entity.ts';

const DAY = 24 * 60 * 60 * 1000;

const t = await useTestApp();
let jane: SignedIn;
beforeEach(async () => {
  jane = await t.signIn('jane@example.org');
});

type Endpoint = 'refresh' | 'logout';
const call = (endpoint: Endpoint, refreshToken?: string, headers: Record<string, string> = {}) =>
  t.visitor.api.session[endpoint]({
    extraHeaders: { ...(refreshToken !== undefined && refreshCookieHeader(refreshToken)), ...headers },
  });
const refresh = (refreshToken?: string) => call('refresh', refreshToken);
const renewed = async (refreshToken: string) => {
  const extraHeaders = refreshCookieHeader(refreshToken);
  const answer = await requireSuccess(t.visitor.api.session.refresh({ extraHeaders }));
  const cookie = refreshCookie(answer);
  return { session: answer.body.data, cookie, next: cookie?.value ?? '' };
};

test('a refresh returns a new bearer and refresh token, and a cookie for seven days', async () => {
  t.wait(60_000);
  const { session, cookie } = await renewed(jane.refreshToken);

  expect(session.user).toEqual(jane.user);
  expect(session.token).not.toBe(jane.token);
  expect(await isLive(t, session.token)).toBe(true);
  expect(cookie?.value).not.toBe(jane.refreshToken);
  const [, seconds] = /^Max-Age=(\d+)$/.exec(cookie?.attributes[0] ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(7 * 24 * 3600 - 30);
  expect(Number(seconds)).toBeLessThanOrEqual(7 * 24 * 3600);
});

test('a session ends 30 days after its sign-in, however often it is renewed', async () => {
  let token = jane.refreshToken;
  for (let day = 6; day < 30; day += 6) {
    t.wait(6 * DAY);
    token = (await renewed(token)).next;
  }
  t.wait(6 * DAY - 5000);
  const last = await renewed(token);
  t.wait(10_000);
  expect(await isLive(t, last.session.token)).toBe(false);
  expect(await refresh(last.next)).toMatchObject({ status: 401 });
});

test('a spent token gives the same successor for a minute, until that is used', async () => {
  const first = await renewed(jane.refreshToken);
  t.wait(55_000);
  const second = await renewed(jane.refreshToken);

  expect(second.next).toBe(first.next);
  expect(await refresh(first.next)).toMatchObject({ status: 200 });
});

test('a spent token ends its session once its successor was used', async () => {
  const { next } = await renewed(jane.refreshToken);
  const after = await renewed(next);
  expect(await refresh(jane.refreshToken)).toMatchObject({ status: 401 });

  expect(await isLive(t, after.session.token)).toBe(false);
  expect(await refresh(after.next)).toMatchObject({ status: 401 });
});

test('many tabs at once get the same successor', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => renewed(jane.refreshToken)));

  expect(new Set(answers.map(({ next }) => next)).size).toBe(1);
  for (const { session } of answers) expect(await isLive(t, session.token)).toBe(true);
});

test('a spent token that comes back later ends its session at once, and no other', async () => {
  const other = await t.signIn('jane@example.org');
  const { session, next } = await renewed(jane.refreshToken);
  t.wait(60_001);
  expect(await readRefusal(refresh(jane.refreshToken))).toMatchObject({
    status: 401,
    code: 'UNAUTHENTICATED',
  });

  expect(await refresh(next)).toMatchObject({ status: 401 });
  expect(await isLive(t, session.token)).toBe(false);
  expect(await isLive(t, jane.token)).toBe(false);
  expect(await isLive(t, other.token)).toBe(true);
  expect(await refresh(other.refreshToken)).toMatchObject({ status: 200 });
});

test.each<[string, () => string | undefined]>([
  ['no cookie', () => undefined],
  ['an empty cookie', () => ''],
  ['an unknown token', () => 'A'.repeat(43)],
  ['a bearer', () => jane.token],
])('%s is 401 and takes the cookie away', async (_, token) => {
  const answer = await refresh(token());

  expect(answer).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  const cookie = refreshCookie(answer);
  expect(cookie?.value).toBe('');
  expect(cookie?.attributes).toContain('Path=/api/v1/admin');
});

test('the session ends after 7 days without a visit, and is listed no more', async () => {
  const { session, next } = await renewed(jane.refreshToken);
  t.wait(7 * DAY - 1000);
  const again = await renewed(next);
  t.wait(7 * DAY);
  expect(await refresh(again.next)).toMatchObject({ status: 401 });
  const back = t.withToken((await t.signIn(session.user.email)).token).admin;
  expect((await back.account.get.query()).sessions).toHaveLength(1);
});

test('while the database is unreachable the cookie is left alone', async () => {
  const away = await startAppWithoutDatabase(t.config);
  const { session } = makeCaller(away, async () => undefined).api;
  const answer = await session.refresh({ extraHeaders: refreshCookieHeader(jane.refreshToken) });

  expect(answer).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await away.close();
});

test.each(['refresh', 'logout'] as const)(
  '%s refuses a foreign Origin and takes our own',
  async (endpoint) => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3000.evil.example']) {
      const answer = await call(endpoint, jane.refreshToken, { origin });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await isLive(t, jane.token)).toBe(true);
    expect(await call(endpoint, jane.refreshToken, { origin: 'http://localhost:3000' })).toMatchObject({
      status: 200,
    });
  },
);

test('logging out ends the session by its cookie, without a bearer', async () => {
  const extraHeaders = refreshCookieHeader(jane.refreshToken);
  const answer = await requireSuccess(t.visitor.api.session.logout({ extraHeaders }));

  expect(answer.body.data).toEqual({ signedOut: true });
  expect(refreshCookie(answer)).toMatchObject({ value: '' });
  // Not "storage", which would delete what a visitor of this browser saved
  expect(answer.headers.get('clear-site-data')).toBe('"cache"');
  expect(await isLive(t, jane.token)).toBe(false);
  expect(await refresh(jane.refreshToken)).toMatchObject({ status: 401 });
});

test('logging out ends the session by its bearer, without a cookie', async () => {
  await requireSuccess(t.withToken(jane.token).api.session.logout());

  expect(await isLive(t, jane.token)).toBe(false);
});

test('logging out succeeds without a session too', async () => {
  for (const extraHeaders of [{}, refreshCookieHeader('unknown')]) {
    expect(await readData(t.visitor.api.session.logout({ extraHeaders }))).toEqual({ signedOut: true });
  }
});

test('logging out is recorded once, with address and agent', async () => {
  const joan = await t.signIn('joan@example.org');
  await requireSuccess(
    t.withToken(joan.token).api.session.logout({
      extraHeaders: { ...refreshCookieHeader(joan.refreshToken), 'user-agent': 'A browser' },
    }),
  );
  const recorded = await t.em().find(ActivityEntity, {
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
