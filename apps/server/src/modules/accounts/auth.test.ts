import { afterEach, expect, test } from 'vitest';
import { refusalOf } from '../../testing/answers.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { AccessLinkEntity } from './access-link.entity.ts';
import { linkTokenOf } from './link-token.ts';

let t: TestApp;
afterEach(() => t.close());

const newPassword = { password: 'another long phrase', confirmPassword: 'another long phrase' };

test('requests for a reset link are never refused, and send one email in five minutes', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1' });
  await t.signIn('jane@example.org');
  const ask = async (email: string) =>
    (await t.app.inject({ method: 'POST', url: '/api/trpc/auth.requestReset', payload: { email } }))
      .statusCode;
  const queued = async () =>
    await t.db.orm.em.fork().execute(`select data ->> 'linkId' as link from emails order by emails.id`);

  for (const email of ['jane@example.org', 'nobody@example.org']) {
    const asked = Array.from({ length: 15 }, () => ask(email));
    expect(await Promise.all(asked)).toEqual(Array(15).fill(200));
  }
  const [first, ...more] = await queued();
  expect(more).toEqual([]);

  t.wait(5 * 60_000);
  expect(await ask('jane@example.org')).toBe(200);
  // the link that is already in the mailbox goes on working
  expect(await queued()).toEqual([first, first]);
  t.wait(61 * 60_000);
  await ask('jane@example.org');
  expect((await queued())[2]).not.toEqual(first);
});

test('wrong tokens can be tried 10 times in 15 minutes, a right one always works', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1' });
  await t.signIn('jane@example.org');
  await t.visitor.admin.auth.requestReset.mutate({ email: 'jane@example.org' });
  const { id } = await t.db.orm.em.fork().findOneOrFail(AccessLinkEntity, { email: 'jane@example.org' });
  const tried = (token: string) => t.visitor.admin.auth.resetPassword.mutate({ token, ...newPassword });
  const guess = async (n: number) => (await refusalOf(tried(`${n}`.padStart(43, 'x')))).status;
  for (let n = 0; n < 10; n += 1) expect(await guess(n)).toBe(404);
  expect(await guess(10)).toBe(429);

  expect(await tried(linkTokenOf(t.config, id))).toEqual({ email: 'jane@example.org' });
});

test.each(['open', 'invite', 'closed'])('returns that sign-up is %s', async (signup) => {
  t = await testApp({ ADMIN_SIGNUP: signup });
  await t.given.account();
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
