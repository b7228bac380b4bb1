import { expect, test } from 'vitest';
import { readRefusal, requireSuccess } from '../testing/app/answers.ts';
import { useTestApp } from '../testing/app/test-app.ts';

const t = await useTestApp();

test('an unknown path below the API answers the 404 envelope', async () => {
  const refusal = await readRefusal(t.visitor.send('GET', '/nothing'));
  expect(refusal).toMatchObject({ status: 404, code: 'NOT_FOUND', details: [] });
  expect(refusal.requestId).toBeTruthy();
});

test.each(['0', 'abc', '2147483648', '1.5', '-1'])('the id %s is refused', async (id) => {
  expect(await readRefusal(t.visitor.api.programs.get({ params: { id } }))).toMatchObject({
    status: 400,
    details: [{ path: 'id', message: 'The id is a whole number from 1' }],
  });
});

test('another method on a known path is 405 with Allow', async () => {
  const { status, headers } = await t.visitor.send('PUT', '/programs', { body: {} });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
});

test('an empty list answers its page', async () => {
  const { body, headers } = await requireSuccess(t.visitor.api.programs.list({ query: { limit: 5 } }));
  expect(body).toEqual({ data: [], meta: { total: 0, limit: 5, offset: 0 } });
  expect(headers.get('vary')).toContain('Authorization');
  expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=600');
  const held = { 'if-none-match': String(headers.get('etag')) };
  const again = await t.visitor.api.programs.list({ query: { limit: 5 }, extraHeaders: held });
  expect(again).toMatchObject({ status: 304 });
});

test('an item is at one spelling of its number, for reads and writes', async () => {
  const { id } = await t.given.program();
  for (const other of ['0%s', '00%s', '%se0', '+%s', '%s.0', '0x%s', '%20%s', '%s/', '/%s', '%3%s']) {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const spelling = other.replace('%s', String(id));
      const { status, body } = await t.office.send(method, `/programs/${spelling}`, { body: {} });
      expect([spelling, status, body.error?.message]).toEqual([
        spelling,
        404,
        'There is nothing at this address',
      ]);
    }
  }
});
