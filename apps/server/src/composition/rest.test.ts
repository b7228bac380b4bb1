import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test('an unknown path below the API answers the 404 envelope', async () => {
  const { status, body } = await t.call('GET', '/nothing');
  expect(status).toBe(404);
  expect(body.error).toMatchObject({ code: 'NOT_FOUND', details: [] });
  expect(body.error.requestId).toBeTruthy();
});

test('an unknown program answers its exact text', async () => {
  const { status, body } = await t.call('GET', '/programs/12');
  expect([status, body.error.message]).toEqual([404, 'Program not found']);
});

test.each(['0', 'abc', '2147483648', '1.5', '-1', '0x10'])('the id %s is refused', async (id) => {
  const { status, body } = await t.call('GET', `/programs/${id}`);
  expect(status).toBe(400);
  expect(body.error.details).toEqual([{ path: 'id', message: 'The id is a whole number from 1' }]);
});

test('a write without a bearer is refused before its body is looked at', async () => {
  const { status, body, headers } = await t.call('POST', '/programs', { nonsense: true });
  expect([status, body.error.code, headers['www-authenticate']]).toEqual([401, 'UNAUTHENTICATED', 'Bearer']);
});

test('another method on a known path is 405 with Allow', async () => {
  const { status, headers } = await t.call('PUT', '/programs', {});
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
});

test('an empty list answers its page', async () => {
  const { status, body, headers } = await t.call('GET', '/programs?limit=5');
  expect(status).toBe(200);
  expect(body).toEqual({ data: [], meta: { total: 0, limit: 5, offset: 0 } });
  expect(headers.vary).toContain('Authorization');
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=600');
  const again = await t.call('GET', '/programs?limit=5', undefined, {
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect(again.status).toBe(304);
});
