import { expect, test, vi } from 'vitest';
import { officeEmail, useTestApp } from '../test-app.ts';

const TRIES = 3;

const t = useTestApp();

const known = () => officeEmail;
const unknown = (at: number) => `stranger${at}@example.org`;

async function answersTo(url: string, email: (at: number) => string, typed: object = {}) {
  const answers = new Set<string>();
  for (let at = 0; at < TRIES; at += 1) {
    const payload = { email: email(at), ...typed };
    const { statusCode, body } = await t.app.inject({ method: 'POST', url, payload });
    answers.add(`${statusCode} ${body}`.replace(/[\da-f-]{36}/, 'id').replace(email(at), 'email'));
  }
  return answers;
}

test('signing in says the same for an unknown address, and checks a password as for a known one', async () => {
  await t.signIn();
  const checks = vi.spyOn(t.passwords, 'isRight');
  const signIn = (email: (at: number) => string) =>
    answersTo('/api/v1/admin/login', email, { password: 'a wrong test phrase' });
  expect(await signIn(known)).toEqual(await signIn(unknown));
  expect(checks).toHaveBeenCalledTimes(2 * TRIES);
});

test('asking for a new password says the same for a known and an unknown address', async () => {
  // An account gets one email in five minutes, so every try needs its own
  const staff = (at: number) => `staff${at}@example.org`;
  for (let at = 0; at < TRIES; at += 1) await t.signIn(staff(at));
  const url = '/api/trpc/auth.requestReset';
  expect(await answersTo(url, staff)).toEqual(await answersTo(url, unknown));
});

test('a check without a hash is a whole check, which is false', async () => {
  const hashed = await t.passwords.hash('a test phrase');
  expect(await t.passwords.isRight('a test phrase', hashed)).toBe(true);
  expect(await t.passwords.isRight('a test phrase', undefined)).toBe(false);
});
