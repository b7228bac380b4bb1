import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

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

test.each(['0', 'x', '1.5', '99999999999'])('refuses the id %s', async (id) => {
  expect((await ask(id)).statusCode).toBe(400);
});
