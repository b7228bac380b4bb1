import { feeds } from '@institute/contract/feeds.constants';
import { expect, test } from 'vitest';
import { contentInfos, resources } from '../composition/resources.ts';
import { requireSuccess } from '../testing/app/answers.ts';
import { useTestApp } from '../testing/app/test-app.ts';

const origin = 'https://institute.example';
// Before the site is stored
const began = Math.floor(Date.now() / 1000) * 1000;
const t = await useTestApp({ PUBLIC_URL: origin });

const get = (url: string) => t.app.inject(url);

const pages = [
  '/',
  '/about',
  '/programs',
  '/registration',
  '/coaches',
  '/facilities',
  '/news',
  '/gallery',
  '/videos',
  '/alumni',
  '/contact',
  '/faq',
  '/donations',
  '/privacy',
  '/terms',
];
const hidden = [{ status: 'draft' }, { status: 'scheduled', publishAt: '2099-01-01T00:00:00Z' }] as const;

test('the sitemap holds every address that visitors see, with its last change, and no other', async () => {
  const shown = [
    `/programs/${(await t.given.program()).id}`,
    `/facilities/${(await t.given.content('facilities')).id}`,
    `/news/${(await t.given.post()).id}`,
  ];
  for (const resource of ['coaches', 'gallery', 'alumni'] as const) await t.given.content(resource);
  await t.given.content('gallery', {
    type: 'video',
    videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
  });
  await t.given.program({ isActive: false });
  for (const state of hidden) {
    await t.given.program(state);
    await t.given.post(state);
  }
  const { id } = await t.given.post();
  await requireSuccess(t.office.api.posts.remove({ params: { id } }));

  const { headers, payload } = await get('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  const found = [...payload.matchAll(/<url><loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod><\/url>/g)];
  expect(found.map(([, address]) => address?.slice(origin.length)).sort()).toEqual(
    [...new Set([...pages, ...contentInfos.flatMap(({ listedOn }) => listedOn)]), ...shown].sort(),
  );
  for (const [, address, changed] of found) {
    expect(address).toMatch(/^https:\/\/institute\.example\//);
    expect(Date.parse(changed ?? '')).toBeGreaterThanOrEqual(began);
  }
});

test('each feed that pages link to is one of a resource', () => {
  expect(resources.flatMap(({ feed }) => feed?.path ?? [])).toEqual(feeds.map(({ path }) => path));
});

test('a new post is in the next sitemap and feed', async () => {
  await get('/news.rss');
  const path = `${origin}/news/${(await t.given.post({ title: 'Fresh' })).id}`;

  expect((await get('/sitemap.xml')).payload).toContain(`<loc>${path}</loc>`);
  expect((await get('/news.rss')).payload).toContain(`<title>Fresh</title><link>${path}</link>`);
});

test('the feed holds the latest posts, newest first, as words with absolute links', async () => {
  const content = '<h2>One &amp; two</h2><p>See <a href="/faq">here</a>.</p>';
  const { id } = await t.given.post({ title: 'Ages 5 < 6 &\u0001"up"', content, category: 'events' });
  const { headers, payload } = await get('/news.rss');

  expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  const [first = ''] = payload.match(/<item>.*<\/item>/) ?? [];
  expect(first).toContain('<title>Ages 5 &lt; 6 &amp;&quot;up&quot;</title>');
  expect(first).toContain(`<link>${origin}/news/${id}</link>`);
  expect(first).toContain('<category>Events</category>');
  // Twice escaped: once as HTML, once as XML
  expect(first).toContain('<description>One &amp;amp; two See here.</description>');
  expect(first).toMatch(/<pubDate>\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT<\/pubDate>/);
});

test('robots.txt excludes the dashboard and names the sitemap', async () => {
  const { headers, payload } = await get('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(payload.split('\n')).toEqual(
    expect.arrayContaining(['User-agent: *', 'Disallow: /admin', `Sitemap: ${origin}/sitemap.xml`]),
  );
});

test('the manifest names the institute, its icons and the main colour it has chosen', async () => {
  const { view } = await t.office.admin.site.get.query();
  const institute = { ...view.institute, colors: { main: '#8f1d2e', accent: '#12a5a0' } };
  await t.office.admin.site.update.mutate({ changes: { institute } });
  const { headers, payload } = await get('/manifest.webmanifest');
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  const { name, start_url, theme_color, icons } = JSON.parse(payload);
  expect(theme_color).toBe(institute.colors.main);
  expect([name, start_url]).toEqual([expect.stringMatching(/\w/), '/']);
  expect(icons.map(({ src, purpose }: { src: string; purpose: string }) => [src, purpose])).toEqual([
    ['/icons/icon-192.png', 'any'],
    ['/icons/icon-512.png', 'any'],
    ['/icons/maskable-512.png', 'maskable'],
  ]);
});

test('security.txt says whom to tell of a weakness, for less than a year', async () => {
  const { view } = await t.office.admin.site.get.query();
  const institute = { ...view.institute, emails: ['safety@institute.example', 'other@institute.example'] };
  await t.office.admin.site.update.mutate({ changes: { institute } });

  const { headers, payload } = await get('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const [expires = ''] = /(?<=^Expires: ).*$/m.exec(payload) ?? [];
  expect(payload.split('\n')).toEqual([
    'Contact: mailto:safety@institute.example',
    `Contact: ${origin}/contact`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ]);
  const days = (new Date(expires).getTime() - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
});
