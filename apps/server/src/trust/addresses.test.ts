import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentApi, everyContent, type Fields } from '../testing/content-samples.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

let t: TestApp;
let withPages: TestApp['app'];
let listener: Server;
let hits = 0;
let port: number;
beforeAll(async () => {
  listener = createServer((_, response) => {
    hits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  port = (listener.address() as AddressInfo).port;
  t = await testApp();
  withPages = await t.openPages();
});
afterAll(async () => {
  await t.close();
  listener.close();
});

const evil = 'evil.example';
const elsewhere = [
  `//${evil}`,
  `//${evil}/`,
  `///${evil}/`,
  `////${evil}//`,
  `/\\${evil}/`,
  `/\\/${evil}/`,
  `\\\\${evil}/`,
  `/%5c${evil}/`,
  `/%2f${evil}/`,
  `/%2f%2f${evil}/`,
  `//%2f${evil}/`,
  `/.//${evil}/`,
  `/..//${evil}/`,
  `/x/..//${evil}/`,
  `/%2e//${evil}/`,
  `//${evil}/%2e%2e`,
  `//${evil}/..`,
  `//${evil}?`,
  `//${evil}/?a=b/`,
  `/http://${evil}/`,
  `/https:${evil}/`,
  `/@${evil}/`,
  `//user@${evil}/`,
  `//localhost:3000@${evil}/`,
  `/%09/${evil}/`,
  `/%0a/${evil}/`,
  `/%0d%0aLocation:%20https://${evil}/`,
  `/programs//${evil}/`,
  `//${evil}/programs/`,
  `/programs/%2f%2f${evil}/`,
  `/register//${evil}`,
  `/register?next=//${evil}/`,
  `/register?//${evil}/`,
  `/register?@${evil}`,
  `/login?redirect=https://${evil}`,
  `/login?//${evil}`,
  `/login?\\\\${evil}`,
  `//${evil}%2fregister`,
  `/admin//${evil}/`,
  `/news//${evil}/`,
  `//[::1]/`,
  `//0x7f000001/`,
  `/javascript:alert(1)/`,
  `/%E3%80%82${evil}/`,
  `/;@${evil}/`,
  `/?url=//${evil}/`,
];

test.each(elsewhere)('%s leads to no other site', async (url) => {
  for (const method of ['GET', 'HEAD'] as const) {
    for (const headers of [{}, { 'x-forwarded-host': evil }, { referer: `https://${evil}/` }]) {
      const answer = await withPages.inject({ method, url, headers });
      const { location, refresh } = answer.headers;
      expect(refresh).toBeUndefined();
      if (location === undefined) continue;
      // A browser reads a backslash as a slash.
      expect(new URL(String(location), 'http://localhost:3000').origin).toBe('http://localhost:3000');
      expect(String(location)).toMatch(/^\/(?![/\\])/);
    }
  }
});

test('at least 30 of them were tried', () => expect(elsewhere.length).toBeGreaterThanOrEqual(30));

test('a form that is sent leads to the page of the form', async () => {
  const answer = await withPages.inject({
    method: 'POST',
    url: `/newsletter?next=//${evil}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', referer: `https://${evil}/` },
    payload: `email=ann%40example.org&next=//${evil}&redirect=//${evil}`,
  });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/newsletter?sent=1']);
});

const inside = (): string[] => [
  ...[
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.1',
    '127.0.1',
    '0',
    '0.0.0.0',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '127.000.000.001',
    '127.127.127.127',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    'user@127.0.0.1',
    'example.org@127.0.0.1',
    'user:password@127.0.0.1',
    'localtest.me',
    '127.0.0.1.nip.io',
    '%31%32%37.0.0.1',
  ].map((host) => `http://${host}:${port}/a.jpg`),
  ...[
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://0xa9fea9fe/',
  ],
  ...[
    `https://127.0.0.1:${port}/`,
    `HTTP://127.0.0.1:${port}/`,
    `ftp://127.0.0.1:${port}/`,
    `gopher://127.0.0.1:${port}/_GET`,
  ],
  ...[
    `file:///etc/passwd`,
    `//127.0.0.1:${port}/a.jpg`,
    `\\\\127.0.0.1:${port}\\a`,
    `dict://127.0.0.1:${port}/`,
  ],
];

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:https?:\/\/|\/)/.test(value);
const addressFields = (fields: Fields) => Object.keys(fields).filter((name) => isAddress(fields[name]));

const everywhere = (value: unknown, address: string): unknown => {
  if (isAddress(value)) return address;
  if (Array.isArray(value)) return value.map((each) => everywhere(each, address));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, everywhere(each, address)]));
};

test('no address of an image, a video, a map or a document makes the server call it', async () => {
  const addresses = inside();
  expect(addresses.length).toBeGreaterThanOrEqual(40);
  let stored = 0;
  for (const { resource, full } of everyContent) {
    for (const address of addresses) {
      const changed = Object.fromEntries(addressFields(full).map((name) => [name, address]));
      const fields = {
        ...full,
        ...('isActive' in full && { isActive: true }),
        ...changed,
        ...('content' in full && { content: `<p><img src="${address}"></p>` }),
      };
      const { status } = await contentApi(t.office, resource).create({ body: fields });
      expect([201, 400]).toContain(status);
      if (status === 201) stored += 1;
    }
  }
  expect(stored).toBeGreaterThan(100);
  const { view } = await t.office.admin.site.get.query();
  for (const address of addresses) {
    const changes = everywhere(view, address) as Partial<typeof view>;
    await t.office.admin.site.update.mutate({ changes }).catch(() => undefined);
  }
  await t.office.admin.newsletter.campaigns.create.mutate({ subject: 'News', postId: 1 });

  await t.office.admin.newsletter.campaigns.preview.query({ id: 1 });
  await t.office.admin.stats.attention.query();
  await t.office.admin.uploads.list.query({});
  for (const page of [
    '/',
    '/about',
    '/programs',
    '/programs/1',
    '/facilities/1',
    '/news/1',
    '/gallery',
    '/videos',
    '/alumni',
  ]) {
    expect((await withPages.inject(page)).statusCode).toBeLessThan(500);
  }
  for (const feed of ['/news.rss', '/sitemap.xml', '/manifest.webmanifest']) {
    expect((await withPages.inject(feed)).statusCode).toBe(200);
  }
  expect(hits).toBe(0);
});
