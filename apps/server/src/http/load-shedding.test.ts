import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { message } from '../testing/given.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

const token = 'a token for the metrics';
const trusted = 'https://app.example.org';
/** On a busy machine any turn may be slow, so that most tests do not look at it. */
const load = { atWork: 5, few: 2, slowTurnMs: Number.POSITIVE_INFINITY };
const SLOW_MS = 300;

let t: TestApp;
let app: TestApp['app'];
let origin: string;
/** What `/waiting` waits for. */
let gate: ReturnType<typeof Promise.withResolvers<void>>;
const sockets: Socket[] = [];

beforeAll(async () => {
  t = await testApp({ METRICS_TOKEN: token, CORS_ORIGINS: trusted });
  app = await buildApp({ config: t.config, db: t.db, withPages: false, load });
  app.get('/waiting', async () => {
    await gate.promise;
    return {};
  });
  app.get('/quick', async () => ({}));
  app.get('/blocking', async () => {
    const until = performance.now() + 2 * SLOW_MS;
    while (performance.now() < until);
    return {};
  });
  app.get('/endless', (_, reply) => {
    reply.hijack();
    reply.raw.writeHead(200).write('first');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
  await t.close();
});
beforeEach(() => {
  gate = Promise.withResolvers();
});

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

/** Starts as many requests that wait, and resolves when the process works on all of them. */
async function occupy(count: number): Promise<Promise<number>[]> {
  let seen = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const notice = () => {
    seen += 1;
    if (seen === count) resolve();
  };
  app.server.on('request', notice);
  const answers = Array.from({ length: count }, () => statusOf('/waiting'));
  await promise;
  app.server.off('request', notice);
  return answers;
}

/** Sends a beginning of a request that never goes on. */
async function begin(head: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`${head}\r\nHost: localhost:3000\r\n`);
  return socket;
}

test('refuses what is too much with 503 and Retry-After, and takes requests again when there is room', async () => {
  const waiting = await occupy(load.atWork);
  const refused = await fetch(`${origin}/api/v1/contact`, {
    ...{ method: 'POST', body: '{}' },
    headers: { origin: trusted },
  });

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
  expect(await Promise.all(waiting)).toEqual(Array(load.atWork).fill(200));
  expect(await sendMessage()).toBe(201);
});

test('shows a page to a browser', async () => {
  const waiting = await occupy(load.atWork);
  const page = await fetch(`${origin}/news`, { headers: { accept: 'text/html,*/*' } });
  const head = await fetch(`${origin}/news`, { method: 'HEAD', headers: { accept: 'text/html,*/*' } });
  gate.resolve();
  await Promise.all(waiting);

  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toMatch(/style-src 'sha256-[\w+/=]+'/);
  expect(await page.text()).toContain('<h1>The site is very busy</h1>');
  expect([head.status, head.headers.get('content-length')]).toEqual([
    503,
    page.headers.get('content-length'),
  ]);
});

test('health checks, metrics and cached reads are answered all the same, stale ones too', async () => {
  const { id } = await t.given.program();
  const { token: bearer } = await t.signIn();
  const programs = `${origin}/api/v1/programs`;
  const fresh = await (await fetch(programs)).text();
  const waiting = await occupy(load.atWork);
  expect(await (await fetch(programs)).text()).toBe(fresh);

  const { statusCode } = await app.inject({
    ...{ method: 'PUT', url: `/api/v1/programs/${id}`, payload: { isActive: false } },
    headers: { authorization: `Bearer ${bearer}` },
  });
  expect(statusCode).toBe(200);
  expect(await (await fetch(programs)).text()).toBe(fresh);
  expect(await statusOf('/api/v1/programs?q=never+asked')).toBe(503);

  for (const path of ['/healthz', '/readyz', '/readyz?probe=1']) expect(await statusOf(path)).toBe(200);
  const metrics = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(await metrics.text()).toMatch(/^http_requests_refused_total [1-9]/m);
  gate.resolve();
  await Promise.all(waiting);
});

test('callers that send slowly, read slowly or have gone leave the places to others', async () => {
  for (let caller = 0; caller < load.atWork * 2; caller += 1) {
    const body = await begin('POST /api/v1/contact HTTP/1.1');
    body.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":');
    const reader = await begin('GET /endless HTTP/1.1');
    reader.write('\r\n');
    await once(reader, 'data');
  }
  expect(await sendMessage()).toBe(201);
});

test('the work for callers that have gone counts until it is done', async () => {
  const gone = await occupy(load.atWork - 1);
  const last = await begin('GET /waiting HTTP/1.1');
  const arrived = once(app.server, 'request');
  last.write('\r\n');
  await arrived;
  last.destroy();
  await expect.poll(() => statusOf('/quick')).toBe(503);
  gate.resolve();
  await Promise.all(gone);
  await expect.poll(() => statusOf('/quick')).toBe(200);
});

test('takes on less while the event loop is slow', async () => {
  const waiting = await occupy(load.few);
  expect(await statusOf('/quick')).toBe(200);
  load.slowTurnMs = SLOW_MS;
  const [blocking, during] = await Promise.all([statusOf('/blocking'), statusOf('/quick')]);
  expect([blocking, during]).toEqual([200, 503]);
  await expect.poll(() => statusOf('/quick')).toBe(200);
  load.slowTurnMs = Number.POSITIVE_INFINITY;
  gate.resolve();
  await Promise.all(waiting);
});
