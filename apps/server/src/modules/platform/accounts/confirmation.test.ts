import { beforeEach, expect, test } from 'vitest';
import { readRefusal } from '../../../testing/answers.ts';
import type { AdminClient } from '../../../testing/caller.ts';
import { confirmedCalls } from '../../../testing/guarantees/access-table.ts';
import { rightsBut } from '../../../testing/rights.ts';
import { type SignedIn, testApp, testPassword, useTestApp } from '../../../testing/test-app.ts';

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

type Work = [what: string, run: () => Promise<unknown>];
const guarded: Work[] = [
  ['an export of health answers', () => admin.registrations.exportTicket.mutate({ withMedical: true })],
  ['an export of registrations', () => admin.registrations.exportTicket.mutate({})],
  ['an export of accounts of fees', () => admin.fees.exportTicket.mutate({})],
  ['an export of subscribers', () => admin.newsletter.subscribers.exportTicket.mutate({})],
  ['an export of donations', () => admin.donations.exportTicket.mutate({})],
  ['removing the demo content', () => admin.trash.removeDemo.mutate()],
  ['a copy of what is held about a person', () => admin.privacy.export.mutate({ person: 'a@example.org' })],
  ['a change of ownership', () => admin.accounts.setRole.mutate({ id: other.user.id, role: 'owner' })],
  [
    'a change of where money goes',
    async () => {
      const { donations } = (await admin.site.get.query()).view;
      const bankText = `Account ${Math.random()}`;
      return admin.site.update.mutate({ changes: { donations: { ...donations, bankText } } });
    },
  ],
  [
    'a change of where the office’s mail goes',
    async () => {
      const { institute } = (await admin.site.get.query()).view;
      const emails = [`office${Math.random()}@example.org`];
      return admin.site.update.mutate({ changes: { institute: { ...institute, emails } } });
    },
  ],
  [
    'a change of the legal texts',
    async () => {
      const { terms } = (await admin.site.get.query()).view;
      return admin.site.update.mutate({ changes: { terms: { ...terms, intro: `Terms ${Math.random()}` } } });
    },
  ],
  ['signing out everywhere', () => admin.account.endSessions.mutate({ includingThis: false })],
  ['a new API key', () => admin.apiKeys.create.mutate({ name: 'A', scopes: ['content:read'] })],
  ['an invitation', () => admin.accounts.invite.mutate({ email: 'new@example.org' })],
  ['the end of an account', () => admin.accounts.setActive.mutate({ id: other.user.id, isActive: true })],
  [
    'the right to read health answers',
    () => admin.accounts.setRights.mutate({ id: other.user.id, rights: rightsBut() }),
  ],
  [
    'the erasure of a person',
    () => admin.privacy.erase.mutate({ person: 'a@example.org', confirm: 'a@example.org' }),
  ],
  ['a demand of all accounts', () => admin.accounts.demandSecondFactor.mutate({ isDemanded: false })],
  ['two-step sign-in', () => admin.secondFactor.begin.mutate()],
  ['another’s two-step sign-in', () => admin.accounts.removeSecondFactor.mutate({ id: other.user.id })],
];

test.each(guarded)('%s asks for the password when it was typed ten minutes ago', async (_, run) => {
  await run();
  t.wait(10 * MINUTE_MS);
  expect(await readRefusal(run())).toMatchObject({ status: 403, code: 'PASSWORD_REQUIRED' });

  const wrong = readRefusal(admin.account.confirmPassword.mutate({ currentPassword: 'not this one' }));
  expect(await wrong).toMatchObject({ status: 400, details: [{ path: 'currentPassword' }] });
  expect(await readRefusal(run())).toMatchObject({ code: 'PASSWORD_REQUIRED' });

  await admin.account.confirmPassword.mutate({ currentPassword: testPassword });
  await run();
});

const discount = {
  registrationId: 999,
  kind: 'discount',
  label: 'Sister',
  amount: -1000,
  dueOn: '2026-01-02',
  reason: 'A sister',
};

test.each<[call: string, input: object]>([
  ...confirmedCalls.map((call): [string, object] => [call, {}]),
  ['fees.charge', discount],
])('%s asks for the password once, and then for ten minutes not again', async (call, payload) => {
  const codeOf = async () => {
    const headers = { authorization: `Bearer ${owner.token}` };
    const answer = await t.app.inject({ method: 'POST', url: `/api/trpc/${call}`, payload, headers });
    return answer.json().error?.data.apiError.code;
  };
  t.wait(10 * MINUTE_MS);
  expect(await codeOf()).toBe('PASSWORD_REQUIRED');
  await admin.account.confirmPassword.mutate({ currentPassword: testPassword });
  for (let n = 0; n < 3; n += 1) expect(await codeOf()).toMatch(/VALIDATION_ERROR|NOT_FOUND/);
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
