import { beforeEach, expect, test } from 'vitest';
import { freezeClock } from '../../../testing/app/frozen-clock.ts';
import { testPassword, useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { OutgoingMessageEntity } from '../outbox/outgoing-message.entity.ts';
import { AccessLinkEntity } from './account.entity.ts';
import { endAllSessions } from './account-secrets.ts';
import { deriveLinkToken } from './tokens.ts';

const MINUTE = 60_000;
const jane = 'jane@example.org';

freezeClock();
const t = useTestAppPerTest({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' });
beforeEach(async () => {
  await t.signIn(jane);
  await t.signIn('john@example.org');
});

type Via = { network?: string; device?: string };
const headersOf = ({ network = '203.0.113.1', device }: Via) => ({
  'x-forwarded-for': network,
  ...(device !== undefined && { cookie: device }),
});
const login = (email: string, password: string, via: Via = {}) =>
  t.visitor.api.session.login({ body: { email, password }, extraHeaders: headersOf(via) });
const right = (via: Via = {}, email = jane) => login(email, testPassword, via);
const wrong = async (via: Via = {}, email = jane) => (await login(email, 'not this one', via)).status;
const times = async <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await call(index));
  return answers;
};
const retryAfter = ({ headers }: { headers: Headers }) => Number(headers.get('retry-after'));
const networks = (index: number) => ({ network: `198.51.100.${index}` });
const attack = (count = 20, email = jane) =>
  Promise.all(Array.from({ length: count }, (_, index) => wrong(networks(index), email)));
/** Guesses from many networks until the next try must wait for five minutes. */
async function slowDown(...emails: string[]) {
  for (const email of emails) await attack(20, email);
  for (let round = 0; round < 6; round += 1) {
    t.wait(5 * MINUTE);
    await Promise.all(emails.map((email) => wrong({ network: `192.0.2.${round}` }, email)));
  }
}
const deviceOf = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('known_device='))
    ?.split(';')[0] ?? '';

const closedLimits = async () =>
  (await t.office.admin.activity.list.query({ entityType: 'account', limit: 100 })).items
    .filter(({ description }) => /wrong/.test(description))
    .map(({ subject, ipAddress, user, description }) => [subject, ipAddress, user, description]);

test('the activity log says once when wrong tries close a limit, of which account and network', async () => {
  await times(9, () => wrong());
  expect(await closedLimits()).toEqual([]);
  await Promise.all(Array.from({ length: 4 }, () => wrong()));
  const ofNetwork = '10 wrong sign-ins from this network: refused there for 15 minutes';
  expect(await closedLimits()).toEqual([[jane, '203.0.113.1', null, ofNetwork]]);
  // The account's own count begins again: of four tries at once between one and four have counted
  t.wait(61 * MINUTE);
  await times(10, () => wrong());
  expect(await closedLimits()).toHaveLength(2);
});

test('the activity log says when guesses from many networks slow an account down', async () => {
  await slowDown(jane);
  expect(await closedLimits()).toEqual([
    [jane, expect.any(String), null, '20 wrong sign-ins from several networks: slowed down for an hour'],
  ]);
});

test('the activity log tells nothing of an address that has no account, not even the address', async () => {
  for (const index of [1, 2, 3]) await times(10, () => wrong({}, `my-password-${index}@example.org`));
  const closed = await closedLimits();
  expect(closed.map(([subject, network]) => [subject, network])).toEqual(
    Array(4).fill([null, '203.0.113.1']),
  );
  expect(closed.map(([, , , description]) => description)).toContain(
    '30 wrong sign-ins from this network: refused for 15 minutes, whatever the account',
  );
  expect(JSON.stringify(await t.sql('select * from activities'))).not.toContain('my-password');
});

test('10 wrong tries lock an account for their network only, even with the right password', async () => {
  expect(await times(10, () => wrong())).toEqual(Array(10).fill(401));

  const refused = await right();
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
  expect(retryAfter(refused)).toBeGreaterThan(800);
  expect(retryAfter(refused)).toBeLessThanOrEqual(900);
  expect(await right({ network: '203.0.113.2' })).toMatchObject({ status: 200 });
  expect(await right({}, 'john@example.org')).toMatchObject({ status: 200 });
  t.wait(15 * MINUTE);
  expect(await right()).toMatchObject({ status: 200 });
});

test('100 wrong tries from networks of one /48 of IPv6 lock it for new devices only', async () => {
  const inBlock = (index: number) => ({ network: `2001:db8:1:${index.toString(16)}::1` });
  const device = deviceOf(await right());
  const tries = await times(100, (index) => wrong(inBlock(index), `unknown${index}@example.org`));
  expect(new Set(tries)).toEqual(new Set([401]));
  expect(await right(inBlock(1000))).toMatchObject({ status: 429 });
  expect(await right({ ...inBlock(1000), device })).toMatchObject({ status: 200 });
  expect(await right({ network: '2001:db8:2::1' })).toMatchObject({ status: 200 });
});

const newDeviceMails = () => t.em().count(OutgoingMessageEntity, { kind: 'new-device' });
const asJane = async () => t.withToken((await t.signIn(jane)).token).admin.account;
const linkMails = () => t.em().find(OutgoingMessageEntity, { kind: 'sign-in-link', recipient: jane });
const byMailbox = 'If the password is right, we have sent a link to your mailbox.';
const useLink = (token: string, network = '192.0.2.1') =>
  t.app.inject({
    method: 'POST',
    url: '/api/trpc/auth.signInByLink',
    headers: headersOf({ network }),
    payload: { token },
  });
/** Opens the link of the newest email. */
async function sentLink(): Promise<string> {
  await expect.poll(async () => (await linkMails()).length).toBeGreaterThan(0);
  const data = (await linkMails()).at(-1)?.data;
  return deriveLinkToken(t.config, data && 'linkId' in data ? String(data.linkId) : '');
}

test('while 50 addresses guess, the right password from a new device gets a link, which signs in once', async () => {
  expect(await attack()).toEqual(Array(20).fill(401));
  const answers = [];
  for (let guess = 0; guess < 30; guess += 1) {
    const via = { network: `192.0.2.${guess}` };
    answers.push(await (guess % 3 === 0 ? right(via) : login(jane, 'not this one', via)));
  }
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 429,
      body: { error: { code: 'RATE_LIMITED', message: byMailbox } },
    });

  const token = await sentLink();
  expect(await linkMails()).toHaveLength(1);
  const mails = await newDeviceMails();
  const first = await useLink(token);
  const second = await useLink(token);
  expect([first.statusCode, second.statusCode]).toEqual([200, 404]);
  expect(await newDeviceMails()).toBe(mails + 1);
  const { token: bearer } = first.json().result.data;
  expect((await t.withToken(bearer).admin.account.get.query()).email).toBe(jane);
  const cookies = [first.headers['set-cookie'] ?? ''].flat();
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['refresh_token', 'known_device']);
  const device = cookies[1]?.split(';')[0] ?? '';
  expect(await right({ device })).toMatchObject({ status: 200 });
});

test('a wrong password gets no link, and a link ends after 15 minutes or with a new password', async () => {
  await attack();
  await times(9, (index) => login(jane, `guess ${index}`, networks(100 + index)));
  await right({ network: '192.0.2.1' });
  const token = await sentLink();
  expect(await linkMails()).toHaveLength(1);
  t.wait(15 * MINUTE);
  expect((await useLink(token)).statusCode).toBe(404);

  await right({ network: '192.0.2.2' });
  await expect.poll(async () => (await linkMails()).length).toBe(2);
  await (await asJane()).changePassword.mutate({ currentPassword: testPassword, ...newPassword });
  expect((await useLink(await sentLink())).statusCode).toBe(404);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'its account signs out everywhere',
    async () => (await asJane()).endSessions.mutate({ includingThis: false }),
  ],
  ['all sessions end from the shell', () => endAllSessions((sql) => t.sql(sql))],
])('a link to sign in ends when %s', async (_, end) => {
  await attack();
  await right({ network: '192.0.2.1' });
  const token = await sentLink();
  await end();
  expect((await useLink(token)).statusCode).toBe(404);
});

test('the slow-down ends after an hour, and concerns no other account', async () => {
  await attack();
  expect(await right({ network: '192.0.2.99' }, 'john@example.org')).toMatchObject({ status: 200 });
  const refused = await right({ network: '192.0.2.99' });
  expect(refused).toMatchObject({ status: 429 });
  t.wait(retryAfter(refused) * 1000);
  expect(await right({ network: '192.0.2.99' })).toMatchObject({ status: 200 });
});

test('an unknown account gets the same answers', async () => {
  const nobody = 'nobody@example.org';
  expect(await attack(20, nobody)).toEqual(Array(20).fill(401));
  expect(await right({ network: '192.0.2.1' }, nobody)).toMatchObject({
    status: 429,
    body: { error: { message: byMailbox } },
  });
  expect(await times(11, () => wrong({ network: '192.0.2.1' }, nobody))).toEqual(Array(11).fill(429));
});

test('a known device is not slowed down, not even in the guessers’ network', async () => {
  const device = deviceOf(await right({ network: '192.0.2.1' }));
  await slowDown(jane);
  await times(11, () => wrong());

  expect(await right({ device })).toMatchObject({ status: 200 });
  expect(await right({ device, ...networks(3) })).toMatchObject({ status: 200 });
});

test('a known device has 10 wrong tries of its own', async () => {
  const device = deviceOf(await right());
  expect(await times(10, (index) => wrong({ device, ...networks(index) }))).toEqual(Array(10).fill(401));
  expect(await right({ device, network: '192.0.2.1' })).toMatchObject({ status: 429 });
  expect(await right({ network: '192.0.2.1' })).toMatchObject({ status: 200 });
});

test('a device is known only to the accounts that have signed in on it', async () => {
  const ofJohn = deviceOf(await right({}, 'john@example.org'));
  const both = deviceOf(await right({ device: ofJohn }));
  const forged = `${both.slice(0, -6)}AAAAAA`;
  await slowDown(jane, 'john@example.org');

  const statusOf = async (device: string, email = jane) =>
    (await right({ device, network: '192.0.2.1' }, email)).status;
  expect(await statusOf(ofJohn)).toBe(429);
  expect(await statusOf(forged)).toBe(429);
  expect(await statusOf('known_device=')).toBe(429);
  expect(await statusOf(both)).toBe(200);
  expect(await statusOf(both, 'john@example.org')).toBe(200);
});

const password = 'another long phrase';
const newPassword = { password, confirmPassword: password };
async function resetLink(): Promise<string> {
  await t.visitor.admin.auth.requestReset.mutate({ email: jane });
  const link = () => t.em().findOne(AccessLinkEntity, { email: jane });
  await expect.poll(link).not.toBeNull();
  return deriveLinkToken(t.config, (await link())?.id ?? '');
}

test.each([
  [
    'a change of the password',
    password,
    async () => (await asJane()).changePassword.mutate({ currentPassword: testPassword, ...newPassword }),
  ],
  [
    'a reset of the password',
    password,
    async () => t.visitor.admin.auth.resetPassword.mutate({ token: await resetLink(), ...newPassword }),
  ],
  [
    'signing out everywhere',
    testPassword,
    async () => (await asJane()).endSessions.mutate({ includingThis: true }),
  ],
])('after %s the account knows no device any more', async (_, current, end) => {
  const device = deviceOf(await right());
  await right({ device });
  const mails = await newDeviceMails();
  await end();

  await times(10, () => wrong());
  expect(await login(jane, current, { device })).toMatchObject({ status: 429 });
  const elsewhere = await login(jane, current, { device, network: '203.0.113.2' });
  expect(elsewhere).toMatchObject({ status: 200 });
  expect(await newDeviceMails()).toBe(mails + 1);

  const sameDevice = { device: deviceOf(elsewhere) };
  expect(await login(jane, current, sameDevice)).toMatchObject({ status: 200 });
  expect(await newDeviceMails()).toBe(mails + 1);
});

test.each([
  ['account.changePassword', password, { currentPassword: testPassword, ...newPassword }],
  ['account.endSessions', testPassword, { includingThis: false }],
])('the device that calls %s stays known', async (call, current, payload) => {
  const { token } = await t.signIn(jane);
  const answer = await t.app.inject({
    method: 'POST',
    url: `/api/trpc/${call}`,
    payload,
    headers: { authorization: `Bearer ${token}` },
  });
  const device = [answer.headers['set-cookie'] ?? ''].flat()[0]?.split(';')[0] ?? '';
  await times(10, () => wrong());
  expect(await login(jane, current, { device })).toMatchObject({ status: 200 });
});

test('a renewed session makes its device known', async () => {
  const { refreshToken } = await t.signIn(jane);
  const extraHeaders = { cookie: `refresh_token=${refreshToken}` };
  const answer = await t.visitor.api.session.refresh({ extraHeaders });
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('known_device='));
  expect(cookie).toMatch(/; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Strict$/);
  await slowDown(jane);
  expect(await right({ device: deviceOf(answer) })).toMatchObject({ status: 200 });
});

test('a reset link works during an attack, and a completed reset ends the slow-down', async () => {
  await slowDown(jane);
  await times(11, () => wrong());
  await times(31, (index) => wrong({}, `unknown${index}@example.org`));
  const token = await resetLink();
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/trpc/auth.resetPassword',
    headers: headersOf({}),
    payload: { token, ...newPassword },
  });
  expect(answer.statusCode).toBe(200);

  // Any device, from another network
  expect(await login(jane, password, { network: '192.0.2.1' })).toMatchObject({ status: 200 });
  // The device that reset the password, from the guessers' network
  const device = [answer.headers['set-cookie'] ?? ''].flat()[0]?.split(';')[0] ?? '';
  expect(await login(jane, password, { device })).toMatchObject({ status: 200 });
  expect(await login(jane, password)).toMatchObject({ status: 429 });
});
