import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { everyContent } from '../app/content-samples.ts';
import { useTestApp } from '../app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../files/images.ts';

const t = await useTestApp({ METRICS_TOKEN: 'm'.repeat(40) });
const withPages = await t.openPages();
const bearer = { authorization: `Bearer ${(await t.signIn()).token}` };
for (const { resource, full } of everyContent)
  await t.given.content(resource, { ...full, ...('isActive' in full && { isActive: true }) });
await t.given.registration();
await t.office.admin.redirects.create.mutate({ from: '/shop', to: 'https://elsewhere.example/' });

const everywhere = { 'x-content-type-options': 'nosniff' };
const documents = {
  ...everywhere,
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
  'referrer-policy': expect.stringMatching(/^(?:strict-origin-when-cross-origin|same-origin)$/),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
};
const pages = {
  ...documents,
  'content-security-policy': expect.stringMatching(
    /script-src 'self'.*object-src 'none'.*frame-ancestors '(?:none|self)'/,
  ),
};
const office = {
  ...documents,
  'content-security-policy': expect.stringMatching(
    /frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types institute/,
  ),
};
const personal = { ...documents, 'cache-control': expect.stringMatching(/no-store/) };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };

/** Answers that pages of every origin may read. */
const open = new Set([
  'a list',
  'an item',
  'a missing item',
  'a read that is not understood',
  'the reference',
]);

type Request = InjectOptions | string;
const sent = (
  url: string,
  payload: string | object,
  headers: Record<string, string> = form,
): InjectOptions => ({
  method: 'POST',
  url,
  headers: typeof payload === 'string' ? headers : json,
  payload,
});
const signedIn = (url: string) => ({ url, headers: bearer });
const withToken = { url: '/metrics', headers: { authorization: `Bearer ${'m'.repeat(40)}` } };
const privatePage = { ...pages, 'cache-control': 'private, no-store' };
const navigation = { ...form, 'sec-fetch-mode': 'navigate' };
const neverKept = { ...documents, 'cache-control': 'private, no-store' };
const status = 'reference=R&phone=0700000000';

const kinds = (): [what: string, status: number, headers: object, request: Request][] => [
  ['a page', 200, pages, '/'],
  ['a page of an item', 200, pages, '/programs/1'],
  ['the admin area', 200, office, '/admin'],
  ['an unknown page', 404, pages, '/nothing'],
  ['a redirect', 308, documents, '/register'],
  ['a redirect to the address without a slash', 308, everywhere, '/programs/'],
  ['a page that leads to another site', 200, { ...personal, 'x-robots-tag': 'noindex' }, '/shop'],
  ['a refused form', 400, privatePage, sent('/contact', 'name=Ann')],
  ['a refused form of a browser', 303, neverKept, sent('/contact', 'name=Ann', navigation)],
  ['a form that is shown again', 200, privatePage, '/contact?again=0'],
  ['a form that was sent', 303, documents, sent('/newsletter', 'email=a%40example.org')],
  ['the status of a registration', 404, privatePage, sent('/registration/status', status)],
  ['a list', 200, documents, '/api/v1/programs'],
  ['an item', 200, documents, '/api/v1/programs/1'],
  ['a missing item', 404, personal, '/api/v1/programs/999'],
  ['a read that is not understood', 400, personal, '/api/v1/programs?limit=a'],
  ['a refused visitor', 401, personal, '/api/v1/registrations'],
  ['registrations', 200, personal, signedIn('/api/v1/registrations')],
  ['one registration', 200, personal, signedIn('/api/v1/registrations/1')],
  ['messages', 200, personal, signedIn('/api/v1/contact-submissions')],
  ['content as the office sees it', 200, personal, signedIn('/api/v1/programs')],
  ['a new message', 400, personal, sent('/api/v1/contact', {})],
  ['a sign-in', 401, personal, sent('/api/v1/admin/login', { email: 'a@example.org', password: 'x' })],
  ['another method', 405, personal, { method: 'PUT', url: '/api/v1/programs', payload: {} }],
  ['the methods of an address', 204, documents, { method: 'OPTIONS', url: '/api/v1/programs' }],
  ['a body of another type', 415, personal, sent('/api/v1/contact', 'a', { 'content-type': 'text/plain' })],
  ['a body that is too large', 413, personal, sent('/api/v1/contact', `"${'x'.repeat(99_999)}"`, json)],
  ['an address that cannot be decoded', 400, personal, '/api/v1/programs/%ff'],
  ['a procedure', 200, personal, signedIn('/api/trpc/account.get')],
  ['a refused procedure', 401, personal, '/api/trpc/account.get'],
  ['an unknown procedure', 404, personal, signedIn('/api/trpc/nothing')],
  ['an export without a ticket', 401, personal, sent('/api/exports/registrations', '')],
  ['the site map', 200, documents, '/sitemap.xml'],
  ['the news feed', 200, documents, '/news.rss'],
  ['rules for robots', 200, documents, '/robots.txt'],
  ['the manifest', 200, documents, '/manifest.webmanifest'],
  ['the service worker', 200, everywhere, '/sw.js'],
  ['the reference', 200, documents, '/api/v1/openapi.json'],
  ['the reference as a page', 200, pages, '/docs/api'],
  ['the script of the reference', 200, everywhere, '/docs/api/reference.js'],
  ['health', 200, personal, '/healthz'],
  ['readiness', 200, personal, '/readyz'],
  ['metrics', 200, personal, withToken],
  ['metrics for strangers', 404, personal, '/metrics'],
  ['the script of the sandbox', 200, documents, '/sandbox/checkout.js'],
  ['a missing picture', 404, personal, '/uploads/nothing'],
  [
    'an upload of another type',
    415,
    personal,
    sent('/uploads/demo/image/upload', '{}', { ...bearer, ...json }),
  ],
];

test('every kind of answer has its headers', async () => {
  for (const [what, status, headers, request] of kinds()) {
    const answer = await withPages.inject(request);
    expect([what, answer.statusCode], answer.body.slice(0, 200)).toEqual([what, status]);
    expect(answer.headers, what).toMatchObject(headers);
    expect(answer.headers, what).not.toHaveProperty('x-powered-by');
    expect(answer.headers, what).not.toHaveProperty('server');
    expect(answer.headers['access-control-allow-origin'], what).toBe(open.has(what) ? '*' : undefined);
    expect(answer.headers, what).not.toHaveProperty('access-control-allow-credentials');
  }
});

test('a stored image and a file of the build are what they say', async () => {
  const { path } = await uploadForm(t.app, makeImageForm(await makePlainImage('png')), bearer.authorization);
  const image = await withPages.inject(path);
  expect(image.headers).toMatchObject({ ...everywhere, 'content-type': 'image/webp' });
  const script = /"(\/assets\/[^"]+\.js)"/.exec((await withPages.inject('/')).body)?.[1] ?? '';
  const file = await withPages.inject(script);
  expect(file.headers).toMatchObject({ ...everywhere, 'content-type': expect.stringMatching(/javascript/) });
});

const varyOf = async (request: InjectOptions) => {
  const { statusCode, headers } = await withPages.inject(request);
  const names = headers.vary?.toString().split(', ').sort().join(', ');
  return { status: statusCode, vary: names, etag: headers.etag?.toString() ?? '' };
};

test.each([
  ['/api/v1/coaches', '/api/v1/coaches/999', 'Accept-Encoding, Authorization'],
  ['/coaches', '/nothing', 'Accept-Encoding, Cookie, ECT, Save-Data'],
])('every answer to a read of %s names in Vary all that it depends on', async (url, missing, names) => {
  const withBearer = names.includes('Authorization') ? `${names}, Origin` : names;
  const head = { method: 'HEAD', url } as const;
  expect(await varyOf(head)).toMatchObject({ status: 200, vary: names });
  const { etag, ...uncached } = await varyOf({ url });
  expect(uncached).toEqual({ status: 200, vary: names });
  expect(await varyOf({ url })).toEqual({ status: 200, vary: names, etag });
  expect(await varyOf(head)).toEqual({ status: 200, vary: names, etag });
  const unchanged = { 'if-none-match': etag };
  expect(await varyOf({ url, headers: unchanged })).toEqual({ status: 304, vary: names, etag });
  expect(await varyOf({ url: missing })).toMatchObject({ status: 404, vary: names });
  expect(await varyOf({ method: 'HEAD', url: missing })).toMatchObject({ status: 404, vary: names });
  expect(await varyOf({ url, headers: bearer })).toMatchObject({ status: 200, vary: withBearer });
  expect(await varyOf({ url: missing, headers: bearer })).toMatchObject({ status: 404, vary: withBearer });
});
