import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp, testPassword } from '../testing/test-app.ts';
import { openRateLimits } from './rate-limit.ts';

let t: TestApp;
afterEach(() => t?.close());

const from = (address: string) => ({ 'x-forwarded-for': address });
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  t.call('POST', path, body, { headers });
const contact = { name: 'Jane', email: 'jane@example.org', subject: 'Hours', message: 'When?' };
const times = async <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await call(index));
  return answers;
};
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))];

test('a public form takes 30 a minute from an address, then 429 with Retry-After', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1' });
  expect(statuses(await times(30, () => post('/contact', contact)))).toEqual([201]);

  const { status, body, headers } = await post('/contact', contact);
  expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
});

test('each form counts for itself, refused ones count, and reads never do', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1' });
  await times(30, () => post('/contact', {}));
  expect(await post('/contact', contact)).toMatchObject({ status: 429 });
  expect(await post('/newsletter/subscribe', { email: 'jane@example.org' })).toMatchObject({ status: 200 });
  expect(statuses(await times(60, () => t.call('GET', '/programs')))).toEqual([200]);
});

test('RATE_LIMIT_FACTOR multiplies every limit', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '0.1' });
  const wrong = () => post('/admin/login', { email: 'jane@example.org', password: 'wrong' });

  expect((await times(4, () => post('/contact', contact))).map(({ status }) => status)).toEqual([
    201, 201, 201, 429,
  ]);
  expect((await times(2, wrong)).map(({ status }) => status)).toEqual([401, 429]);
});

test('sign-ups are 10 an hour and address, and the refusal says why', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1' });
  await times(10, () => post('/admin/signup', {}));
  const { status, body, headers } = await post('/admin/signup', {});

  expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED']);
  expect(body.error.details[0]?.message).toBe('Too many tries. Please try again in 60 minutes.');
  expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
});

test('an address is the proxy’s word only where the proxy is trusted', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1' });
  await times(30, (index) => post('/contact', contact, from(`203.0.113.${index}`)));
  expect(await post('/contact', contact, from('203.0.113.99'))).toMatchObject({ status: 429 });
  await t.close();

  t = await testApp({ TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });
  await times(30, () => post('/contact', contact, from('203.0.113.1')));
  expect(await post('/contact', contact, from('203.0.113.1'))).toMatchObject({ status: 429 });
  expect(await post('/contact', contact, from('203.0.113.2'))).toMatchObject({ status: 201 });
});

test('the addresses of one IPv6 network count as one', async () => {
  t = await testApp({ TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });
  await times(30, (index) => post('/contact', contact, from(`2001:db8:1:2::${index + 1}`)));
  expect(await post('/contact', contact, from('2001:db8:1:2:ffff::1'))).toMatchObject({ status: 429 });
  expect(await post('/contact', contact, from('2001:db8:1:3::1'))).toMatchObject({ status: 201 });
});

const login = (email: string, password: string, address = '203.0.113.1') =>
  post('/admin/login', { email, password }, from(address));

test('10 failed sign-ins close an account from every address, for the right password too', async () => {
  t = await testApp({ TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });
  await t.signIn('jane@example.org');
  await t.signIn('john@example.org');
  const failed = await times(10, (index) => login('Jane@example.org', 'wrong', `203.0.113.${index}`));
  expect(statuses(failed)).toEqual([401]);

  const { status, body, headers } = await login('jane@example.org', testPassword, '203.0.113.99');
  expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(800);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900);
  expect(await login('john@example.org', testPassword, '203.0.113.99')).toMatchObject({ status: 200 });
});

test('10 failed sign-ins close an address for every account', async () => {
  t = await testApp({ TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });
  await t.signIn('jane@example.org');
  await times(10, (index) => login(`unknown${index}@example.org`, 'wrong'));

  expect(await login('jane@example.org', testPassword)).toMatchObject({ status: 429 });
  expect(await login('jane@example.org', testPassword, '203.0.113.2')).toMatchObject({ status: 200 });
});

test('successful sign-ins do not count', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1' });
  await t.signIn('jane@example.org');
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => login('jane@example.org', testPassword)),
  );
  expect(statuses(answers)).toEqual([200]);
});

test('many guesses at once are 10 guesses', async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1' });
  await t.signIn('jane@example.org');
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      login('jane@example.org', index === 39 ? testPassword : `guess ${index}`),
    ),
  );
  const told = answers.filter(({ status }) => status !== 429);
  expect(told.length).toBeLessThanOrEqual(10);
});

test('with Redis away each process counts for itself', async () => {
  const limits = await openRateLimits(
    { redisUrl: 'redis://127.0.0.1:1', rateLimitFactor: 1 },
    pino({ level: 'silent' }),
  );
  await times(10, () => limits.count('signup', 'somebody'));
  await expect(limits.count('signup', 'somebody')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(limits.count('signup', 'somebody else')).resolves.toBeUndefined();
  limits.close();
});
