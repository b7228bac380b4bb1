import { afterEach, expect, test, vi } from 'vitest';
import { makeAdminClient } from './client.ts';

afterEach(() => vi.unstubAllGlobals());

function watched() {
  const sent: { method: string | undefined; address: string; body: unknown }[] = [];
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (address: string | URL, init: RequestInit) => {
    sent.push({ method: init.method, address: String(address), body: init.body ?? null });
    return Response.json({ result: { data: null } });
  });
  return { client: makeAdminClient(), sent };
}

test('a search is sent in the body, never in the URL', async () => {
  const { client, sent } = watched();
  await client.registrations.list.query({ q: 'Nakato', limit: 50 });
  expect(sent).toEqual([
    { method: 'POST', address: '/api/trpc/registrations.list', body: '{"q":"Nakato","limit":50}' },
  ]);
});

test('other queries are read with GET', async () => {
  const { client, sent } = watched();
  await client.registrations.list.query({ limit: 50 });
  await client.stats.get.query();
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
});
