import { expect, test } from 'vitest';
import { readData, readRefusal } from '../../../testing/app/answers.ts';
import { isLive } from '../../../testing/app/sessions.ts';
import { testApp, testPassword, useTestApp } from '../../../testing/app/test-app.ts';
import { ActivityEntity } from '../activity/activity.entity.ts';
import { AccountEntity } from './account.entity.ts';

const t = await useTestApp();

const fields = (email: string, more: object = {}) => ({
  email,
  password: testPassword,
  confirmPassword: testPassword,
  ...more,
});
const signUp = (email: string, more: object = {}, extraHeaders: Record<string, string> = {}) =>
  t.visitor.api.session.signup({ body: fields(email, more), extraHeaders });
const accounts = (where: object = {}) =>
  t.em().find(AccountEntity, where, { orderBy: { id: 'asc' }, populate: ['passwordHash'] });

test('the first account is the owner, also when two come at once', async () => {
  await Promise.all([signUp('one@example.org'), signUp('two@example.org')]);
  await signUp('three@example.org');

  expect((await accounts()).map(({ isOwner }) => isOwner)).toEqual([true, false, false]);
});

test('signing up creates the account, signs it in and derives name and avatar from the address', async () => {
  const session = await readData(signUp('jane.doe@example.org'));

  expect(session).toEqual({
    user: { id: expect.any(Number), email: 'jane.doe@example.org', name: 'Jane Doe', avatar: 'JD' },
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
  expect(await isLive(t, session.token)).toBe(true);
});

test('signing up keeps the address in lower case and the password as an Argon2id hash of 19 MiB', async () => {
  await signUp(' John.Doe@Example.ORG ');
  const [account] = await accounts({ email: 'john.doe@example.org' });

  expect(account?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('an address is taken whatever its case, also when two come at once', async () => {
  const answers = await Promise.all([signUp('taken@example.org'), signUp('TAKEN@example.org')]);
  const refused = answers.find(({ status }) => status === 409);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(refused?.body).toMatchObject({
    error: {
      code: 'EMAIL_TAKEN',
      message: 'Sign-up failed',
      details: [{ path: 'email', message: 'There is an account with this email address already' }],
    },
  });
  expect(await accounts({ email: 'taken@example.org' })).toHaveLength(1);
});

test.each([
  ['differs', { confirmPassword: 'another phrase' }, 'confirmPassword', 'Passwords do not match'],
  ['is too short', { password: 'seven77' }, 'password', 'A password has at least 8 characters'],
  ['is too long', { password: 'x'.repeat(129) }, 'password', 'A password has at most 128 characters'],
  [
    'is among the commonest',
    { password: 'Password1', confirmPassword: 'Password1' },
    'password',
    'This password is one of the commonest; choose another',
  ],
  [
    'is the address',
    { password: 'Refused@example.org', confirmPassword: 'Refused@example.org' },
    'password',
    'Your password must not be your email address',
  ],
])('a password that %s is refused with its reason', async (_, more, path, message) => {
  const refusal = await readRefusal(signUp('refused@example.org', more));

  expect([refusal.status, refusal.code, refusal.details[0]]).toEqual([
    400,
    'VALIDATION_ERROR',
    { path, message },
  ]);
  expect(refusal.message).not.toBe('');
  expect(await accounts({ email: 'refused@example.org' })).toEqual([]);
});

test('ADMIN_SIGNUP=closed refuses with 403, also the first account', async () => {
  const other = await testApp({ ADMIN_SIGNUP: 'closed' });
  const body = fields('jane@example.org', { setupCode: 'ABCDEFGHJKLM' });
  const { status, code, details } = await readRefusal(other.visitor.api.session.signup({ body }));

  expect([status, code]).toEqual([403, 'SIGNUP_CLOSED']);
  expect(details[0]?.message).toContain('ask for one');
  expect(await other.db.orm.em.fork().count(AccountEntity)).toBe(0);
  await other.close();
});

test('a sign-up is recorded with its account, address and agent', async () => {
  const { user } = await readData(signUp('joan@example.org', {}, { 'user-agent': 'A browser' }));
  const activities = await t.em().find(ActivityEntity, { userEmail: 'joan@example.org' });

  expect(activities).toMatchObject([
    {
      type: 'signup',
      entityType: 'account',
      entityId: user.id,
      ipAddress: '127.0.0.1',
      userAgent: 'A browser',
    },
  ]);
});
