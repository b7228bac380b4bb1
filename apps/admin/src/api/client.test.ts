import { afterEach, expect, test, vi } from 'vitest';
import { makeAdminClient, withRetry } from './client.ts';

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

/** 0 is a failed connection. */
function server(...statuses: number[]) {
  const pauses: number[] = [];
  const fetch = withRetry(
    async () => {
      const status = statuses.shift() ?? 200;
      if (status === 0) throw new TypeError('Failed to fetch');
      return new Response(null, { status });
    },
    async (ms) => {
      pauses.push(ms);
    },
  );
  return { fetch, pauses };
}

test('waits longer after each failure, up to half a minute', async () => {
  const { fetch, pauses } = server(0, 503, 502, 0, 429, 0, 0);
  expect((await fetch('/')).status).toBe(200);
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('returns a 401 without another try', async () => {
  const { fetch, pauses } = server(401);
  expect((await fetch('/')).status).toBe(401);
  expect(pauses).toEqual([]);
});

test('does not retry after an abort', async () => {
  const giving = new AbortController();
  const fetch = withRetry(
    async () => {
      giving.abort();
      throw new DOMException('Aborted', 'AbortError');
    },
    async () => {
      throw new Error('It waited');
    },
  );
  await expect(fetch('/', { signal: giving.signal })).rejects.toThrow('Aborted');
});
