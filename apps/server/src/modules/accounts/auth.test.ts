import { afterEach, expect, test } from 'vitest';
import { refusalOf } from '../../testing/answers.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
afterEach(() => t.close());

const newPassword = { password: 'another long phrase', confirmPassword: 'another long phrase' };

test('reset links can be requested 10 times in 15 minutes, whether the address is known or not', async () => {
  t = await testApp({ TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });
  await t.signIn('jane@example.org');
  const ask = async (email: string, from: string) => {
    const { statusCode, headers } = await t.app.inject({
      ...{ method: 'POST', url: '/api/trpc/auth.requestReset', payload: { email } },
      headers: { 'x-forwarded-for': from },
    });
    return { statusCode, retryAfter: Number(headers['retry-after']) };
  };
  for (const email of ['jane@example.org', 'nobody@example.org']) {
    const asked = Array.from({ length: 10 }, (_, n) => ask(email, `203.0.113.${n}`));
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    const { statusCode, retryAfter } = await ask(email, '203.0.113.99');
    expect(statusCode).toBe(429);
    expect(retryAfter).toBeGreaterThan(800);
  }
  const fromOne = Array.from({ length: 12 }, (_, n) => ask(`unknown${n}@example.org`, '198.51.100.1'));
  const refused = (await Promise.all(fromOne)).filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(2);
});

test('tokens can be tried 10 times in 15 minutes', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1' });
  const guess = async (n: number) => {
    const token = `${n}`.padStart(43, 'x');
    return (await refusalOf(t.visitor.admin.auth.resetPassword.mutate({ token, ...newPassword }))).status;
  };
  for (let n = 0; n < 10; n += 1) expect(await guess(n)).toBe(404);
  expect(await guess(10)).toBe(429);
});

test.each(['open', 'invite', 'closed'])('returns that sign-up is %s', async (signup) => {
  t = await testApp({ ADMIN_SIGNUP: signup });
  expect(await t.visitor.admin.auth.rules.query()).toEqual({ signup });
});

test('no invitations are possible while sign-up is closed', async () => {
  t = await testApp({ ADMIN_SIGNUP: 'closed' });
  const { accounts } = t.office.admin;
  expect(await refusalOf(accounts.invite.mutate({ email: 'ann@example.org' }))).toMatchObject({
    status: 403,
    code: 'SIGNUP_CLOSED',
  });
  expect((await accounts.list.query()).canInvite).toBe(false);
});

test('answers must not be cached', async () => {
  t = await testApp();
  const { headers } = await t.app.inject({ url: '/api/trpc/auth.rules' });
  expect(headers['cache-control']).toBe('no-store');
});
