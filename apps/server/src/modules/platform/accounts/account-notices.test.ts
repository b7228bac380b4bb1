import { beforeEach, expect, test } from 'vitest';
import { testPassword, useTestApp } from '../../../testing/app/test-app.ts';
import { OutgoingMessageEntity } from '../outbox/outgoing-message.entity.ts';

const t = await useTestApp();
beforeEach(() => t.sql('truncate accounts, outgoing_messages cascade'));

const emails = (kind: string) =>
  t.em().find(OutgoingMessageEntity, { kind }, { orderBy: { recipient: 'asc' } });
const login = (email: string, headers: Record<string, string> = {}) =>
  t.visitor.api.session.login({ body: { email, password: testPassword }, extraHeaders: headers });

test('a sign-in on an unknown device is mailed to the account, one on a known device is not', async () => {
  await t.signIn('jane@example.org');
  const first = await login('jane@example.org', { 'user-agent': 'A new phone' });
  expect(await emails('new-device')).toMatchObject([
    { recipient: 'jane@example.org', data: { userAgent: 'A new phone', ipAddress: '127.0.0.1' } },
  ]);

  const cookie = first.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  expect(await login('jane@example.org', { cookie })).toMatchObject({ status: 200 });
  expect(await emails('new-device')).toHaveLength(1);
});

test('a failed sign-in and the first one of an account mail nothing', async () => {
  const body = { email: 'new@example.org', password: testPassword, confirmPassword: testPassword };
  await t.visitor.api.session.signup({ body });
  await t.visitor.api.session.login({ body: { ...body, password: 'not the password' } });
  expect(await emails('new-device')).toEqual([]);
});

test('every owner hears of a new one, once', async () => {
  const owner = await t.signIn('owner@example.org');
  const ann = await t.signIn('ann@example.org');
  await t.signIn('bob@example.org');
  const { accounts } = t.withToken(owner.token).admin;
  await accounts.setRole.mutate({ id: ann.user.id, role: 'owner' });
  await accounts.setRole.mutate({ id: ann.user.id, role: 'owner' });

  const data = { newOwner: 'ann@example.org', madeBy: 'owner@example.org' };
  expect(await emails('new-owner')).toMatchObject([
    { recipient: 'ann@example.org', data },
    { recipient: 'owner@example.org', data },
  ]);
});

test('every owner hears of an invitation, and who has sent it', async () => {
  const owner = await t.signIn('owner@example.org');
  const ann = await t.signIn('ann@example.org');
  await t.signIn('bob@example.org');
  const { accounts } = t.withToken(owner.token).admin;
  await accounts.setRole.mutate({ id: ann.user.id, role: 'owner' });
  await accounts.invite.mutate({ email: 'new@example.org' });

  const data = { invited: 'new@example.org', invitedBy: 'owner@example.org' };
  expect(await emails('new-invitation')).toMatchObject([
    { recipient: 'ann@example.org', data },
    { recipient: 'owner@example.org', data },
  ]);
});
