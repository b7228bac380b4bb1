import { expect, test } from 'vitest';
import { readData } from '../../../testing/app/answers.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';

const t = useTestAppPerTest({ RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: 'loopback' });

async function paid() {
  const { id } = await t.office.admin.donations.record.mutate({
    name: 'Ann',
    currency: 'UGX',
    amount: 50_000,
    method: 'cash',
  });
  const [row] = await t.sql<{ receipt_code: string }>('select receipt_code from donations where id = ?', [
    id,
  ]);
  return { id, code: String(row?.receipt_code) };
}
const from = (address: string) => ({ 'x-forwarded-for': address });
const check = (code: string, address = '203.0.113.1') =>
  t.visitor.api.donations.receipt({ params: { code }, extraHeaders: from(address) });

test('a new receipt has a code of more than 122 bits without characters that look alike, in any case', async () => {
  const { code } = await paid();
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{26}$/);
  expect(26 * Math.log2(31)).toBeGreaterThan(122);
  const proof = await readData(check(code));
  expect(await readData(check(code.toLowerCase()))).toEqual(proof);
  expect(await readData(check(code.replace(/.{4}/g, '$& ').trim()))).toEqual(proof);
  expect((await paid()).code).not.toBe(code);
});

test('the shorter code of an earlier receipt still confirms it', async () => {
  const { id, code } = await paid();
  const proof = await readData(check(code));
  await t.sql("update donations set receipt_code = '0123456789AB' where id = ?", [id]);
  for (const typed of ['0123456789AB', 'o123-4567-89ab']) expect(await readData(check(typed))).toEqual(proof);
});

test('after many wrong codes an address still reads a genuine receipt, by call or page', async () => {
  const pages = await t.openPages();
  const page = (code: string, address: string) =>
    pages.inject({ url: `/receipts/${code}`, headers: from(address) });
  const { code } = await paid();
  const address = '203.0.113.1';
  const wrong = '22222222222222222222223333';
  for (const _ of [1, 2]) expect((await page(wrong, address)).statusCode).toBe(404);
  expect(await check(wrong, address)).toMatchObject({ status: 404 });

  const refused = await check(wrong, address);
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
  const refusedPage = await page(wrong, address);
  expect(refusedPage.statusCode).toBe(429);
  for (const wait of [refused.headers.get('retry-after'), refusedPage.headers['retry-after']]) {
    expect(Number(wait)).toBeGreaterThan(0);
    expect(Number(wait)).toBeLessThanOrEqual(60);
  }
  expect((await check(code, address)).status).toBe(200);
  expect((await page(code, address)).statusCode).toBe(200);
  expect((await page(wrong, '203.0.113.2')).statusCode).toBe(404);
});
