import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samples } from '../../testing/content-samples.ts';
import { fingerprint } from '../../testing/stored.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await testApp();
  token = (await t.signIn()).token;
});
afterAll(() => t.close());

describe.each(samples)('POST /$resource', ({ resource, required }) => {
  const send = (payload: string | Buffer, type?: string) =>
    t.app.inject({
      method: 'POST',
      url: `/api/v1/${resource}`,
      payload,
      headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
    });
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
  ])('refuses a body that is %s', async (_, type, payload, status, code) => {
    const before = await fingerprint(t);
    const answer = await send(payload, type);
    expect([answer.statusCode, answer.json().error]).toEqual([
      status,
      { code, message: expect.any(String), details: [], requestId: expect.any(String) },
    ]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(await fingerprint(t)).toEqual(before);
  });

  test('takes JSON with its alphabet named', async () => {
    expect((await send(good, 'application/json; charset=utf-8')).statusCode).toBe(201);
    expect((await send(good, 'APPLICATION/JSON')).statusCode).toBe(201);
  });
});
