import type { AddressInfo } from 'node:net';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openApi } from '../../reference/openapi.ts';
import { patience } from '../../testing/app/patience.ts';
import { useTestApp } from '../../testing/app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../../testing/files/images.ts';
import { restCalls } from '../../testing/guarantees/every-call.ts';
import { callHeaderNames, exposedHeaders } from './cross-origin.ts';

const trusted = 'https://app.example.org';
const stranger = 'https://stranger.example';

const t = await useTestApp({ CORS_ORIGINS: `http://localhost:5173,${trusted}` });
await t.given.content('programs');

const ask = (origin: string, options: InjectOptions) =>
  t.app.inject({ ...options, headers: { origin, ...options.headers } });
const bearer = async () => ({ authorization: `Bearer ${(await t.signIn()).token}` });
const preflight = (origin: string, url: string, method: string) =>
  ask(origin, { method: 'OPTIONS', url, headers: { 'access-control-request-method': method } });

test('pages of every origin read public content, and why a read of it is refused', async () => {
  for (const [url, status] of [
    ['/api/v1/programs', 200],
    ['/api/v1/programs/summaries', 200],
    ['/api/v1/programs/1', 200],
    ['/api/v1/site', 200],
    ['/api/v1/site/legal', 200],
    ['/api/v1/openapi.json', 200],
    ['/api/v1/programs/99', 404],
    ['/api/v1/programs?limit=0', 400],
  ] as const) {
    for (const origin of [stranger, trusted, 'null']) {
      const { statusCode, headers } = await ask(origin, { url });
      expect([url, statusCode, headers['access-control-allow-origin']]).toEqual([url, status, '*']);
      expect(headers['access-control-expose-headers']).toContain('ETag');
      expect(headers.vary ?? '').not.toContain('Origin');
    }
  }
});

test('an answer from memory, one that has not changed and HEAD carry the header too', async () => {
  const app = await buildApp({ ...patience, config: t.config, db: t.db, withPages: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1/programs`;
  await fetch(url);
  const read = await fetch(url, { headers: { origin: stranger } });
  const again = await fetch(url, { headers: { 'if-none-match': read.headers.get('etag') ?? '' } });
  const head = await fetch(url, { method: 'HEAD' });
  const seen = [read, again, head].map(({ status, headers }) => [
    status,
    headers.get('access-control-allow-origin'),
    headers.get('vary'),
  ]);
  await app.close();
  expect(seen).toEqual([
    [200, '*', 'Authorization, Accept-Encoding'],
    [304, '*', 'Authorization, Accept-Encoding'],
    [200, '*', 'Authorization, Accept-Encoding'],
  ]);
});

test('only trusted origins read anything else, and content with a bearer', async () => {
  const headers = await bearer();
  for (const [options, status] of [
    [{ url: '/api/v1/registrations', headers }, 200],
    [{ url: '/api/v1/programs', headers }, 200],
    [{ url: '/api/v1/registrations' }, 401],
    [{ url: '/api/v1/programs', headers: { authorization: 'Bearer wrong' } }, 401],
    [{ url: '/api/v1/stats' }, 200],
    [{ url: '/api/v1/contact', method: 'POST', payload: {} }, 400],
    [{ url: '/api/v1/programs', method: 'PATCH' }, 405],
    [{ url: '/api/v1/nothing' }, 404],
  ] as const) {
    for (const [origin, allowed] of [
      [trusted, trusted],
      ['http://localhost:5173', 'http://localhost:5173'],
      [stranger, undefined],
      [`${trusted}.evil.example`, undefined],
      ['null', undefined],
    ] as const) {
      const answer = await ask(origin, options);
      expect([options, answer.statusCode]).toEqual([options, status]);
      expect(answer.headers['access-control-allow-origin'], `${origin} ${options.url}`).toBe(allowed);
      expect(answer.headers.vary).toContain('Origin');
    }
  }
});

test('no answer and no preflight allows cookies', async () => {
  for (const { method, path } of restCalls) {
    const url = path.replace(/:\w+/g, '1');
    for (const answer of [
      await ask(trusted, { url, method: 'OPTIONS' }),
      await preflight(trusted, url, method),
    ])
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  }
  const { refreshToken } = await t.signIn();
  const refreshed = await ask(trusted, {
    method: 'POST',
    url: '/api/v1/admin/refresh',
    headers: { cookie: `refresh_token=${refreshToken}` },
  });
  expect([refreshed.statusCode, refreshed.json().error.code]).toEqual([403, 'FORBIDDEN']);
  expect(refreshed.headers).not.toHaveProperty('access-control-allow-credentials');
});

test('a preflight says what a page may send, and is kept for two hours', async () => {
  const toContent = '/api/v1/programs/1';
  const may = async (origin: string, url: string, method: string) => {
    const { statusCode, headers } = await preflight(origin, url, method);
    expect(statusCode).toBe(204);
    expect(headers.vary).toBe('Origin');
    if (headers['access-control-allow-origin']) expect(headers['access-control-max-age']).toBe('7200');
    return [
      headers['access-control-allow-origin'],
      headers['access-control-allow-methods'],
      headers['access-control-allow-headers'],
    ];
  };
  const all = callHeaderNames.join(', ');

  expect(await may(stranger, toContent, 'GET')).toEqual(['*', 'GET, HEAD', 'If-None-Match']);
  expect(await may(stranger, '/api/v1/registrations', 'POST')).toEqual([undefined, undefined, undefined]);
  expect(await may(trusted, toContent, 'PUT')).toEqual([trusted, 'DELETE, GET, HEAD, OPTIONS, PUT', all]);
  expect(await may(trusted, '/api/v1/registrations', 'POST')).toEqual([
    trusted,
    'GET, HEAD, OPTIONS, POST',
    all,
  ]);
  expect(await may(trusted, '/uploads/demo/image/upload', 'POST')).toEqual([trusted, 'OPTIONS, POST', all]);
});

test('images are open to all, uploads to trusted origins', async () => {
  const { authorization } = await bearer();
  const { path } = await uploadForm(t.app, makeImageForm(await makePlainImage('png')), authorization);
  const image = await ask(stranger, { url: path });
  expect(image.headers['access-control-allow-origin']).toBe('*');
  for (const [origin, allowed] of [
    [trusted, trusted],
    [stranger, undefined],
  ] as const) {
    const refused = await ask(origin, { method: 'POST', url: '/uploads/demo/image/upload' });
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, allowed]);
  }
});

test('the pages and the dashboard have no such headers', async () => {
  for (const url of ['/api/trpc/account.get', '/healthz', '/news.rss'])
    expect((await ask(trusted, { url })).headers, url).not.toHaveProperty('access-control-allow-origin');
});

test('scripts of other origins can send and read every header of the reference', () => {
  const lower = (names: string[]) => names.map((name) => name.toLowerCase());
  const { paths, components } = openApi();
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const answers = [
    ...operations.flatMap(({ responses }) => Object.values(responses)),
    ...Object.values(components.responses),
  ];
  const answered = new Set(answers.flatMap(({ headers }) => lower(Object.keys(headers ?? {}))));
  const sent = new Set(
    operations.flatMap(({ parameters }) =>
      lower(parameters.flatMap((p) => (p.in === 'header' ? [p.name] : []))),
    ),
  );
  // Cookies are never for other origins, and only the payment provider sends `verif-hash`
  expect([...answered].filter((name) => !lower(exposedHeaders).includes(name))).toEqual(['set-cookie']);
  expect([...sent].filter((name) => !lower(callHeaderNames).includes(name))).toEqual(['verif-hash']);
});
