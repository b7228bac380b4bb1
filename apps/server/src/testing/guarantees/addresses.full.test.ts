import { afterAll, expect, test } from 'vitest';
import { everyContent, type Fields, getContentApi } from '../app/content-samples.ts';
import { useTestApp } from '../app/test-app.ts';
import { startHttp } from '../stand-ins/http-server.ts';

let hits = 0;
const listener = await startHttp((_, response) => {
  hits += 1;
  response.end();
});
afterAll(() => listener.close());
const port = new URL(listener.origin).port;
const t = await useTestApp();
const withPages = await t.openPages();

const evil = 'evil.example';
const elsewhere = [
  `//${evil}/`,
  `////${evil}//`,
  `/\\${evil}/`,
  `\\\\${evil}/`,
  `/%5c${evil}/`,
  `/%2f%2f${evil}/`,
  `/x/..//${evil}/`,
  `/%2e//${evil}/`,
  `//${evil}/..`,
  `//${evil}?`,
  `/https:${evil}/`,
  `//user@${evil}/`,
  `//localhost:3000@${evil}/`,
  `/%09/${evil}/`,
  `/%0d%0aLocation:%20https://${evil}/`,
  `/programs//${evil}/`,
  `//${evil}/programs/`,
  `/register//${evil}`,
  `/register?//${evil}/`,
  `/register?@${evil}`,
  `/login?redirect=https://${evil}`,
  `//${evil}%2fregister`,
  `/admin//${evil}/`,
  `//[::1]/`,
  `/javascript:alert(1)/`,
  `/?url=//${evil}/`,
];

test.each(elsewhere)('%s leads to no other site', async (url) => {
  for (const headers of [{}, { 'x-forwarded-host': evil, referer: `https://${evil}/` }]) {
    const { location, refresh } = (await withPages.inject({ url, headers })).headers;
    expect(refresh).toBeUndefined();
    if (location === undefined) continue;
    // A browser reads a backslash as a slash
    expect(new URL(String(location), 'http://localhost:3000').origin).toBe('http://localhost:3000');
    expect(String(location)).toMatch(/^\/(?![/\\])/);
  }
});

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
  `http://127.0.0.1:${port}/a.jpg`,
  `http://localhost:${port}/a.jpg`,
  `http://2130706433:${port}/a.jpg`,
  `http://[::ffff:127.0.0.1]:${port}/a.jpg`,
  `http://①②⑦.⓪.⓪.①:${port}/a.jpg`,
  `http://user:password@127.0.0.1:${port}/a.jpg`,
  `https://127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/a.jpg`,
  `ftp://127.0.0.1:${port}/`,
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
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
  let stored = 0;
  for (const { resource, full } of everyContent) {
    for (const address of addresses) {
      const changed = Object.fromEntries(addressFields(full).map((name) => [name, address]));
      const fields = {
        ...full,
        ...('isActive' in full && { isActive: true }),
        ...changed,
        ...('content' in full && { content: `<p><img src="${address}"></p>` }),
        // Only one item can have a path
        ...('path' in full && { path: null }),
      };
      const { status } = await getContentApi(t.office, resource).create({ body: fields });
      expect([201, 400]).toContain(status);
      if (status === 201) stored += 1;
    }
  }
  expect(stored).toBeGreaterThan(30);
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
