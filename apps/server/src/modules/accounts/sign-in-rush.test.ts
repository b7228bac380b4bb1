import { afterAll, beforeAll, expect, test } from 'vitest';
import { costlyPasswordHash, type TestApp, testApp, testPassword } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await t.signIn('jane@example.org', costlyPasswordHash());
});
afterAll(() => t.close());

const login = (email: string) => t.visitor.api.session.login({ body: { email, password: testPassword } });

test('of 80 simultaneous sign-ins some wait, and the others get a 503 with Retry-After', async () => {
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, number) => login(number % 2 ? 'jane@example.org' : 'nobody@example.org')),
  );
  const refused = answers.filter(({ status }) => status === 503);

  expect(refused.length).toBeGreaterThan(30);
  for (const { headers, body } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toMatchObject({ error: { code: 'UNAVAILABLE' } });
  }
  const others = answers.filter((answer) => !refused.includes(answer));
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200, 401]));
  expect((await login('jane@example.org')).status).toBe(200);
});

test('other calls are answered during many sign-ins', async () => {
  const rush = Promise.all(Array.from({ length: 80 }, () => login('jane@example.org')));
  let isOver = false;
  rush.finally(() => {
    isOver = true;
  });
  const answer = await t.visitor.api.programs.list({ query: { q: 'meanwhile' } });
  expect([answer.status, isOver]).toEqual([200, false]);
  await rush;
});
