import { expect, test } from 'vitest';
import { withRetry } from './with-retry.ts';

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
