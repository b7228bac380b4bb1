import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { costlyPasswordHash, testPassword, useTestApp } from '../../testing/test-app.ts';

const t = useTestApp();
beforeAll(async () => {
  // the queue refuses by this clock, and a busy machine checks slowly
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await t.signIn('jane@example.org', costlyPasswordHash());
});
afterAll(() => vi.useRealTimers());

const login = (email: string) => t.visitor.api.session.login({ body: { email, password: testPassword } });

test('80 simultaneous sign-ins wait for each other, and each is answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, number) => login(number % 2 ? 'jane@example.org' : 'nobody@example.org')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
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
