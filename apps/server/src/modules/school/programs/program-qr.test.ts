import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

const ask = (id: string) =>
  t.app.inject({ url: `/programs/${id}/registration.svg`, headers: { host: 'localhost:3000' } });

test('draws a different code for each program, which everybody may keep for a day', async () => {
  const [first, second] = await Promise.all([ask('1'), ask('2')]);
  expect(first).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
  });
  expect(first.body).toMatch(/^<svg /);
  expect(second.body).not.toBe(first.body);
});

test('comes compressed to who takes that', async () => {
  const headers = { host: 'localhost:3000', 'accept-encoding': 'br' };
  const answer = await t.app.inject({ url: '/programs/1/registration.svg', headers });
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  const plain = await ask('1');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(plain.body);
  expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  expect(plain.headers.vary).toBe('Accept-Encoding');
});

test.each(['0', 'x', '1.5', '01', '1e0', '99999999999'])('has no code for the id %s', async (id) => {
  expect((await ask(id)).statusCode).toBe(404);
});
