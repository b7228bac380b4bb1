import { expect, test } from 'vitest';
import { testPassword, useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
await t.signIn('jane@example.org');

const login = (email: string) => t.visitor.api.session.login({ body: { email, password: testPassword } });

test('80 simultaneous sign-ins wait for each other, and each is answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, number) => login(number % 2 ? 'jane@example.org' : 'nobody@example.org')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
});

test('other calls are answered while 80 sign in again and again', async () => {
  let isAnswered = false;
  const rush = Array.from({ length: 80 }, async () => {
    while (!isAnswered) await login('jane@example.org');
  });
  const answer = await t.visitor.api.programs.list({ query: { q: 'meanwhile' } });
  expect(answer.status).toBe(200);
  isAnswered = true;
  await Promise.all(rush);
});
