import { afterEach, expect, test } from 'vitest';
import { message, registration } from '../../testing/app/sample-bodies.ts';
import { type TestApp, testApp } from '../../testing/app/test-app.ts';
import { toAddressKey } from '../request-context.ts';

let t: TestApp;
afterEach(() => t?.close());

const limits = { RATE_LIMIT_FACTOR: '1' };
const from = (address: string) => ({ 'x-forwarded-for': address });
const sendMessage = (extraHeaders: Record<string, string> = {}) =>
  t.visitor.api.contact.send({ body: message, extraHeaders });
const times = async <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await call(index));
  return answers;
};
const rateLimited = { status: 429, body: { error: { code: 'RATE_LIMITED' } } };
const retryAfter = ({ headers }: { headers: Headers }) => Number(headers.get('retry-after'));
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))];

test('a public form accepts 30 calls a minute from an address, then answers 429 with Retry-After', async () => {
  t = await testApp(limits);
  expect(statuses(await times(30, () => sendMessage()))).toEqual([201]);

  const refused = await sendMessage();
  expect(refused).toMatchObject(rateLimited);
  expect(retryAfter(refused)).toBeGreaterThan(0);
  expect(retryAfter(refused)).toBeLessThanOrEqual(60);
});

test('each form is counted separately, refused calls count, and reads do not', async () => {
  t = await testApp(limits);
  await times(30, () => t.visitor.send('POST', '/contact', { body: {} }));
  expect(await sendMessage()).toMatchObject({ status: 429 });
  const body = { email: 'jane@example.org' };
  expect(await t.visitor.api.newsletter.subscribe({ body })).toMatchObject({ status: 200 });
  expect(statuses(await times(60, () => t.visitor.api.programs.list()))).toEqual([200]);
});

test('a computer lab of one address registers together: 120 a minute, and 600 an hour', async () => {
  t = await testApp(limits);
  const { id: programId } = await t.given.program();
  const answers = await times(60, (seat) =>
    t.visitor.api.registrations.create({
      body: { ...registration, programId, email: `seat-${seat}@example.org` },
    }),
  );
  expect(statuses(answers)).toEqual([201]);
  const again = () => t.visitor.send('POST', '/registrations', { body: {} });
  expect(statuses(await times(60, again))).toEqual([400]);
  const refused = await again();
  expect(refused).toMatchObject(rateLimited);
  expect(retryAfter(refused)).toBeLessThanOrEqual(60);

  const { rateLimits } = t.app;
  await times(600, () => rateLimits.count('registration of an hour', 'lab'));
  await expect(rateLimits.count('registration of an hour', 'lab')).rejects.toThrow(/in 60 minutes/);
});

const askedPayment = (extraHeaders: Record<string, string> = {}) =>
  t.visitor.api.donations.verify({ params: { txRef: 'unknown' }, extraHeaders });

test('sixty donors of one address may wait for their payments, whose pages ask 20 times a minute', async () => {
  // A twentieth, because a busy machine may take the minute for all
  t = await testApp({ RATE_LIMIT_FACTOR: '0.05' });
  expect(statuses(await times((60 * 20) / 20, () => askedPayment()))).toEqual([404]);
  expect(await askedPayment()).toMatchObject(rateLimited);
});

test('the page of a donation counts for the address of its visitor', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '0.01', TRUST_PROXY: 'loopback' });
  const pages = await t.openPages();
  const page = (address: string) => pages.inject({ url: '/donations/unknown', headers: from(address) });
  expect((await times(12, () => page('203.0.113.1'))).map(({ statusCode }) => statusCode)).toEqual(
    Array(12).fill(404),
  );
  const { statusCode, headers } = await page('203.0.113.1');
  expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await page('203.0.113.2')).statusCode).toBe(404);
});

test('an address has 10 sign-ups an hour, and the refusal gives the reason', async () => {
  t = await testApp(limits);
  const signUp = () => t.visitor.send('POST', '/admin/signup', { body: {} });
  await times(10, signUp);
  const refused = await signUp();

  expect(refused).toMatchObject(rateLimited);
  expect(refused.body.error?.details[0]?.message).toBe('Too many tries. Please try again in 60 minutes.');
  expect(retryAfter(refused)).toBeGreaterThan(3500);
});

test('the address of a forwarded request is used only from a trusted proxy', async () => {
  t = await testApp(limits);
  await times(30, (index) => sendMessage(from(`203.0.113.${index}`)));
  expect(await sendMessage(from('203.0.113.99'))).toMatchObject({ status: 429 });
  await t.close();

  t = await testApp({ ...limits, TRUST_PROXY: 'loopback' });
  await times(30, () => sendMessage(from('203.0.113.1')));
  expect(await sendMessage(from('203.0.113.1'))).toMatchObject({ status: 429 });
  expect(await sendMessage(from('203.0.113.2'))).toMatchObject({ status: 201 });
});

test('a proxy that forwards an address with its port names the visitor by the address', async () => {
  t = await testApp({ TRUST_PROXY: 'loopback' });
  const forwarded: [string, string | null][] = [
    ['203.0.113.7:443', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['198.51.100.9:1, 203.0.113.7:50123', '203.0.113.7'],
    ['203.0.113.7:99999999', null],
  ];
  for (const [address] of forwarded) await sendMessage(from(address));
  expect(
    await t.sql("select ip_address as ip from activities where entity_type = 'contact' order by id"),
  ).toEqual(forwarded.map(([, ip]) => ({ ip })));
});

test('the addresses of one IPv6 network count as one', async () => {
  t = await testApp({ ...limits, TRUST_PROXY: 'loopback' });
  await times(30, (index) => sendMessage(from(`2001:db8:1:2::${index + 1}`)));
  expect(await sendMessage(from('2001:db8:1:2:ffff::1'))).toMatchObject({ status: 429 });
  expect(await sendMessage(from('2001:db8:1:3::1'))).toMatchObject({ status: 201 });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['anything', 'unknown'],
  ['', 'unknown'],
])('%s counts as %s', (ip, key) => {
  expect(toAddressKey(ip)).toBe(key);
});
