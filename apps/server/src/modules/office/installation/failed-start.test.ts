import { failedStartsPath } from '@institute/contract/failed-starts.constants';
import { expect, onTestFinished, test } from 'vitest';
import { testApp, useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

const send = (payload: object, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'POST', url: failedStartsPath, payload, headers });

test('counts failed starts for each version of a browser, and owners see them', async () => {
  const old = { name: 'TypeError', browser: 'Chrome/106' };
  for (const start of [old, old, { name: 'SyntaxError', browser: 'Firefox/102' }])
    expect((await send(start)).statusCode).toBe(204);
  expect((await t.office.admin.installation.get.query()).failedStarts).toEqual([
    { browser: 'Chrome/106', count: 2 },
    { browser: 'Firefox/102', count: 1 },
  ]);
});

test.each([
  ['no error name', { browser: 'Chrome/106' }],
  ['a text instead of a name', { name: 'ann@example.org is lost', browser: 'Chrome/106' }],
  ['a whole user agent', { name: 'TypeError', browser: 'Mozilla/5.0 (Linux; Android 6.0)' }],
])('refuses a failed start with %s', async (_, start) => {
  expect((await send(start)).statusCode).toBe(400);
});

test('takes at most 300 bytes, from its own pages, and ten of a network in an hour', async () => {
  const start = { name: 'TypeError', browser: 'Chrome/106' };
  expect((await send({ ...start, more: 'x'.repeat(300) })).statusCode).toBe(413);
  expect((await send(start, { origin: 'https://elsewhere.example' })).statusCode).toBe(403);
  const limited = await testApp({ RATE_LIMIT_FACTOR: '1' });
  onTestFinished(limited.close);
  const answers = [];
  for (let turn = 0; turn < 11; turn += 1) {
    const call = { method: 'POST', url: failedStartsPath, payload: start } as const;
    answers.push((await limited.app.inject(call)).statusCode);
  }
  expect(answers).toEqual([...Array(10).fill(204), 429]);
});
