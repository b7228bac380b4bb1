import { beforeEach, expect, test } from 'vitest';
import { readData, readRefusal } from '../../../testing/app/answers.ts';
import { freezeClock } from '../../../testing/app/frozen-clock.ts';
import { setUpSecondFactor } from '../../../testing/app/second-factor.ts';
import { isLive } from '../../../testing/app/sessions.ts';
import { type SignedIn, testApp, testPassword, useTestApp } from '../../../testing/app/test-app.ts';
import { OutgoingMessageEntity } from '../outbox/outgoing-message.entity.ts';
import { AccountEntity, RecoveryCodeEntity } from './account.entity.ts';
import { replacePassword } from './password.service.ts';

const STEP_MS = 30_000;
const email = 'jane@example.org';

freezeClock();
const t = await useTestApp();
let owner: SignedIn;
let jane: SignedIn;
beforeEach(async () => {
  const em = t.em();
  await em.execute('truncate accounts, sign_in_rules, wrong_tries, outgoing_messages cascade');
  owner = await t.signIn('owner@example.org');
  jane = await t.signIn(email);
});

const login = (typed: { code?: string; password?: string; email?: string } = {}) =>
  t.visitor.api.session.login({ body: { email, password: testPassword, ...typed } });
const statusOf = async (typed: Parameters<typeof login>[0]) => (await login(typed)).status;

test('an account without it signs in with the password, whatever code is sent', async () => {
  expect(await statusOf({})).toBe(200);
  expect(await statusOf({ code: '123456' })).toBe(200);
});

test('with it, the password alone is not enough', async () => {
  const { appCode } = await setUpSecondFactor(t, jane);

  const refused = await readRefusal(login());
  expect(refused).toMatchObject({ status: 401, code: 'SECOND_FACTOR_REQUIRED' });
  expect((await login()).headers.getSetCookie()).toEqual([]);
  const { user, token } = await readData(login({ code: appCode(1) }));
  expect(user.email).toBe(email);
  expect(await isLive(t, token)).toBe(true);
});

test('without the right password the answer does not tell whether the account has it', async () => {
  await setUpSecondFactor(t, jane);
  const known = await readRefusal(login({ password: 'not the password' }));
  const unknown = await readRefusal(login({ email: 'nobody@example.org' }));
  expect([known.code, known.message]).toEqual([unknown.code, unknown.message]);
});

test('a wrong code and a wrong password answer the same', async () => {
  const { appCode } = await setUpSecondFactor(t, jane);
  const answers = [
    await readRefusal(login({ code: '000000' })),
    await readRefusal(login({ code: appCode(1), password: 'not the password' })),
    await readRefusal(login({ code: appCode(1), email: 'nobody@example.org' })),
  ];
  for (const { status, code, message } of answers) {
    expect([status, code, message]).toEqual([401, 'INVALID_CREDENTIALS', 'Invalid email, password or code']);
  }
});

test.each([
  ['the step before', -1, 200],
  ['this step', 0, 200],
  ['the step after', 1, 200],
  ['two steps before', -2, 401],
  ['two steps after', 2, 401],
])('a code of %s answers as clocks may differ', async (_, ahead, status) => {
  const { appCode } = await setUpSecondFactor(t, jane);
  // Moves to the start of a step, so that a slow answer stays within it.
  t.wait(5 * STEP_MS - (t.now().getTime() % STEP_MS));
  expect(await statusOf({ code: appCode(ahead) })).toBe(status);
});

test.each([
  [-8, /^This code is about 4 minutes old\. When the app shows it now, the clock of the phone is slow/],
  [8, /^The clock of the phone is about 4 minutes fast/],
  [30, /^Invalid email, password or code$/],
])('a code of a clock that is %i steps off says so', async (steps, message) => {
  const { appCode } = await setUpSecondFactor(t, jane);
  const refused = await readRefusal(login({ code: appCode(steps) }));
  expect(refused).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
  expect(refused.message).toMatch(message);
});

test('a code works once, also when two use it at the same moment', async () => {
  const { appCode } = await setUpSecondFactor(t, jane);
  expect(await statusOf({ code: appCode() }), 'the code of the set-up').toBe(401);
  t.wait(5 * STEP_MS);
  const code = appCode();
  const both = await Promise.all([statusOf({ code }), statusOf({ code })]);
  expect(both.sort()).toEqual([200, 401]);
  expect(await statusOf({ code: appCode(-1) }), 'an older code than the last').toBe(401);
});

test('each recovery code works once, however it is typed, and is stored as a hash', async () => {
  const { recoveryCodes } = await setUpSecondFactor(t, jane);
  const [first = '', second = ''] = recoveryCodes;
  expect(new Set(recoveryCodes).size).toBe(10);
  // 28 letters of 30 are more than 128 bits
  expect(first).toMatch(/^(?:[A-HJ-NP-Z2-9]{4}-){6}[A-HJ-NP-Z2-9]{4}$/);

  expect(await statusOf({ code: first })).toBe(200);
  expect(await statusOf({ code: first })).toBe(401);
  expect(await statusOf({ code: second.toLowerCase().replaceAll('-', ' ') })).toBe(200);
  const stored = await t.em().find(RecoveryCodeEntity, {});
  expect(stored).toHaveLength(8);
  expect(stored.map(({ hash }) => hash)).not.toContain(recoveryCodes[2]);
});

test('new recovery codes end the former ones', async () => {
  const { recoveryCodes } = await setUpSecondFactor(t, jane);
  const { secondFactor } = t.withToken(jane.token).admin;
  const renewed = await secondFactor.renewCodes.mutate();
  expect(await statusOf({ code: recoveryCodes[0] ?? '' })).toBe(401);
  expect(await statusOf({ code: renewed.recoveryCodes[0] ?? '' })).toBe(200);
  expect(await secondFactor.state.query()).toEqual({ isOn: true, isDemanded: false, recoveryCodes: 9 });
});

test('the recovery code of one account does not open another', async () => {
  const { recoveryCodes } = await setUpSecondFactor(t, owner);
  await setUpSecondFactor(t, jane);
  expect(await statusOf({ code: recoveryCodes[0] ?? '' })).toBe(401);
});

test('the secret is stored encrypted, and the code of the app names the account', async () => {
  const { secret, uri } = await setUpSecondFactor(t, jane);
  expect(uri).toMatch(/^otpauth:\/\/totp\/localhost:jane%40example\.org\?issuer=localhost&secret=/);
  const stored = await t.em().findOneOrFail(AccountEntity, { email }, { populate: ['secondFactorSecret'] });
  expect(stored.secondFactorSecret).toMatch(/^[\da-f]{8}\.[\w+/=]{60,}$/);
  expect(stored.secondFactorSecret).not.toContain(secret);
});

test('the secret of one account does not open another', async () => {
  await setUpSecondFactor(t, owner);
  const { appCode } = await setUpSecondFactor(t, jane);
  await t.sql(
    `update accounts set second_factor_secret = (select second_factor_secret from accounts where email = '${email}')`,
  );
  expect(await statusOf({ code: appCode(1) })).toBe(200);
  expect(await statusOf({ code: appCode(1), email: 'owner@example.org' })).toBe(401);
});

test('a set-up that was not finished asks nobody for a code', async () => {
  const { secondFactor } = t.withToken(jane.token).admin;
  await secondFactor.begin.mutate();
  const { status, details } = await readRefusal(secondFactor.finish.mutate({ code: '000000' }));
  expect([status, details[0]?.path]).toEqual([400, 'code']);
  expect(await statusOf({})).toBe(200);
});

test('turning it on ends the other sessions of the account', async () => {
  const other = await t.signIn(email);
  await setUpSecondFactor(t, jane);
  expect([await isLive(t, jane.token), await isLive(t, other.token)]).toEqual([true, false]);
});

test('wrong codes are slowed down, also from many networks and known devices', async () => {
  const limited = await testApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' });
  const { appCode } = await setUpSecondFactor(limited, await limited.signIn(email));
  const tryFrom = async (n: number, code: string) => {
    const extraHeaders = { 'x-forwarded-for': `192.0.2.${n}` };
    const body = { email, password: testPassword, code };
    return (await limited.visitor.api.session.login({ body, extraHeaders })).status;
  };
  for (let n = 0; n < 10; n += 1) expect(await tryFrom(n, '000000')).toBe(401);
  expect(await tryFrom(99, appCode(1))).toBe(429);
  limited.wait(STEP_MS);
  expect(await tryFrom(99, appCode())).toBe(200);
  await limited.close();
});

test('turning it off leaves the password, and deletes the recovery codes', async () => {
  await setUpSecondFactor(t, jane);
  await t.withToken(jane.token).admin.secondFactor.turnOff.mutate();
  expect(await statusOf({})).toBe(200);
  expect(await t.em().count(RecoveryCodeEntity)).toBe(0);
});

test('an owner takes it off a colleague, whose sessions end', async () => {
  await setUpSecondFactor(t, jane);
  const { accounts } = t.withToken(owner.token).admin;
  const listed = async () =>
    (await accounts.list.query()).accounts.map(({ hasSecondFactor }) => hasSecondFactor);
  expect(await listed()).toEqual([true, false]);
  await accounts.removeSecondFactor.mutate({ id: jane.user.id });
  expect(await listed()).toEqual([false, false]);
  expect(await isLive(t, jane.token)).toBe(false);
  expect(await statusOf({})).toBe(200);
});

test('whoever takes it off, the account hears of it by mail; a set-up that was not finished is no news', async () => {
  const emails = () =>
    t.em().find(OutgoingMessageEntity, { kind: 'two-step-off' }, { orderBy: { id: 'asc' } });
  await t.withToken(jane.token).admin.secondFactor.begin.mutate();
  const { accounts } = t.withToken(owner.token).admin;
  await accounts.removeSecondFactor.mutate({ id: jane.user.id });
  expect(await emails()).toEqual([]);

  jane = await t.signIn(email);
  await setUpSecondFactor(t, jane);
  await accounts.removeSecondFactor.mutate({ id: jane.user.id });
  jane = await t.signIn(email);
  await setUpSecondFactor(t, jane);
  await t.withToken(jane.token).admin.secondFactor.turnOff.mutate();
  expect(await emails()).toMatchObject([
    { recipient: email, data: { by: 'owner@example.org' } },
    { recipient: email, data: { by: email } },
  ]);
});

test('a new password from the shell takes it off', async () => {
  await setUpSecondFactor(t, jane);
  const ctx = { ...t.jobContext(), origin: { ipAddress: null, userAgent: null } };
  await replacePassword(ctx, { email, password: testPassword });
  expect(await statusOf({})).toBe(200);
});

test('only an owner who has it demands it of all', async () => {
  const { accounts } = t.withToken(owner.token).admin;
  const demand = () => accounts.demandSecondFactor.mutate({ isDemanded: true });
  expect(await readRefusal(demand())).toMatchObject({ status: 409 });
  await setUpSecondFactor(t, owner);
  expect(await demand()).toEqual({ isDemanded: true });
});

test('where it is demanded, an account without it can only set it up', async () => {
  await setUpSecondFactor(t, owner);
  await t.withToken(owner.token).admin.accounts.demandSecondFactor.mutate({ isDemanded: true });
  const { token } = await readData(login());
  const { admin, api, send } = t.withToken(token);

  const owed = { status: 403, code: 'SECOND_FACTOR_SETUP_REQUIRED' };
  expect(await readRefusal(admin.account.get.query())).toMatchObject(owed);
  expect(await readRefusal(admin.site.get.query())).toMatchObject(owed);
  expect(await readRefusal(admin.registrations.exportTicket.mutate({}))).toMatchObject(owed);
  expect(await readRefusal(api.registrations.list())).toMatchObject(owed);
  expect(await readRefusal(send('DELETE', '/posts/1'))).toMatchObject(owed);

  const { appCode } = await setUpSecondFactor(t, { token });
  expect(await isLive(t, token)).toBe(true);
  expect(await readRefusal(admin.secondFactor.turnOff.mutate())).toMatchObject({ status: 409 });
  t.wait(STEP_MS);
  expect(await statusOf({ code: appCode() })).toBe(200);
});

test('the ticket of an export is worth nothing once the set-up is owed', async () => {
  await setUpSecondFactor(t, owner);
  const { path, ticket } = await t.withToken(jane.token).admin.registrations.exportTicket.mutate({});
  await t.withToken(owner.token).admin.accounts.demandSecondFactor.mutate({ isDemanded: true });
  const answer = await t.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams({ ticket }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.statusCode).toBe(403);
});
