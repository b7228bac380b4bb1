import { expect, test } from 'vitest';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';

const t = useTestAppPerTest({ RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: 'loopback' });

const check = (code: string, address = '203.0.113.1') =>
  t.visitor.api.certificates.get({ params: { code }, extraHeaders: { 'x-forwarded-for': address } });
const issued = async () => (await t.given.certificate()).code;

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

test('8, 5 and 2 that were typed for B, S and Z lead to the certificate, in the office too', async () => {
  await t.sql('update certificates set code = ? where code = ?', ['BSZ2M9XHT4WB', await issued()]);
  for (const typed of ['852Z-M9XH-T4W8', 'Code BSZ2-M9XH-T4W8']) {
    const { status, body } = await check(typed);
    expect(status === 200 && body.data.code).toBe('BSZ2M9XHT4WB');
    const { items } = await t.office.admin.certificates.list.query({ q: typed });
    expect(items).toMatchObject([{ code: 'BSZ2M9XHT4WB' }]);
  }
  expect((await check('ASZ2-M9XH-T4WB')).status).toBe(404);
});

test('however many wrong codes a network has tried, a genuine one is answered, and wrong ones are slowed', async () => {
  const code = await issued();
  const url = '/api/v1/donations/receipts/222222223333';
  const headers = { 'x-forwarded-for': '203.0.113.1' };
  expect((await check('222222223333')).status).toBe(404);
  for (const _ of [2, 3]) expect((await t.app.inject({ url, headers })).statusCode).toBe(404);
  for (const _ of [4, 5]) {
    const slowed = await check('222222223333');
    expect(slowed).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
    expect(Number(slowed.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await check(code)).status).toBe(200);
  }
  const replica = await t.openReplica();
  const ask = async (asked: string) =>
    (await replica.inject({ url: `/api/v1/certificates/${asked}`, headers })).statusCode;
  expect([await ask('222222223333'), await ask(code)]).toEqual([429, 200]);
  t.wait(61_000);
  expect((await check('222222223333')).status).toBe(404);
});
