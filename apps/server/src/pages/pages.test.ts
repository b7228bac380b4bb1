import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { defaultLook } from '@institute/contract/look';
import type { PageRenderer } from '@institute/contract/page-bundle';
import fastify, { type FastifyInstance } from 'fastify';
import type { Response } from 'light-my-request';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageCache } from '../http/cache/page-cache.ts';
import { makePageKeyReader } from '../http/cache/read-key.ts';
import { isInnerCall } from '../http/in-process-call.ts';
import { readRoutePattern } from '../http/request-context.ts';
import { queueRequests } from '../http/server/request-queue.ts';
import { keepAnswers } from '../testing/app/cache-reads.ts';
import { patience } from '../testing/app/patience.ts';
import { noDrawings } from '../testing/stand-ins/no-drawings.ts';
import { serveSitePages } from './pages.ts';

const origin = 'https://institute.example';
let app: FastifyInstance;
let cache: PageCache;
let rendered: string[];
let apiStatus: number;
let title: string | undefined;
let siteReads: number;
let ready: Promise<void>;

const admin = {
  files: ['src/routes/admin/index.tsx', 'src/routes/admin_/reset-password.tsx'],
  html: async (page: string) => page,
};
const renderer: PageRenderer = {
  pageParameters: ['category', 'q'],
  locate: (path: string) => path,
  ...noDrawings,
  render: async ({ url }, { send, nonce, onMatch }) => {
    rendered.push(url);
    onMatch?.('/programs/:id');
    await ready;
    if (url.endsWith('/old')) return new Response(null, { status: 307, headers: { location: '/new' } });
    const { status, body } = await send({
      method: 'GET',
      path: '/programs?q=a',
      headers: {},
      body: undefined,
    });
    const code = status >= 500 ? 500 : url.includes('unknown') ? 404 : 200;
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...(url.includes('private') && { 'cache-control': 'private, no-store' }),
    };
    const long = url.endsWith('long') ? ' '.repeat(2000) : '';
    const start = url.endsWith('whole') ? '<!DOCTYPE html><html lang="en">' : '';
    const content = url.endsWith('content') ? '<script>evil()</script>' : '';
    return new Response(
      `${start}<script nonce="${nonce}">1</script><p>${JSON.stringify(body)}</p>${content}${long}`,
      { status: code, headers },
    );
  },
};

beforeEach(async () => {
  cache = new PageCache();
  rendered = [];
  apiStatus = 200;
  title = undefined;
  siteReads = 0;
  ready = Promise.resolve();
  app = fastify({ return503OnClosing: false });
  keepAnswers(app, cache);
  queueRequests(app, patience.load);
  app.get('/api/v1/programs', async (request, reply) =>
    reply.status(apiStatus).send({ data: request.query, title }),
  );
  await app.register(async (scope) => {
    scope.cacheRoutes(makePageKeyReader([]));
    scope.get('/api/v1/site', async (_, reply) => {
      siteReads += 1;
      reply.type('application/json').header('cache-control', 'public');
      return JSON.stringify({
        data: {
          institute: { mapUrl: 'https://maps.example/embed?at=1', aboutDocumentUrl: '', ...defaultLook },
        },
      });
    });
  });
  await app.register(serveSitePages, {
    config: { dev: false, publicUrl: origin, uploadUrl: undefined },
    apps: { renderer, admin },
    previewItem: async () => null,
  });
});
afterEach(() => app.close());

const headersOf = ({ headers: { date: _, ...headers } }: Response) => headers;

test('a page has its own route pattern, from memory too, and its calls are told apart', async () => {
  const seen: unknown[] = [];
  app.addHook('onResponse', async (request) => {
    seen.push([readRoutePattern(request), request.answeredFrom, isInnerCall(request.raw)]);
  });
  await app.inject('/programs/1');
  await app.inject('/programs/1');
  expect(seen).toEqual([
    ['/api/v1/programs', undefined, true],
    ['/api/v1/site', undefined, true],
    ['/programs/:id', undefined, false],
    ['/programs/:id', 'memory', false],
  ]);
});

test('a page is rendered with the API in process, once, and with its own content policy', async () => {
  const { statusCode, payload, headers } = await app.inject('/programs');

  expect([statusCode, payload]).toEqual([200, '<script>1</script><p>{"data":{"q":"a"}}</p>']);
  expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-");
  expect(headers['content-security-policy']).toMatch(/frame-src \S+ https:\/\/maps\.example;/);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
  });
  const again = await app.inject('/programs');
  expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
  expect(rendered).toEqual([`${origin}/programs`]);
});

test('after a change a page is rendered only when it read something else, or keeps its bytes', async () => {
  const read = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'br' } });
  const first = await read('/long');
  for (let turn = 0; turn < 2; turn += 1) {
    cache.clear();
    const again = await read('/long');
    expect(again.rawPayload).toEqual(first.rawPayload);
    expect(headersOf(again)).toEqual(headersOf(first));
  }
  expect(rendered).toHaveLength(1);

  title = 'Tailoring';
  cache.clear();
  const other = await read('/long');
  expect(brotliDecompressSync(other.rawPayload).toString()).toContain('Tailoring');
  expect(other.headers.etag).not.toBe(first.headers.etag);
  expect(rendered).toHaveLength(2);
});

test('a page is rendered anew on another day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T20:59:00Z') });
  for (const time of ['2026-11-27T20:59:30Z', '2026-11-27T21:00:30Z']) {
    await app.inject('/long');
    vi.setSystemTime(new Date(time));
    cache.clear();
  }
  await app.inject('/long');
  expect(rendered).toHaveLength(2);
});

test('a page in light mode, which shows the sizes of images, is rendered after each change', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    await app.inject({ url: '/long', headers: { 'save-data': 'on' } });
    cache.clear();
  }
  expect(rendered).toHaveLength(2);
});

test('only a visitor who has chosen a language gets a page that may run the translator', async () => {
  const read = (cookie: string) => app.inject({ url: '/whole', headers: { cookie } });
  for (let turn = 0; turn < 2; turn += 1) {
    const plain = await read('a=b');
    const translated = await read('a=b; googtrans=/en/lg');
    expect(plain.headers['content-security-policy']).not.toContain('google');
    expect(translated.headers['content-security-policy']).toContain('https://translate.google.com/');
    expect(plain.payload).toContain('<html lang="en">');
    expect(translated.payload).toContain('<html data-translator lang="en">');
    expect(translated.headers.etag).not.toBe(plain.headers.etag);
  }
  expect(rendered).toHaveLength(2);
});

test('a page is rendered without the parameters that no page reads', async () => {
  await app.inject('/programs?utm_source=mail&q=web');
  await app.inject('/programs?q=web');

  expect(rendered).toEqual([`${origin}/programs?q=web`]);
});

test('an uncached page is compressed too', async () => {
  for (const path of ['/private/long', '/unknown/long']) {
    const { headers, rawPayload } = await app.inject({
      url: path,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    const vary = 'Save-Data, ECT, Cookie, Accept-Encoding';
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary });
    const plain = (await app.inject(path)).rawPayload;
    expect(brotliDecompressSync(rawPayload).equals(plain)).toBe(true);
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
  }
});

test('a missing page is 404 and not cached', async () => {
  expect((await app.inject('/unknown')).statusCode).toBe(404);
  await app.inject('/unknown');
  expect(rendered).toHaveLength(2);
});

test('a private page is not cached', async () => {
  const { headers } = await app.inject('/private');
  await app.inject('/private');

  expect(headers['cache-control']).toBe('private, no-store');
  expect(rendered).toHaveLength(2);
});

test.each([
  ['/register', '/registration'],
  ['/register?program=3&from=mail', '/registration?program=3&from=mail'],
  ['/login', '/admin/login'],
])('%s redirects permanently to %s', async (from, to) => {
  const { statusCode, headers } = await app.inject(from);
  expect([statusCode, headers.location]).toEqual([308, to]);
});

test('a redirect of the application is passed on', async () => {
  const { statusCode, headers } = await app.inject('/old');
  expect([statusCode, headers.location]).toEqual([307, '/new']);
});

test('without the database the last version is served, else 503 with Retry-After', async () => {
  await app.inject('/programs');
  cache.clear();
  apiStatus = 503;

  expect((await app.inject('/programs')).statusCode).toBe(200);
  const { statusCode, headers } = await app.inject('/programs?q=never+seen');
  expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
});

test('an internal error is 500 and is not cached', async () => {
  apiStatus = 500;
  const { statusCode, headers } = await app.inject('/programs');
  expect([statusCode, headers['cache-control']]).toEqual([500, 'no-store']);
  apiStatus = 200;
  expect((await app.inject('/programs')).statusCode).toBe(200);
});

test('a page that is being rendered when the process closes is whole', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  ready = promise;
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = fetch(`${address}/programs`);
  await expect.poll(() => rendered).toHaveLength(1);
  const closing = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  resolve();

  const { status } = await page;
  app.server.closeAllConnections();
  await closing;
  expect(status).toBe(200);
});

test('a script in the content of a page is not allowed to run', async () => {
  const evil = '<script>evil()</script>';
  const { payload, headers } = await app.inject('/unknown/content');
  const hash = createHash('sha256').update('evil()').digest('base64');

  expect(payload).toContain(evil);
  expect(payload).not.toContain('nonce');
  expect(headers['content-security-policy']).toContain(
    `'sha256-${createHash('sha256').update('1').digest('base64')}'`,
  );
  expect(headers['content-security-policy']).not.toContain(hash);
});

test('pages read what the cache knows without a request, and read it anew after a change', async () => {
  const requests: unknown[] = [];
  app.addHook('onResponse', async ({ url }) => void requests.push(url));
  await Promise.all([app.inject('/programs'), app.inject('/other')]);
  await app.inject('/whole');
  expect(siteReads).toBe(1);
  expect(requests.filter((url) => url === '/api/v1/site')).toHaveLength(1);
  cache.clear();
  await app.inject('/programs');
  expect(siteReads).toBe(2);
});

test('after a change a page is made again once for all readers, and keeps its ETag where it is the same', async () => {
  const first = await app.inject('/programs');
  cache.clear();
  const same = await Promise.all([1, 2, 3].map(() => app.inject('/programs')));
  expect(same.map(({ headers }) => headers.etag)).toEqual(Array(3).fill(first.headers.etag));
  expect(rendered).toHaveLength(1);

  title = 'new';
  cache.clear();
  const changed = await Promise.all([1, 2, 3].map(() => app.inject('/programs')));
  expect(changed.map(({ body }) => body.includes('"title":"new"'))).toEqual([true, true, true]);
  expect(rendered).toHaveLength(2);
});

test('an address of the admin area has its page, which nobody stores', async () => {
  const open = async (url: string) => {
    const { statusCode, payload, headers } = await app.inject(url);
    return { statusCode, payload, caching: headers['cache-control'], referrer: headers['referrer-policy'] };
  };
  expect(await open('/admin?open=1')).toMatchObject({
    statusCode: 200,
    payload: 'index.html',
    caching: 'no-cache',
  });
  expect(await open('/admin/reset-password?token=t')).toMatchObject({
    statusCode: 200,
    payload: 'sign-in.html',
    caching: 'private, no-store',
    referrer: 'no-referrer',
  });
  expect(await open('/admin/nothing')).toMatchObject({ statusCode: 404, payload: 'index.html' });
  expect(rendered).toEqual([]);
});
