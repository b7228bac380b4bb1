import { beforeAll, describe, expect, test } from 'vitest';
import { everyContent } from '../../testing/content-samples.ts';
import { fingerprint } from '../../testing/stored.ts';
import { useTestApp } from '../../testing/test-app.ts';

const t = useTestApp();
beforeAll(async () => {
  await t.given.account();
});

describe.each(everyContent)('POST /$resource', ({ resource, required }) => {
  beforeAll(() => t.given.groundFor(resource));
  const send = (body: string, type: string) =>
    t.office.send('POST', `/${resource}`, { body, headers: { 'content-type': type } });
  const good = JSON.stringify(required);

  test.each([
    ['cut off', 'application/json', good.slice(0, -3), 400, 'VALIDATION_ERROR'],
    ['no JSON', 'application/json', 'name=x', 400, 'VALIDATION_ERROR'],
    ['of two values', 'application/json', `${good}${good}`, 400, 'VALIDATION_ERROR'],
    ['a form', 'application/x-www-form-urlencoded', 'name=x', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['plain text', 'text/plain', good, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['XML', 'application/xml', '<a/>', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['of no known type', 'nonsense', good, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['over 1 MB', 'application/json', `${good}${' '.repeat(1024 * 1024)}`, 413, 'PAYLOAD_TOO_LARGE'],
  ])('refuses a body that is %s', async (_, type, body, status, code) => {
    const before = await fingerprint(t);
    const answer = await send(body, type);
    expect([answer.status, answer.body.error]).toEqual([
      status,
      { code, message: expect.any(String), details: [], requestId: expect.any(String) },
    ]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await fingerprint(t)).toEqual(before);
  });

  test('accepts JSON with a character set, and its type in capitals', async () => {
    expect((await send(good, 'application/json; charset=utf-8')).status).toBe(201);
    expect((await send(good, 'APPLICATION/JSON')).status).toBe(201);
  });
});
