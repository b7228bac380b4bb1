import type { Donation, DonationState } from '@institute/contract';
import { expect, test, vi } from 'vitest';
import { freezeClock } from '../../../testing/app/frozen-clock.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp({ RATE_LIMIT_FACTOR: '100' });
freezeClock();
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(new URL(path, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const dataOf = async <T>(response: Response) => ((await response.json()) as { data: T }).data;

async function given(): Promise<Donation> {
  const donation = { name: 'Ann', email: 'ann@example.org', currency: 'UGX', amount: 5000 };
  return dataOf(await post('/api/v1/donations', donation));
}
const press = (outcome: string, { txRef, amount, currency }: Donation, fields: object = {}) =>
  post('/sandbox/payments', { tx_ref: txRef, amount, currency, outcome, ...fields });
const verify = async ({ txRef }: Donation) =>
  dataOf<DonationState>(await post(`/api/v1/donations/${txRef}/verify`, {}));
const stored = async ({ txRef }: Donation) =>
  (await t.sql('select status from donations where tx_ref = ?', [txRef]))[0]?.status;

test('the script is served and names the test mode', async () => {
  const { checkoutScriptUrl, publicKey } = await given();
  expect(publicKey).toBe('sandbox');
  const response = await fetch(new URL(checkoutScriptUrl, origin));
  expect(response.headers.get('content-type')).toContain('text/javascript');
  const script = await response.text();
  expect(script).toContain('window.FlutterwaveCheckout');
  expect(script).toContain('Test mode: no money moves');
});

test('an unpaid donation is pending', async () => {
  expect((await verify(await given())).status).toBe('pending');
});

test('"Pay" is confirmed at the next verification', async () => {
  const donation = await given();
  expect((await press('pay', donation)).status).toBe(201);
  expect((await verify(donation)).status).toBe('successful');
});

test.each([
  ['pay', 'successful'],
  ['fail', 'failed'],
])('"%s" sends a notice when no page asks', async (outcome, status) => {
  const donation = await given();
  await press(outcome, donation);
  await expect.poll(() => stored(donation)).toBe(status);
});

test('"later" sends its notice after the seconds that a payment by mobile money takes', async () => {
  const donation = await given();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await press('later', donation);
  const [notice, ms = 0] = timers.mock.calls.find(([, ms = 0]) => ms > 4000 && ms < 5100) ?? [];
  timers.mockRestore();
  t.wait(ms);
  notice?.();
  await expect.poll(() => stored(donation)).toBe('successful');
});

test('"Pay later" is pending at first', async () => {
  const donation = await given();
  const answer = await dataOf<{ status: string }>(await press('later', donation));
  expect(answer.status).toBe('pending');
  expect((await verify(donation)).status).toBe('pending');
});

test('a failed donation can still be paid, and a paid one cannot fail', async () => {
  const donation = await given();
  await press('fail', donation);
  expect((await verify(donation)).status).toBe('failed');
  await press('pay', donation);
  await press('fail', donation);
  // An answer of the provider is kept for five seconds
  t.wait(5000);
  expect((await verify(donation)).status).toBe('successful');
});

test('a different amount does not count as a payment', async () => {
  const donation = await given();
  await press('pay', donation, { amount: 1 });
  expect((await verify(donation)).status).toBe('pending');
});

test('verifications need the site’s key, and notices the sandbox’s secret', async () => {
  const { txRef } = await given();
  const question = `/sandbox/v3/transactions/verify_by_reference?tx_ref=${txRef}`;
  expect((await fetch(new URL(question, origin))).status).toBe(401);
  expect((await post('/api/v1/donations/webhook', {}, { 'verif-hash': 'sandbox' })).status).toBe(401);
});

test.each([{ tx_ref: 'a b' }, { amount: -1 }, { amount: '5' }, { outcome: 'steal' }])(
  'a press with %j is refused',
  async (fields) => {
    expect((await press('pay', await given(), fields)).status).toBe(400);
  },
);

test('the page for browsers without scripts needs a payment, and its link the site’s key', async () => {
  const { status } = await post('/sandbox/v3/payments', { tx_ref: 'a', amount: 5, currency: 'UGX' });
  expect(status).toBe(401);
  for (const query of ['', '?tx_ref=a&amount=5&currency=<b>', '?tx_ref="&amount=5&currency=UGX']) {
    expect((await fetch(new URL(`/sandbox/pay${query}`, origin))).status).toBe(400);
  }
});
