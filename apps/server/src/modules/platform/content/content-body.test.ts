import { expect, test } from 'vitest';
import { samples } from '../../../testing/app/content-samples.ts';
import { fingerprintDatabase } from '../../../testing/app/stored.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
await t.given.account();

const good = JSON.stringify(samples.programs.required);
const send = (body: string, type = 'application/json') =>
  t.office.send('POST', '/programs', { body, headers: { 'content-type': type } });

test.each([
  ['cut off', 'application/json', good.slice(0, -3), 400, 'VALIDATION_ERROR'],
  ['no JSON', 'application/json', 'name=x', 400, 'VALIDATION_ERROR'],
  ['of two values', 'application/json', `${good}${good}`, 400, 'VALIDATION_ERROR'],
  ['a form', 'application/x-www-form-urlencoded', 'name=x', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['plain text', 'text/plain', good, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['of no known type', 'nonsense', good, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['over 1 MB', 'application/json', `${good}${' '.repeat(1024 * 1024)}`, 413, 'PAYLOAD_TOO_LARGE'],
])('refuses a body that is %s', async (_, type, body, status, code) => {
  const before = await fingerprintDatabase(t);
  const answer = await send(body, type);
  expect([answer.status, answer.body.error]).toEqual([
    status,
    { code, message: expect.any(String), details: [], requestId: expect.any(String) },
  ]);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await fingerprintDatabase(t)).toEqual(before);
});

test.each([
  ['a field too long', good.replace('{', `{"imageAlt":"${'x'.repeat(201)}",`), 'imageAlt'],
  ['the key __proto__', good.replace('{', '{"__proto__":{"prototype":{"isActive":false}},'), ''],
  ['the key constructor', good.replace('{', '{"constructor":{"prototype":{"isActive":false}},'), ''],
])('refuses a body with %s', async (_, body, path) => {
  const before = await fingerprintDatabase(t);
  const { status, body: refused } = await send(body);
  expect([status, refused.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
  if (path) expect(refused.error?.details).toMatchObject([{ path }]);
  expect(await fingerprintDatabase(t)).toEqual(before);
});

test('accepts JSON with a character set, and its type in capitals', async () => {
  expect((await send(good, 'application/json; charset=utf-8')).status).toBe(201);
  expect((await send(good, 'APPLICATION/JSON')).status).toBe(201);
});
