import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';

const t = useTestApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' }, 'test');
const TRIES = 30;

const check = (code: string, address = '203.0.113.1') =>
  t.visitor.api.certificates.get({ params: { code }, extraHeaders: { 'x-forwarded-for': address } });
const wrongCode = (index: number) => `22222222${String(3333 + index).replaceAll(/[01]/g, 'Z')}`;
async function issued() {
  const { id } = await t.given.graduate();
  const { items } = await t.office.admin.certificates.issue.mutate({ registrations: [{ id }] });
  return items[0]?.code ?? '';
}

test('a code has at least 58 random bits', async () => {
  const codes = [await issued(), await issued()];
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{12}$/);
  expect(codes[0]).not.toBe(codes[1]);
  expect(12 * Math.log2(31)).toBeGreaterThan(58);
});

test('O and I in a typed code lead to the only certificate whose code may have been read so', async () => {
  const issueWith = async (code: string) =>
    void (await t.sql('update certificates set code = ? where code = ?', [code, await issued()]));
  const found = async () => {
    const { status, body } = await check('OKX2-M9XH-T4WI');
    return status === 200 ? body.data.code : status;
  };
  await issueWith('DKX2M9XHT4W7');
  expect(await found()).toBe('DKX2M9XHT4W7');
  await issueWith('DKX2M9XHT4WJ');
  expect(await found()).toBe(404);
  // The nearest of all
  await issueWith('QKX2M9XHT4WJ');
  expect(await found()).toBe('QKX2M9XHT4WJ');
});

test('after 30 wrong codes in 15 minutes an address reads no certificate; others do', async () => {
  const code = await issued();
  for (let index = 0; index < TRIES; index += 1) {
    expect((await check(code)).status).toBe(200);
    expect((await check(wrongCode(index))).status).toBe(404);
  }
  expect(await check(code)).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
  expect((await check(code, '203.0.113.2')).status).toBe(200);
  t.wait(15 * 60 * 1000);
  expect((await check(code)).status).toBe(200);
});

test('receipts and certificates share the limit, so that both codes are not tried in turn', async () => {
  const code = await issued();
  const headers = { 'x-forwarded-for': '203.0.113.1' };
  for (let index = 0; index < TRIES; index += 1) {
    const url = `/api/v1/donations/receipts/${wrongCode(index)}`;
    expect((await t.app.inject({ url, headers })).statusCode).toBe(404);
  }
  expect((await check(code)).status).toBe(429);
});

test('of wrong codes that are sent at once no more than 30 are looked up', async () => {
  const answers = await Promise.all(Array.from({ length: 2 * TRIES }, (_, index) => check(wrongCode(index))));
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(TRIES);
});
