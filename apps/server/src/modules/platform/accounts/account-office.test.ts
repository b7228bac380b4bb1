import { beforeEach, expect, test } from 'vitest';
import { readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { type AdminClient, makeCaller } from '../../../testing/app/caller.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { isLive, readSignInStatus, refreshCookieHeader } from '../../../testing/app/sessions.ts';
import { type SignedIn, testPassword, useTestApp } from '../../../testing/app/test-app.ts';
import { ActivityEntity } from '../activity/activity.entity.ts';
import { AccountEntity } from './account.entity.ts';

const t = await useTestApp();
let owner: SignedIn;
let accounts: AdminClient['accounts'];
beforeEach(async () => {
  await t.sql('truncate accounts, activities cascade');
  owner = await t.signIn('owner@example.org');
  accounts = t.withToken(owner.token).admin.accounts;
});

const signIn = (email: string) => readSignInStatus(t, email, testPassword);
const owners = async () => {
  const rows = await t.em().find(AccountEntity, { isOwner: true }, { orderBy: { email: 'asc' } });
  return rows.map(({ email }) => email);
};

test('the owner sees every account with its role, state and last sign-in', async () => {
  const ann = await t.signIn('ann@example.org');
  await t.signIn('ann@example.org');
  await t.signIn('bob@example.org');
  await accounts.setActive.mutate({ id: ann.user.id, isActive: false });

  const recently = expect.stringMatching(/^\d{4}-.*Z$/);
  expect((await accounts.list.query()).accounts).toMatchObject([
    { email: 'ann@example.org', isOwner: false, isActive: false, lastSignInAt: recently, sessions: 0 },
    { email: 'bob@example.org', isOwner: false, isActive: true, lastSignInAt: recently, sessions: 1 },
    { email: 'owner@example.org', isOwner: true, isActive: true, lastSignInAt: recently, sessions: 1 },
  ]);
});

test('a deactivated account loses access at once, and its sessions do not come back with it', async () => {
  const ann = await t.signIn('ann@example.org');
  const refresh = () =>
    t.visitor.api.session.refresh({ extraHeaders: refreshCookieHeader(ann.refreshToken) });
  await accounts.setActive.mutate({ id: ann.user.id, isActive: false });
  expect([await isLive(t, ann.token), (await refresh()).status, await signIn('ann@example.org')]).toEqual([
    false,
    401,
    401,
  ]);

  await accounts.setActive.mutate({ id: ann.user.id, isActive: true });
  expect([await isLive(t, ann.token), (await refresh()).status, await signIn('ann@example.org')]).toEqual([
    false,
    401,
    200,
  ]);
  const done = await t.em().find(ActivityEntity, { type: 'update' }, { orderBy: { id: 'asc' } });
  expect(done).toMatchObject([
    { entityId: ann.user.id, userEmail: 'owner@example.org', description: 'Deactivated an account' },
    { entityId: ann.user.id, userEmail: 'owner@example.org', description: 'Reactivated an account' },
  ]);
});

test('the bearer of a deactivated account is refused at once on every replica', async () => {
  const ann = await t.signIn('ann@example.org');
  const replica = await t.openReplica();
  const ask = async () => (await makeCaller(replica, async () => ann.token).api.registrations.list()).status;
  expect(await ask()).toBe(200);
  await accounts.setActive.mutate({ id: ann.user.id, isActive: false });
  expect(await ask()).toBe(401);
});

test('an owner signs another account out everywhere, and it stays active', async () => {
  const ann = await t.signIn('ann@example.org');
  await accounts.endSessions.mutate({ id: ann.user.id });
  expect(await isLive(t, ann.token)).toBe(false);
  expect(await isLive(t, (await t.signIn('ann@example.org')).token)).toBe(true);
  const own = await readRefusal(accounts.endSessions.mutate({ id: owner.user.id }));
  expect(own).toMatchObject({ status: 409 });
  const [entry] = await t
    .em()
    .find(ActivityEntity, { entityId: ann.user.id }, { orderBy: { id: 'desc' }, offset: 1 });
  expect(entry).toMatchObject({
    userEmail: 'owner@example.org',
    description: 'Signed an account out everywhere',
  });
});

test('the log says who was refused which call, once in five minutes, and as what one is invited', async () => {
  const ann = await t.signIn('ann@example.org');
  const { admin, api } = t.withToken(ann.token);
  const refused = () => readRefusal(admin.accounts.setRole.mutate({ id: ann.user.id, role: 'owner' }));
  expect((await refused()).status).toBe(403);
  expect((await refused()).status).toBe(403);
  const mine = t.withToken(owner.token).admin;
  const { key } = await mine.apiKeys.create.mutate({ name: 'Timetable', scopes: ['content:read'] });
  expect((await readRefusal(t.withToken(key).api.registrations.list())).status).toBe(403);
  expect((await readRefusal(api.registrations.get({ params: { id: 999 } }))).status).toBe(404);
  const log = () =>
    t.sql(
      `select type, entity_id as id, user_email as "by", description from activities where type = 'refuse' order by id`,
    );
  await expect
    .poll(log)
    .toEqual([
      { type: 'refuse', id: ann.user.id, by: ann.email, description: 'Refused: accounts.setRole' },
      expect.objectContaining({ description: 'Refused: GET /api/v1/registrations' }),
    ]);
  await accounts.invite.mutate({ email: 'bo@example.org', role: 'bursar' });
  const [invited] = await t.sql(`select description from activities order by id desc limit 1`);
  expect(invited).toEqual({
    description: 'Invited somebody to make an account as Bursar',
  });
});

test('an owner cannot deactivate their own account', async () => {
  await accounts.setRole.mutate({ id: (await t.signIn('ann@example.org')).user.id, role: 'owner' });
  const { status, message } = await readRefusal(
    accounts.setActive.mutate({ id: owner.user.id, isActive: false }),
  );
  expect([status, message]).toEqual([409, 'You cannot deactivate your own account; another owner can']);
  expect(await isLive(t, owner.token)).toBe(true);
});

test('ownership can be shared and given away, but there is always an owner', async () => {
  const alone = await readRefusal(accounts.setRole.mutate({ id: owner.user.id, role: 'office' }));
  expect([alone.status, alone.message]).toEqual([
    409,
    'There is always an owner: make somebody else owner first',
  ]);
  const ann = await t.signIn('ann@example.org');
  await accounts.setRole.mutate({ id: ann.user.id, role: 'owner' });
  expect(await owners()).toEqual(['ann@example.org', 'owner@example.org']);
  await accounts.setRole.mutate({ id: owner.user.id, role: 'office' });
  expect(await owners()).toEqual(['ann@example.org']);
  expect(await readRefusal(accounts.list.query())).toMatchObject({ status: 403 });
});

test('a deactivated account loses its ownership and does not get it back', async () => {
  const ann = await t.signIn('ann@example.org');
  await accounts.setRole.mutate({ id: ann.user.id, role: 'owner' });
  await accounts.setActive.mutate({ id: ann.user.id, isActive: false });
  expect(await readRefusal(accounts.setRole.mutate({ id: ann.user.id, role: 'owner' }))).toMatchObject({
    status: 409,
  });
  await accounts.setActive.mutate({ id: ann.user.id, isActive: true });
  expect(await owners()).toEqual(['owner@example.org']);
});

test.each([
  ['deactivate', (at: typeof accounts, id: number) => at.setActive.mutate({ id, isActive: false })],
  ['disown', (at: typeof accounts, id: number) => at.setRole.mutate({ id, role: 'office' })],
])('two owners who %s each other at once leave one owner', async (_, attack) => {
  for (let round = 0; round < 5; round += 1) {
    const rival = await t.signIn(`rival${round}@example.org`);
    await accounts.setRole.mutate({ id: rival.user.id, role: 'owner' });
    const outcomes = await Promise.allSettled([
      attack(accounts, rival.user.id),
      attack(t.withToken(rival.token).admin.accounts, owner.user.id),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [left = ''] = await owners();
    expect(await owners()).toHaveLength(1);
    owner = await t.signIn(left);
    accounts = t.withToken(owner.token).admin.accounts;
  }
});

test('whoever signs up reads health answers from the first minute, and makes keys that do', async () => {
  const { id } = await t.given.registration({ allergies: 'Groundnuts' });
  await t.sql('truncate accounts, activities cascade');
  const signUp = async (email: string) => {
    const body = { email, password: testPassword, confirmPassword: testPassword };
    return t.withToken((await requireSuccess(t.visitor.api.session.signup({ body }))).body.data.token);
  };
  const first = await signUp('owner@example.org');
  const ann = await signUp('ann@example.org');
  expect((await first.admin.accounts.list.query()).accounts).toMatchObject([
    { email: 'ann@example.org', isOwner: false, role: null, rights: listRightsBut() },
    { email: 'owner@example.org', isOwner: true, role: 'owner', rights: listRightsBut() },
  ]);

  for (const { admin } of [first, ann]) {
    expect((await admin.registrations.get.query({ id })).view).toMatchObject({
      allergies: 'Groundnuts',
      medicalHidden: false,
    });
    expect(await admin.registrations.list.query({ q: 'groundnuts' })).toMatchObject({ items: [{ id }] });
  }
  const { key } = await first.admin.apiKeys.create.mutate({
    name: 'Clinic',
    scopes: ['registrations:read', 'medical:read'],
  });
  const { body } = await requireSuccess(t.withToken(key).api.registrations.get({ params: { id } }));
  expect(body.data).toMatchObject({ allergies: 'Groundnuts', medicalHidden: false });
});

test('roles and single rights are given and taken by owners, and owners have all of them', async () => {
  const ann = await t.signIn('ann@example.org');
  const anns = t.withToken(ann.token).admin;
  const own = async () => {
    const { role, rights, isOwner } = await anns.account.get.query();
    return { role, rights, isOwner };
  };
  const { id } = ann.user;
  await accounts.setRole.mutate({ id, role: 'bursar' });
  expect(await own()).toEqual({ role: 'bursar', rights: ['fees'], isOwner: false });
  await accounts.setRights.mutate({ id, rights: ['fees', 'health'] });
  expect(await own()).toEqual({ role: null, rights: ['health', 'fees'], isOwner: false });
  await accounts.setRights.mutate({ id, rights: [] });
  expect(await own()).toEqual({ role: null, rights: [], isOwner: false });
  const refused = await readRefusal(anns.accounts.setRights.mutate({ id, rights: listRightsBut() }));
  expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  await accounts.setRole.mutate({ id, role: 'owner' });
  expect(await own()).toEqual({ role: 'owner', rights: listRightsBut(), isOwner: true });
  await accounts.setRights.mutate({ id, rights: ['content'] });
  expect(await own()).toEqual({ role: 'editor', rights: ['content'], isOwner: false });

  const done = await t.em().find(ActivityEntity, { type: 'update' }, { orderBy: { id: 'asc' } });
  expect(done.map(({ entityId, description }) => [entityId, description])).toEqual([
    [id, 'Gave an account the role Bursar'],
    [id, 'Gave an account these rights: health, fees'],
    [id, 'Gave an account these rights: none'],
    [id, 'Gave an account the role Owner'],
    [id, 'Gave an account these rights: content'],
  ]);
});

test('an account that is deactivated while it signs in gets no session', async () => {
  const ann = await t.signIn('ann@example.org');
  await Promise.allSettled([
    accounts.setActive.mutate({ id: ann.user.id, isActive: false }),
    ...Array.from({ length: 4 }, () => signIn('ann@example.org')),
  ]);
  await accounts.setActive.mutate({ id: ann.user.id, isActive: true });
  const { accounts: all } = await accounts.list.query();
  expect(all.find(({ email }) => email === 'ann@example.org')).toMatchObject({ sessions: 0 });
});

test('an unknown account cannot be changed', async () => {
  expect(await readRefusal(accounts.setActive.mutate({ id: 999_999, isActive: false }))).toMatchObject({
    status: 404,
  });
});
