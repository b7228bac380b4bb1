import { type Role, roleRights } from '@institute/contract/rights.constants';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readRefusal } from '../../../testing/app/answers.ts';
import type { AdminClient } from '../../../testing/app/caller.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { isLive, readSignInStatus, refreshCookieHeader } from '../../../testing/app/sessions.ts';
import { type SignedIn, testApp, testPassword, useTestApp } from '../../../testing/app/test-app.ts';
import { type CaughtEmail, startMailServer } from '../../../testing/stand-ins/mail-server.ts';
import { ActivityEntity } from '../activity/activity.entity.ts';
import { OutgoingMessageEntity } from '../outbox/outgoing-message.entity.ts';
import { AccessLinkEntity, type LinkPurpose } from './account.entity.ts';
import { deriveLinkToken } from './tokens.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const newPassword = { password: 'another long phrase', confirmPassword: 'another long phrase' };

let owner: SignedIn;
let accounts: AdminClient['accounts'];
const server = await startMailServer();
afterAll(() => server.close());
const t = await useTestApp({ SMTP_URL: server.url, ADMIN_SIGNUP: 'invite' });
await t.app.listen({ port: 0, host: '127.0.0.1' });
const auth = t.visitor.admin.auth;
beforeEach(async () => {
  server.emails.splice(0);
  owner = await t.signIn('owner@example.org');
  accounts = t.withToken(owner.token).admin.accounts;
});

const tokenIn = (email: CaughtEmail, page: string) =>
  new RegExp(`http://localhost:3000/admin/${page}\\?token=([\\w-]+)`).exec(email.raw)?.[1] ?? '';
async function tokenFor(purpose: LinkPurpose, email: string): Promise<string> {
  const link = await t.em().findOneOrFail(AccessLinkEntity, { purpose, email });
  return deriveLinkToken(t.config, link.id);
}
const dead = { status: 404, message: 'This link is not valid any more' };

async function invited(email: string): Promise<string> {
  await accounts.invite.mutate({ email });
  return tokenFor('invitation', email);
}
const queuedTo = (recipient: string) => t.em().count(OutgoingMessageEntity, { recipient });
async function forgotten(email: string): Promise<string> {
  const before = await queuedTo(email);
  await auth.requestReset.mutate({ email });
  await expect.poll(() => queuedTo(email)).toBe(before + 1);
  return tokenFor('password-reset', email);
}

test('where emails are files the owner sees the link of an invitation', async () => {
  const trial = await testApp({ ADMIN_SIGNUP: 'invite' });
  const { admin } = trial.withToken((await trial.signIn('owner@example.org')).token);
  await admin.accounts.invite.mutate({ email: 'ann@example.org' });
  const [{ link } = { link: null }] = (await admin.accounts.list.query()).invitations;
  const token = new URL(link ?? '').searchParams.get('token') ?? '';
  expect(await trial.visitor.admin.auth.invitation.mutate({ token })).toEqual({ email: 'ann@example.org' });
  expect((await admin.account.get.query()).filedChannels).toEqual(['email', 'sms']);
  await trial.close();
});

test('an invitation creates one account, which is not an owner', async () => {
  await accounts.invite.mutate({ email: 'Ann@example.org' });
  const email = await server.emailTo('ann@example.org');
  const token = tokenIn(email, 'invitation');
  expect(email.header('Subject')).toMatch(/^You are invited to the admin area of /);
  expect(email.raw).toContain('owner@example.org has invited you');

  expect((await accounts.list.query()).invitations).toMatchObject([
    { email: 'ann@example.org', isExpired: false, link: null },
  ]);
  // Mail scanners open links, so opening one does not use it
  for (const _ of [1, 2])
    expect(await auth.invitation.mutate({ token })).toEqual({ email: 'ann@example.org' });
  expect(await auth.acceptInvitation.mutate({ token, ...newPassword })).toEqual({
    email: 'ann@example.org',
  });
  expect(await readSignInStatus(t, 'ann@example.org', newPassword.password)).toBe(200);
  const { accounts: all, invitations } = await accounts.list.query();
  expect(all.find(({ email }) => email === 'ann@example.org')).toMatchObject({
    isOwner: false,
    isActive: true,
  });
  expect(invitations).toEqual([]);
  expect(await readRefusal(auth.acceptInvitation.mutate({ token, ...newPassword }))).toMatchObject(dead);
  const [joined] = await t.em().find(ActivityEntity, { type: 'signup' });
  expect(joined).toMatchObject({
    userEmail: 'ann@example.org',
    description: 'Made an account by invitation',
  });
});

test('an invited account has the rights of the role that the newest invitation names', async () => {
  const invite = async (email: string, role?: Role) => {
    await accounts.invite.mutate({ email, ...(role && { role }) });
    return tokenFor('invitation', email);
  };
  await invite('nurse@example.org', 'editor');
  const tokens = [
    await invite('nurse@example.org', 'registrar'),
    await invite('porter@example.org'),
    await invite('bursar@example.org', 'bursar'),
    await invite('head@example.org', 'owner'),
  ];
  const expected = [
    { email: 'bursar@example.org', role: 'bursar', isOwner: false, rights: ['fees'] },
    { email: 'head@example.org', role: 'owner', isOwner: true, rights: listRightsBut() },
    {
      email: 'nurse@example.org',
      role: 'registrar',
      isOwner: false,
      rights: [...roleRights.registrar],
    },
    {
      email: 'porter@example.org',
      role: 'office',
      isOwner: false,
      rights: ['content', 'registrations', 'certificates'],
    },
  ];
  expect((await accounts.list.query()).invitations).toMatchObject(expected);
  for (const token of tokens) await auth.acceptInvitation.mutate({ token, ...newPassword });
  const made = (await accounts.list.query()).accounts;
  expect(expected.map(({ email }) => made.find((row) => row.email === email))).toMatchObject(expected);
  const done = await t.em().find(ActivityEntity, { type: 'create', entityType: 'account' });
  expect(done.map(({ description }) => description)).toContain(
    'Invited somebody to make an account as Bursar',
  );
});

test('a link that is used twice at once creates one account', async () => {
  const token = await invited('twice@example.org');
  const outcomes = await Promise.allSettled(
    [1, 2].map(() => auth.acceptInvitation.mutate({ token, ...newPassword })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a refused password does not use up the link', async () => {
  const token = await invited('cas@example.org');
  for (const [typed, path] of [
    [{ password: 'password1', confirmPassword: 'password1' }, 'password'],
    [{ ...newPassword, confirmPassword: 'x' }, 'confirmPassword'],
  ] as const) {
    const { status, details } = await readRefusal(auth.acceptInvitation.mutate({ token, ...typed }));
    expect([status, details[0]?.path]).toEqual([400, path]);
  }
  await auth.acceptInvitation.mutate({ token, ...newPassword });
});

test('a link ends when a newer one is sent, when it is withdrawn, and after 7 days', async () => {
  const first = await invited('dan@example.org');
  const second = await invited('dan@example.org');
  expect(await readRefusal(auth.invitation.mutate({ token: first }))).toMatchObject(dead);
  await auth.invitation.mutate({ token: second });

  const [invitation] = (await accounts.list.query()).invitations;
  await accounts.withdraw.mutate({ id: invitation?.id ?? '' });
  expect(await readRefusal(auth.invitation.mutate({ token: second }))).toMatchObject(dead);
  expect(await readRefusal(accounts.withdraw.mutate({ id: invitation?.id ?? '' }))).toMatchObject({
    status: 404,
  });

  const third = await invited('dan@example.org');
  t.wait(7 * DAY);
  expect(await readRefusal(auth.invitation.mutate({ token: third }))).toMatchObject(dead);
  expect(await readRefusal(auth.acceptInvitation.mutate({ token: third, ...newPassword }))).toMatchObject(
    dead,
  );
  accounts = t.as('owner@example.org').admin.accounts;
  expect((await accounts.list.query()).invitations).toMatchObject([{ isExpired: true }]);
});

test('an address that has an account cannot be invited', async () => {
  expect(await readRefusal(accounts.invite.mutate({ email: 'OWNER@example.org' }))).toMatchObject({
    status: 409,
    code: 'EMAIL_TAKEN',
    message: 'The invitation was not sent',
  });
});

test('a forgotten password is replaced with an emailed link, which ends every session', async () => {
  const eve = await t.signIn('eve@example.org');
  await auth.requestReset.mutate({ email: 'eve@example.org' });
  const email = await server.emailTo('eve@example.org');
  expect(email.header('Subject')).toBe('Choose a new password');
  const token = tokenIn(email, 'reset-password');
  for (const _ of [1, 2])
    expect(await auth.resetLink.mutate({ token })).toEqual({ email: 'eve@example.org' });
  expect(await isLive(t, eve.token)).toBe(true);

  expect(await auth.resetPassword.mutate({ token, ...newPassword })).toEqual({
    email: 'eve@example.org',
  });
  expect(await isLive(t, eve.token)).toBe(false);
  const extraHeaders = refreshCookieHeader(eve.refreshToken);
  expect(await t.visitor.api.session.refresh({ extraHeaders })).toMatchObject({ status: 401 });
  expect(await readSignInStatus(t, 'eve@example.org', testPassword)).toBe(401);
  expect(await readSignInStatus(t, 'eve@example.org', newPassword.password)).toBe(200);
  expect(await readRefusal(auth.resetPassword.mutate({ token, ...newPassword }))).toMatchObject(dead);
});

test('a link for a new password ends 60 minutes after it was first sent, and with a change of the password', async () => {
  await t.signIn('fay@example.org');
  const first = await forgotten('fay@example.org');
  t.wait(59 * MINUTE);
  expect(await forgotten('fay@example.org')).toBe(first);
  expect(await auth.resetLink.mutate({ token: first })).toEqual({ email: 'fay@example.org' });
  t.wait(MINUTE);
  expect(await readRefusal(auth.resetPassword.mutate({ token: first, ...newPassword }))).toMatchObject(dead);

  t.wait(5 * MINUTE);
  const second = await forgotten('fay@example.org');
  expect(second).not.toBe(first);
  const fay = await t.signIn('fay@example.org');
  await t
    .withToken(fay.token)
    .admin.account.changePassword.mutate({ currentPassword: testPassword, ...newPassword });
  expect(await readRefusal(auth.resetLink.mutate({ token: second }))).toMatchObject(dead);
});

test('an invitation cannot reset a password, and a reset link cannot create an account', async () => {
  await t.signIn('gil@example.org');
  const reset = await forgotten('gil@example.org');
  const invitation = await invited('hal@example.org');
  expect(await readRefusal(auth.acceptInvitation.mutate({ token: reset, ...newPassword }))).toMatchObject(
    dead,
  );
  expect(await readRefusal(auth.resetPassword.mutate({ token: invitation, ...newPassword }))).toMatchObject(
    dead,
  );
});

test('an unknown and a deactivated address get the same answer, and no email', async () => {
  const ivy = await t.signIn('ivy@example.org');
  await accounts.setActive.mutate({ id: ivy.user.id, isActive: false });
  const asked = ['nobody@example.org', 'ivy@example.org', 'owner@example.org'];
  for (const email of asked) expect(await auth.requestReset.mutate({ email })).toEqual({ email });

  const links = () =>
    server.emails
      .filter((email) => email.header('subject') === 'Choose a new password')
      .map(({ to }) => to[0] ?? '')
      .filter((to) => asked.includes(to));
  // Emails are sent in order, so the others would have arrived before this one
  await expect.poll(links).toContain('owner@example.org');
  expect(links()).toEqual(['owner@example.org']);
});

test('no table contains a usable token', async () => {
  await t.signIn('jim@example.org');
  const tokens = [await forgotten('jim@example.org'), await invited('kay@example.org')];
  const em = t.em();
  const links = await em.find(AccessLinkEntity, {});
  const emails = await em.execute('select * from outgoing_messages');
  expect(links).toHaveLength(new Set(links.map(({ id }) => id)).size);
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify([links, emails])).not.toContain(token);
  }
});
