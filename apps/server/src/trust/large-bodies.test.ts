import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';

/** A longer computation would delay all other requests. */
const STALL_MS = 100;

const t = useTestApp();
let token: string;
beforeAll(async () => {
  ({ token } = await t.signIn());
});

const LEVELS = 10_000;
const zipped = { 'content-encoding': 'gzip' };
const keys = Array.from({ length: 100_000 }, (_, at) => `"${at.toString(36)}":1`).join(',');
const bodies: [what: string, body: string | Buffer, headers?: Record<string, string>][] = [
  ['10,000 lists in each other', '['.repeat(LEVELS) + ']'.repeat(LEVELS)],
  ['10,000 objects in each other', `${'{"name":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`],
  ['10,000 lists that never end', '['.repeat(LEVELS)],
  ['a compressed body', gzipSync('{"name":"Ann"}'), zipped],
  ['a compressed body of 10 MB', gzipSync(Buffer.alloc(10 * 1024 * 1024, ' ')), zipped],
  ['10 MB', `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}`],
  ['100,000 keys', `{${keys}}`],
  ['100,000 keys that say the same', `{${'"name":"a",'.repeat(80_000)}"name":"b"}`],
  ['a list of 100,000', `[${'1,'.repeat(100_000)}1]`],
  ['a number of 900,000 digits', `{"amount":${'9'.repeat(900_000)}}`],
  ['900,000 escapes', `{"name":"${'\\u0000'.repeat(150_000)}"}`],
];

/** CPU time of this thread, which does not grow on a busy machine. */
const computedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The fastest of three tries counts, because garbage collection may run during one. */
async function send(url: string, body: string | Buffer, headers = {}) {
  let ms = Number.POSITIVE_INFINITY;
  for (let tries = 1; ; tries += 1) {
    const before = computedMs();
    const answer = await t.app.inject({
      method: 'POST',
      url,
      payload: body,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    });
    ms = Math.min(ms, computedMs() - before);
    if (ms < STALL_MS || tries === 3)
      return { ms, status: answer.statusCode, said: answer.body.slice(0, 200) };
  }
}

describe.each([
  '/api/v1/registrations',
  '/api/v1/contact',
  '/api/v1/donations/webhook',
  '/api/v1/admin/login',
  '/api/v1/programs',
  '/api/trpc/programs.create',
  '/api/trpc/site.update',
  '/api/trpc/auth.requestReset',
])('POST %s', (url) => {
  test.each(bodies)('refuses %s', async (_, body, headers) => {
    const { status, ms, said } = await send(url, body, headers);
    expect(status, said).toBeGreaterThanOrEqual(400);
    expect(status, said).toBeLessThan(500);
    expect(ms).toBeLessThan(STALL_MS);
  });
});
