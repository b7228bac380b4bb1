import { contentResources } from '@institute/contract';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { nonce, readPage } from '../testing/server-page.ts';
import { site } from '../testing/site.ts';

const image = '/images/demo/slide-beauty-1280x960-ab7d4c';
const sizes: Record<string, number> = { [`${image}/640.webp`]: 34_000, [`${image}/1280.webp`]: 91_000 };
const light = (path: string, own: object = {}) =>
  readPage(
    path,
    Object.fromEntries(
      Object.entries(own).map(([asked, data]) => [
        asked,
        () => ({ status: 200, body: { data, meta: { total: 1 } } }),
      ]),
    ),
    { light: async (address) => sizes[address] },
  );

test('a light page has no scripts but its own, no fonts and nothing that loads early', async () => {
  const { document, html } = await light('/');
  const scripts = Array.from(
    document.querySelectorAll('script'),
    (script) => script.type || script.getAttribute('nonce'),
  );
  expect(scripts.toSorted()).toEqual(['application/ld+json', nonce]);
  expect(document.querySelector('[rel=preload], [rel=modulepreload]')).toBeNull();
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en" data-view="document" class="light">/);
  expect(document.querySelector('style')?.textContent).toContain('--font-sans:"Figtree Arial"');
});

test('an image becomes a link to a width for phones, with its size, text and place', async () => {
  const slides = [{ ...site.slides[0], image: `${image}/1280.webp`, imageAlt: 'Tom & "Jo" > all' }];
  const { document } = await light('/', { '/site': { ...site, slides } });
  expect(document.querySelector('img, picture, source')).toBeNull();
  const link = document.querySelector<HTMLAnchorElement>('[aria-roledescription=slide] a');
  expect(link?.getAttribute('href')).toBe(`${image}/640.webp`);
  expect(link?.textContent).toBe('Show picture (34 kB) Tom & "Jo" > all');
  expect(link?.dataset.image).toBe('Tom & "Jo" > all');
  expect(link?.className).toContain('h-[62vw]');
  expect(link?.getAttribute('style')).toContain('background-color:#ab7d4c');
});

test('an image in a link stays part of the link, with the size of what the link opens', async () => {
  const item = { title: 'Title', type: 'image', date: '2026-11-06', imageAlt: null, videoUrl: null };
  const items = [
    { ...item, id: 1, imageUrl: `${image}/1280.webp` },
    { ...item, id: 2, imageUrl: '/a.jpg' },
  ];
  const { getByRole, document } = await light('/gallery', { '/gallery/summaries': items });
  const links = within(getByRole('region', { name: 'Pictures and videos' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Show picture (91 kB)Title', 'Title']);
  expect(document.querySelectorAll('a a')).toHaveLength(0);
});

test('images and frames of a post are links, and no link is in another', async () => {
  const content = `<img src="https://other.example/a.jpg" alt="A" /><a href="/b"><img src="/c.webp" /></a><iframe src="/v" title="Video"></iframe>`;
  const dates = { createdAt: '2026-11-01T08:00:00.000Z', updatedAt: '2026-11-01T08:00:00.000Z' };
  const post = { ...contentResources.posts.example, id: 2, content, imageUrl: null, ...dates };
  const { document } = await light('/news/2', { '/posts/2': post });
  const links = Array.from(document.querySelectorAll('.prose a'), (link) => [
    link.getAttribute('href'),
    link.textContent,
  ]);
  expect(links).toEqual([
    ['https://other.example/a.jpg', 'Show picture A'],
    ['/b', ''],
    ['/v', 'Video'],
  ]);
});

test('the document of the institute is a link, and the list on this phone is never light', async () => {
  const institute = { ...site.institute, aboutDocumentUrl: '/documents/a.pdf' };
  const { document, getByRole } = await light('/about', { '/site': { ...site, institute } });
  expect(document.querySelector('iframe')?.className).toContain('light:hidden');
  expect(getByRole('link', { name: 'Open the document' }).getAttribute('href')).toBe('/documents/a.pdf');
  expect((await light('/registration/mine')).document.documentElement.className).toBe('');
});
