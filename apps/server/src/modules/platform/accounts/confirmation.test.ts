import { beforeEach, expect, test } from 'vitest';
import { readRefusal } from '../../../testing/app/answers.ts';
import type { AdminClient } from '../../../testing/app/caller.ts';
import { type SignedIn, testApp, testPassword, useTestApp } from '../../../testing/app/test-app.ts';

const MINUTE_MS = 60_000;

const t = await useTestApp();
let owner: SignedIn;
let admin: AdminClient;
let other: SignedIn;
beforeEach(async () => {
  owner = await t.signIn('owner@example.org');
  other = await t.signIn('other@example.org');
  admin = t.withToken(owner.token).admin;
});

test('a wrong password opens nothing, and the right one opens for ten minutes', async () => {
  const invite = () => admin.accounts.invite.mutate({ email: 'new@example.org' });
  t.wait(10 * MINUTE_MS);
  expect(await readRefusal(invite())).toMatchObject({ status: 403, code: 'PASSWORD_REQUIRED' });

  const wrong = readRefusal(admin.account.confirmPassword.mutate({ currentPassword: 'not this one' }));
  expect(await wrong).toMatchObject({ status: 400, details: [{ path: 'currentPassword' }] });
  expect(await readRefusal(invite())).toMatchObject({ code: 'PASSWORD_REQUIRED' });

  await admin.account.confirmPassword.mutate({ currentPassword: testPassword });
  await invite();
  t.wait(4 * MINUTE_MS);
  await invite();
});

test('a typed password stands in the activity log, and a wrong one does not', async () => {
  const typed = async () =>
    (await t.office.admin.activity.list.query({ limit: 100 })).items.filter(
      ({ description }) => description === 'Typed the password again',
    ).length;
  const before = await typed();
  await readRefusal(admin.account.confirmPassword.mutate({ currentPassword: 'not this one' }));
  await admin.account.confirmPassword.mutate({ currentPassword: testPassword });
  expect(await typed()).toBe(before + 1);
});

test('a password that was typed in one session does not count in another', async () => {
  const stolen = t.withToken((await t.signIn('owner@example.org')).token).admin;
  t.wait(10 * MINUTE_MS);
  await admin.account.confirmPassword.mutate({ currentPassword: testPassword });
  const take = stolen.accounts.setRole.mutate({ id: other.user.id, role: 'office' });
  expect(await readRefusal(take)).toMatchObject({ code: 'PASSWORD_REQUIRED' });
});

test('other exports and settings do not ask', async () => {
  const { view } = await admin.site.get.query();
  t.wait(10 * MINUTE_MS);
  await admin.programs.exportTicket.mutate({});
  await admin.site.update.mutate({ changes: { socials: view.socials, donations: view.donations } });
});

test('a bearer has 10 tries for the password', async () => {
  const limited = await testApp({ RATE_LIMIT_FACTOR: '1' });
  const { account } = limited.withToken((await limited.signIn()).token).admin;
  const guess = async (currentPassword: string) =>
    (await readRefusal(account.confirmPassword.mutate({ currentPassword }))).status;
  for (let n = 0; n < 10; n += 1) expect(await guess(`guess ${n}`)).toBe(400);
  expect(await guess(testPassword)).toBe(429);
  await limited.close();
});
