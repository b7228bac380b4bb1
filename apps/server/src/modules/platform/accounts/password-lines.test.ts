import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makePasswordChecker } from './password.ts';

const t = await useTestApp();

test('those of a known device wait for no stranger, and networks take turns', async () => {
  const passwords = makePasswordChecker({ longestMs: Number.POSITIVE_INFINITY });
  const ended: string[] = [];
  const check = async (network: string, isKnown = false) => {
    await passwords.isRight('wrong', undefined, { network, isKnown });
    ended.push(isKnown ? `known ${network}` : network);
  };
  const strangers = Array.from({ length: 20 }, () => check('many'));
  await Promise.all([...strangers, check('few'), check('one', true)]);
  expect(ended.indexOf('few')).toBeLessThan(4);
  expect(ended.indexOf('known one')).toBeLessThan(10);
});

test('nobody is checked who has gone', async () => {
  const passwords = makePasswordChecker();
  const first = passwords.isRight('wrong', undefined);
  const gone = passwords.isRight('wrong', undefined, { isGone: () => true });
  await expect(gone).rejects.toThrow('Nobody waits');
  expect(await first).toBe(false);
});

test('a call leaves its place while its password waits for a check', async () => {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const isRight = async () => {
    waiting += 1;
    await gate.promise;
    return false;
  };
  const app = await buildApp({
    config: t.config,
    db: t.db,
    withPages: false,
    load: { atOnce: 1, waiting: 20, longestMs: 5000 },
    passwords: { hash: async () => '', isRight },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { token } = await t.signIn();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const post = (path: string, body: object) =>
    fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const checked = [
    post('/api/trpc/account.confirmPassword', { currentPassword: 'not this one' }),
    post('/api/v1/admin/login', { email: 'nobody@example.org', password: 'not this one' }),
  ];
  await expect.poll(() => waiting).toBe(2);

  expect((await fetch(`${origin}/api/v1/programs?q=meanwhile`)).status).toBe(200);
  gate.resolve();
  expect((await Promise.all(checked)).map(({ status }) => status)).toEqual([400, 401]);
});
