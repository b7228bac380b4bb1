import { setImmediate as turn } from 'node:timers/promises';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepAnswers } from '../../testing/app/cache-reads.ts';
import { patience } from '../../testing/app/patience.ts';
import { makeCallIdReaders } from '../request-context.ts';
import { queueRequests } from '../server/request-queue.ts';
import { PageCache } from './page-cache.ts';
import { makePageKeyReader } from './read-key.ts';

let app: FastifyInstance;
let cache: PageCache;
let asked: number;
let hooked: number;
let text: string;
let status: number;
let caching: string;
let ready: Promise<void>;

beforeEach(async () => {
  cache = new PageCache();
  asked = 0;
  hooked = 0;
  text = 'first';
  status = 200;
  caching = 'public, max-age=0';
  ready = Promise.resolve();
  app = fastify({ genReqId: makeCallIdReaders().idOf });
  keepAnswers(app, cache);
  queueRequests(app, patience.load);
  app.addHook('onRequest', async (_, reply) => {
    hooked += 1;
    reply.header('x-frame-options', 'DENY');
  });
  await app.register(async (scope) => {
    scope.cacheRoutes(makePageKeyReader(['category', 'q']));
    scope.get('/programs', async (request, reply) => {
      asked += 1;
      const said = `${text} ${request.url}`;
      await ready;
      return reply.status(status).header('cache-control', caching).type('text/plain').send(said);
    });
  });
  app.get('/other', async () => 'not covered');
});
afterEach(() => app.close());

const get = (url = '/programs', options: InjectOptions = {}) => app.inject({ url, ...options });

const listening = async () => app.listen({ port: 0, host: '127.0.0.1' });

test('a second read is answered from the cache', async () => {
  const first = await get();
  const second = await get();

  expect(asked).toBe(1);
  expect(second.payload).toBe('first /programs');
  expect(second.headers).toMatchObject({
    etag: first.headers.etag,
    'x-frame-options': 'DENY',
    vary: 'Accept-Encoding',
  });
});

test('over the network a cached answer is sent before any later hook', async () => {
  const url = `${await listening()}/programs`;
  const first = await fetch(url);
  const second = await fetch(url);
  const etag = second.headers.get('etag') ?? '';
  const held = await fetch(url, { headers: { 'if-none-match': etag } });

  expect([asked, hooked, app.cacheCounts.hit]).toEqual([1, 1, 2]);
  expect([await first.text(), await second.text()]).toEqual(['first /programs', 'first /programs']);
  expect(second.headers.get('x-frame-options')).toBe('DENY');
  expect(second.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(held.status).toBe(304);
});

test('over the network the read after a change sees it, and requests with a bearer reach the framework', async () => {
  const url = `${await listening()}/programs`;
  await (await fetch(url)).text();
  text = 'second';
  cache.clear();
  expect(await (await fetch(url)).text()).toBe('second /programs');

  await (await fetch(url, { headers: { authorization: 'Bearer x' } })).text();
  expect([asked, app.cacheCounts.hit]).toEqual([3, 0]);
});

test('requests during a pending answer wait for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  ready = promise;
  const all = Promise.all([get(), get(), get('/programs?utm_source=mail')]);
  await turn();
  resolve();

  expect((await all).map(({ payload }) => payload)).toEqual(Array(3).fill('first /programs'));
  expect(asked).toBe(1);
});

test('each request that waited gets the encoding that it accepts', async () => {
  text = 'Kampala – '.repeat(500);
  const encodings = ['br', 'gzip', 'identity', 'br'];
  const read = async (encoding: string) => {
    const { headers } = await get('/programs', { headers: { 'accept-encoding': encoding } });
    return headers['content-encoding'] ?? 'identity';
  };

  expect(await Promise.all(encodings.map(read))).toEqual(encodings);
  expect(asked).toBe(1);
});

test('requests that waited for an uncacheable answer get their own', async () => {
  caching = 'private, no-store';
  const answers = await Promise.all([get(), get()]);

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(asked).toBe(2);
});

test('a caller with the current ETag gets 304, cached or not', async () => {
  const { etag } = (await get()).headers;
  const held = { headers: { 'if-none-match': `W/${etag}, "x"` } };
  const kept = await get('/programs', held);
  cache.clear();
  const made = await get('/programs', held);

  for (const { statusCode, payload, headers } of [kept, made]) {
    expect([statusCode, payload, headers.etag]).toEqual([304, '', etag]);
    expect(headers).not.toHaveProperty('content-encoding');
  }
  expect((await get()).statusCode).toBe(200);
  expect(asked).toBe(2);
});

test('HEAD is answered from the cache, without a body', async () => {
  const { headers } = await get();
  const head = await get('/programs', { method: 'HEAD' });

  expect([head.statusCode, head.payload, head.headers['content-length']]).toEqual([
    200,
    '',
    headers['content-length'],
  ]);
  expect(asked).toBe(1);
});

test('a read with a bearer neither uses nor fills the cache', async () => {
  const bearer = { headers: { authorization: 'Bearer x' } };
  await get('/programs', bearer);
  await get();
  await get('/programs', bearer);

  expect(asked).toBe(3);
});

test.each([404, 500])('an answer %i is not cached', async (code) => {
  status = code;
  await get();
  await get();
  expect(asked).toBe(2);
});

test('the last answer is sent while the database is unreachable', async () => {
  const { etag } = (await get()).headers;
  cache.clear();
  status = 503;
  text = 'away';
  caching = 'no-store';

  const stale = await get();
  expect([stale.statusCode, stale.payload, stale.headers.etag]).toEqual([200, 'first /programs', etag]);
  expect((await get('/programs?q=new')).statusCode).toBe(503);

  status = 200;
  text = 'back';
  caching = 'public';
  expect((await get()).payload).toBe('back /programs');
});

test('an aborted request does not block those that wait for its answer', async () => {
  ready = new Promise(() => {});
  const url = `${await listening()}/programs`;
  const leaving = new AbortController();
  const left = fetch(url, { signal: leaving.signal }).catch((error: Error) => error.name);
  while (asked === 0) await turn();
  const waiting = fetch(url);
  ready = Promise.resolve();
  leaving.abort();

  expect(await left).toBe('AbortError');
  expect((await waiting).status).toBe(200);
});
