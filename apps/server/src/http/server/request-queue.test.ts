import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { message } from '../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../testing/app/test-app.ts';

const token = 'a token for the metrics';
const trusted = 'https://app.example.org';
const load = { atOnce: 4, waiting: 20, longestMs: 500 };

function endless(): Readable {
  const body = new Readable({ read() {} });
  body.push('first');
  return body;
}

let gate: ReturnType<typeof Promise.withResolvers<void>>;
let atWork = 0;
const sockets: Socket[] = [];

const t = await useTestApp({ METRICS_TOKEN: token, CORS_ORIGINS: trusted, TRUST_PROXY: 'loopback' });
const app = await buildApp({ config: t.config, db: t.db, withPages: false, load });
app.get('/waiting', async () => {
  atWork += 1;
  await gate.promise;
  atWork -= 1;
  return {};
});
app.get('/quick', async () => ({}));
app.get('/blocking', async () => {
  const until = performance.now() + 3 * load.longestMs;
  while (performance.now() < until);
  // A clock that stood still ticks once
  vi.advanceTimersByTime(load.longestMs / 2);
  return {};
});
app.get('/endless', async (_, reply) => reply.send(endless()));
await app.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});
beforeEach(() => {
  gate = Promise.withResolvers();
  // The clock of the queue, which a busy machine must not move
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

const statusOf = async (path: string, init?: RequestInit) => {
  const answer = await fetch(origin + path, init);
  await answer.text();
  return answer.status;
};
const sendMessage = () =>
  statusOf('/api/v1/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });

/** Lets the time pass until the answer comes. */
async function late<T>(answer: Promise<T>): Promise<T> {
  let isHere = false;
  const noted = answer.finally(() => {
    isHere = true;
  });
  while (!isHere) {
    vi.advanceTimersByTime(load.longestMs);
    await turn();
  }
  return noted;
}

/** Waits until as many of them work as may, and the others have arrived. */
async function occupy(count: number, from = '127.0.0.1'): Promise<Promise<number>[]> {
  const expected = Math.min(load.atOnce, atWork + count);
  let seen = 0;
  const notice = () => {
    seen += 1;
  };
  app.server.on('request', notice);
  const answers = Array.from({ length: count }, () =>
    statusOf('/waiting', { headers: { 'x-forwarded-for': from } }),
  );
  while (seen < count || atWork < expected) await turn();
  app.server.off('request', notice);
  return answers;
}

async function begin(head: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`${head}\r\nHost: localhost:3000\r\n`);
  return socket;
}

test('a request that finds no place waits for its turn', async () => {
  const working = await occupy(load.atOnce);
  const sent = sendMessage();
  expect(await Promise.race([sent, statusOf('/healthz').then(() => 'waits')])).toBe('waits');
  gate.resolve();
  expect(await sent).toBe(201);
  expect(await Promise.all(working)).toEqual(Array(load.atOnce).fill(200));
});

test('refuses what has waited too long with 503 and Retry-After, until there is room again', async () => {
  const working = await occupy(load.atOnce);
  const refused = await late(
    fetch(`${origin}/api/v1/contact`, {
      method: 'POST',
      body: JSON.stringify(message),
      headers: { origin: trusted, 'content-type': 'application/json' },
    }),
  );

  expect(refused.status).toBe(503);
  expect(refused.headers.get('access-control-allow-origin')).toBe(trusted);
  expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await refused.json()).toEqual({
    error: {
      code: 'UNAVAILABLE',
      message: 'The site is very busy. Please try again in a few seconds.',
      details: [],
      requestId: refused.headers.get('x-request-id'),
    },
  });
  gate.resolve();
  expect(await Promise.all(working)).toEqual(Array(load.atOnce).fill(200));
  expect(await sendMessage()).toBe(201);
});

test('an address that fills the queue keeps no other out of it', async () => {
  const whole = load.atOnce + load.waiting;
  const asked = await occupy(whole, '2001:db8::1');
  const [more] = await occupy(1, '2001:db8::2');
  expect(await more).toBe(503);

  const other = statusOf('/quick', { headers: { 'x-forwarded-for': '2001:db8:1::1' } });
  expect(await Promise.any(asked)).toBe(503);
  gate.resolve();
  expect(await other).toBe(200);
  const statuses = await Promise.all(asked);
  expect(statuses.filter((status) => status === 200)).toHaveLength(whole - 1);
});

test('shows a browser a page that tries again by itself', async () => {
  const working = await occupy(load.atOnce);
  const [page, head] = await late(
    Promise.all([
      fetch(`${origin}/quick`, { headers: { accept: 'text/html,*/*' } }),
      fetch(`${origin}/quick`, { method: 'HEAD', headers: { accept: 'text/html,*/*' } }),
    ]),
  );
  gate.resolve();
  await Promise.all(working);

  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toMatch(/style-src 'sha256-[\w+/=]+'/);
  const html = await page.text();
  expect(html).toContain('<h1>The site is very busy</h1>');
  expect(html).toContain(`<meta http-equiv="refresh" content="${page.headers.get('retry-after')}">`);
  expect([head.status, await head.text()]).toEqual([503, '']);
});

test('health checks, metrics and reads from memory need no place, and stale reads are answered', async () => {
  vi.useRealTimers();
  const { id } = await t.given.program();
  const { token: bearer } = await t.signIn();
  const programs = `${origin}/api/v1/programs`;
  const fresh = await (await fetch(programs)).text();
  const working = await occupy(load.atOnce);
  expect(await (await fetch(programs)).text()).toBe(fresh);
  for (const path of ['/healthz', '/readyz', '/readyz?probe=1']) expect(await statusOf(path)).toBe(200);

  const changed = await t.app.inject({
    method: 'PUT',
    url: `/api/v1/programs/${id}`,
    payload: { isActive: false },
    headers: { authorization: `Bearer ${bearer}` },
  });
  expect(changed.statusCode).toBe(200);
  const figures = async () => {
    const metrics = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return metrics.text();
  };
  // Until this process hears of the change, its answer is not stale
  await expect
    .poll(async () => {
      expect(await (await fetch(programs)).text()).toBe(fresh);
      return figures();
    })
    .toMatch(/^page_cache_reads_total\{result="stale"\} [1-9]/m);
  expect(await statusOf('/api/v1/programs?q=never+asked')).toBe(503);
  expect(await figures()).toMatch(/^http_requests_refused_total [1-9]/m);
  gate.resolve();
  await Promise.all(working);
});

test('callers that send slowly or read slowly leave the places to others', async () => {
  for (let caller = 0; caller < load.atOnce * 2; caller += 1) {
    const body = await begin('POST /api/v1/contact HTTP/1.1');
    body.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":');
    const reader = await begin('GET /endless HTTP/1.1');
    reader.write('\r\n');
    await once(reader, 'data');
  }
  expect(await sendMessage()).toBe(201);
});

test('the work for callers that have gone keeps its place until it is done', async () => {
  const gone = await occupy(load.atOnce - 1);
  const last = await begin('GET /waiting HTTP/1.1');
  last.write('\r\n');
  while (atWork < load.atOnce) await turn();
  last.destroy();
  expect(await late(statusOf('/quick'))).toBe(503);
  gate.resolve();
  await Promise.all(gone);
  expect(await statusOf('/quick')).toBe(200);
});

test('a process that was stopped for a while refuses nobody for it', async () => {
  const working = await occupy(load.atOnce - 1);
  const [blocking, ...during] = await Promise.all([
    statusOf('/blocking'),
    ...Array.from({ length: load.waiting }, () => statusOf('/quick')),
  ]);
  expect([blocking, ...new Set(during)]).toEqual([200, 200]);
  gate.resolve();
  await Promise.all(working);
});
