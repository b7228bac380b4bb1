import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { contract, type RouteRules } from '@institute/contract';
import { type AppRoute, isAppRoute } from '@ts-rest/core';
import * as fc from 'fast-check';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { keepAnswers } from '../../testing/app/cache-reads.ts';
import { patience } from '../../testing/app/patience.ts';
import { queueRequests } from '../server/request-queue.ts';
import {
  isLightWanted,
  makeCacheKeyWithMode,
  makePageKeyReader,
  makeReadKey,
  toPageUrl,
} from './read-key.ts';

const parameters = ['category', 'q'];
const pagePath = '/programs';

const reads: AppRoute[] = Object.values(contract)
  .flatMap((routes): unknown[] => Object.values(routes))
  .filter((route): route is AppRoute => isAppRoute(route as AppRoute))
  .filter(({ method, metadata }) => method === 'GET' && (metadata as RouteRules).access === 'anyone');

let cached: FastifyInstance;
let uncached: FastifyInstance;
beforeEach(async () => {
  uncached = fastify();
  answerReads(uncached);
  answerPages(uncached);
  cached = fastify();
  keepAnswers(cached);
  queueRequests(cached, patience.load);
  await cached.register(async (scope) => {
    scope.cacheRoutes(makeReadKey);
    answerReads(scope);
  });
  await cached.register(async (scope) => {
    scope.cacheRoutes(makePageKeyReader(parameters));
    answerPages(scope);
  });
  for (const app of [cached, uncached]) {
    app.setNotFoundHandler(async () => 'not found');
    await app.listen({ port: 0, host: '127.0.0.1' });
  }
});
afterEach(() => Promise.all([cached.close(), uncached.close()]));

function answerReads(app: FastifyInstance): void {
  for (const route of reads) {
    app.get(route.path, { config: { tsRestRoute: route } as object }, async (request, reply) => {
      const query = (route.query as z.ZodType | undefined)?.safeParse(request.query);
      const params = (route.pathParams as z.ZodType | undefined)?.safeParse(request.params);
      if (query?.success === false || params?.success === false) return reply.status(400).send('refused');
      reply.header('cache-control', 'public');
      return JSON.stringify([route.path, query?.data, params?.data]);
    });
  }
}

function answerPages(app: FastifyInstance): void {
  app.get(pagePath, async (request, reply) =>
    reply.header('cache-control', 'public').send(`page ${toPageUrl(request.url, parameters)}`),
  );
}

/** `fetch` would normalise the address. */
async function overTheNetwork(app: FastifyInstance, path: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  httpRequest({ host: '127.0.0.1', port, path }, (answer) => text(answer).then(resolve, reject))
    .on('error', reject)
    .end();
  return promise;
}

const word = fc.constantFrom(
  'q',
  'limit',
  'offset',
  'sort',
  'category',
  'x',
  'camp',
  '2',
  '-id',
  'zzzz',
  '%20',
  'é',
);
const sign = fc.constantFrom('?', '&', '=', '#', ';', '+', '%3F', '%23', '%26', '??', '?#', '&&');
const tail = fc
  .tuple(fc.constantFrom('?', '#', ''), fc.array(fc.oneof(word, sign), { maxLength: 9 }))
  .map(([start, parts]) => start + encodeURI(decodeURI(parts.join(''))).replaceAll('%25', '%'));

describe.each(reads.map(({ path }) => path).concat(pagePath))('the kept answers of %s', (path) => {
  const address = path.replace(':id', '7').replace(/:\w+/g, 'abcdefghijklmnopqrstuvwx');

  test('are those of the handler, whatever was requested before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tail, { minLength: 2, maxLength: 4 }), async (tails) => {
        for (const each of [...tails.map((end) => address + end), address]) {
          expect((await cached.inject(each)).payload).toBe((await uncached.inject(each)).payload);
          expect(await overTheNetwork(cached, each)).toBe(await overTheNetwork(uncached, each));
        }
      }),
      { numRuns: 10 },
    );
  });

  test('are not changed by a query with a second question mark', async () => {
    const fresh = (await uncached.inject(address)).payload;
    await cached.inject(`${address}?x=?&q=zzzz&category=camp&limit=1`);

    expect((await cached.inject(address)).payload).toBe(fresh);
    expect(await overTheNetwork(cached, address)).toBe(fresh);
  });
});

test('the key has the known parameters in a fixed order, and what is spelled oddly is not kept', async () => {
  const seen: (string | null)[] = [];
  const app = fastify();
  for (const route of [contract.programs.list, contract.programs.get]) {
    app.get(route.path, { config: { tsRestRoute: route } as object }, async (request) => {
      seen.push(makeReadKey(request));
      return 'ok';
    });
  }
  for (const end of ['', '?utm_source=mail', '?q=b&limit=2', '?limit=2&limit=3', '/7?q=b']) {
    await app.inject(contract.programs.list.path + end);
  }
  await app.close();

  expect(seen).toEqual([
    '/api/v1/programs',
    '/api/v1/programs',
    '/api/v1/programs?limit=2&q=b',
    null,
    '/api/v1/programs/7',
  ]);
});

test.each([
  ['/a', '/a'],
  ['/a?', '/a'],
  ['/a?b=1', '/a'],
  ['/a?q=2&category=x&b', '/a?category=x&q=2'],
  ['/a?q=%20&q=b', '/a?q=+&q=b'],
  ['/a?x=?&q=z', '/a?q=z'],
  ['/a#q=z', '/a?q=z'],
  ['/a?q=z#b', '/a?q=z'],
])('the page at %s is rendered as %s', (url, rendered) => {
  expect(toPageUrl(url, parameters)).toBe(rendered);
  expect(toPageUrl(rendered, parameters)).toBe(rendered);
});

test.each([
  [{}, false],
  [{ 'save-data': 'on' }, true],
  [{ 'save-data': 'off' }, false],
  [{ ect: '2g' }, true],
  [{ ect: 'slow-2g' }, true],
  [{ ect: '3g' }, false],
  [{ cookie: 'view=light' }, true],
  [{ cookie: 'a=b; view=full; light=on', 'save-data': 'on', ect: '2g' }, false],
  [{ cookie: 'preview=light' }, false],
  [{ cookie: 'view=lighter' }, false],
  // Of earlier versions
  [{ cookie: 'light=on' }, true],
  [{ cookie: 'a=b; light=auto; c=d' }, true],
  [{ cookie: 'light=off', 'save-data': 'on', ect: '2g' }, false],
  [{ cookie: 'highlight=on' }, false],
  [{ cookie: 'light=only' }, false],
])('of %j light mode is %s', (headers, light) => {
  expect(isLightWanted(headers)).toBe(light);
});

test.each([
  ['googtrans=/en/lg', 'translated /a'],
  ['b=1; googtrans=/auto/zh-CN; c=2', 'translated /a'],
  ['googtrans=/en/lg; view=light', 'light translated /a'],
  ['googtrans=/en/en', '/a'],
  ['googtrans=', '/a'],
  ['xgoogtrans=/en/lg', '/a'],
])('with the cookie %j the key is %j', (cookie, key) => {
  expect(makeCacheKeyWithMode({ cookie }, '/a')).toBe(key);
});
