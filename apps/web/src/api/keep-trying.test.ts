import { expect, test } from 'vitest';
import { keepTrying } from './keep-trying.ts';

/** Answers one after the other; 0 is a connection that fails. */
function server(...statuses: number[]) {
  const pauses: number[] = [];
  const fetch = keepTrying(
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

test('while the server is away it is asked after ever longer pauses, up to half a minute', async () => {
  const { fetch, pauses } = server(0, 503, 502, 0, 429, 0, 0);
  expect((await fetch('/')).status).toBe(200);
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('that nobody is signed in is an answer', async () => {
  const { fetch, pauses } = server(401);
  expect((await fetch('/')).status).toBe(401);
  expect(pauses).toEqual([]);
});

test('what is given up is not tried again', async () => {
  const giving = new AbortController();
  const fetch = keepTrying(
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
