import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp, testPassword } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await t.signIn('jane@example.org');
});
afterAll(() => t.close());

const login = (email: string) =>
  t.app.inject({ method: 'POST', url: '/api/v1/admin/login', payload: { email, password: testPassword } });

test('of 80 simultaneous sign-ins some wait, and the others get a 503 with Retry-After', async () => {
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, number) => login(number % 2 ? 'jane@example.org' : 'nobody@example.org')),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 503);

  expect(refused.length).toBeGreaterThan(30);
  for (const { headers, body } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(body).error.code).toBe('UNAVAILABLE');
  }
  const others = answers.filter((answer) => !refused.includes(answer));
  expect(new Set(others.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 401]));
  expect((await login('jane@example.org')).statusCode).toBe(200);
});

test('other calls are answered during many sign-ins', async () => {
  const rush = Promise.all(Array.from({ length: 80 }, () => login('jane@example.org')));
  let isOver = false;
  rush.finally(() => {
    isOver = true;
  });
  const answer = await t.app.inject('/api/v1/programs?q=meanwhile');
  expect([answer.statusCode, isOver]).toEqual([200, false]);
  await rush;
});
