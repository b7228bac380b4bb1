import { kampalaYear } from '@institute/contract/rules';
import { afterEach, expect, test, vi } from 'vitest';
import { devAssets, render } from './entry-server.tsx';
import { site } from './testing/site.ts';

const origin = 'https://institute.example';
const failure = (status: number, code: string) => ({
  status,
  body: { error: { code, message: 'Program not found', details: [], requestId: 'r' } },
});
const answers: Record<string, () => { status: number; body: unknown }> = {
  '/site': () => ({ status: 200, body: { data: site } }),
  '/programs/999': () => failure(404, 'NOT_FOUND'),
  '/programs/abc': () => failure(400, 'VALIDATION_ERROR'),
};
const emptyList = { status: 200, body: { data: [], meta: { total: 0, limit: 1000, offset: 0 } } };

async function page(path: string, own: typeof answers = {}) {
  const known = { ...answers, ...own };
  const response = await render(new Request(origin + path), {
    origin,
    assets: devAssets,
    send: async ({ path: asked }) => known[asked]?.() ?? emptyList,
  });
  const html = await response.text();
  return { status: response.status, location: response.headers.get('location'), html };
}

const inside = (html: string, tag: string, name: string) =>
  new RegExp(`<${tag}[^>]*aria-label="${name}".*?</${tag}>`, 's').exec(html)?.[0] ?? '';
const words = (html: string) => html.replace(/<[^>]*>/g, '').trim();
const links = (html: string) =>
  Array.from(html.matchAll(/<a[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs), ([, href = '', text = '']) => [
    words(text),
    href,
  ]);
const current = (html: string) =>
  Array.from(html.matchAll(/<a[^>]*aria-current="page"[^>]*>(.*?)<\/a>/gs), ([, text = '']) => words(text));

afterEach(() => vi.restoreAllMocks());

test('a page is English, complete, and begins with a way past the header', async () => {
  const { status, html } = await page('/');

  expect(status).toBe(200);
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/);
  expect(words(/<a .*?<\/a>/s.exec(html)?.[0] ?? '')).toBe('Skip to content');
  expect(html).toMatch(/<header.*<main id="main".*<footer/s);
});

test('the top navigation lists the pages in order, home with the logo, and ends with the admin button', async () => {
  const main = inside((await page('/')).html, 'nav', 'Main');

  expect(links(main)).toEqual([
    ['Home', '/'],
    ['About', '/about'],
    ['Programs', '/programs'],
    ['Registration', '/registration'],
    ['Trainers', '/coaches'],
    ['Facilities', '/facilities'],
    ['News', '/news'],
    ['Gallery', '/gallery'],
    ['Contact', '/contact'],
    ['FAQ', '/faq'],
    ['Videos', '/videos'],
    ['Admin', '/admin/login'],
  ]);
  const [home = '', , ...others] = main.split('</a>');
  expect(home).toContain('<svg');
  expect(others.at(-2)).toContain('lucide-lock');
});

test.each([
  ['/', ['Home']],
  ['/programs', ['Programs']],
  ['/programs/999', ['Programs']],
  ['/registration', ['Registration']],
  ['/registration-success', []],
])('on %s the highlighted links are %j', async (path, expected) => {
  expect(current(inside((await page(path)).html, 'nav', 'Main'))).toEqual(expected);
});

test('the small screen’s menu can be reached without JavaScript, its links in order', async () => {
  const { html } = await page('/');
  const menu = /<details.*?<\/details>/s.exec(html)?.[0] ?? '';

  expect(menu).toContain('Open menu');
  expect(links(inside(menu, 'nav', 'Mobile'))).toEqual([
    ['Home', '/'],
    ['About', '/about'],
    ['Programs', '/programs'],
    ['Trainers', '/coaches'],
    ['Facilities', '/facilities'],
    ['Registration', '/registration'],
    ['News', '/news'],
    ['Gallery', '/gallery'],
    ['Videos', '/videos'],
    ['Alumni', '/alumni'],
    ['Contact', '/contact'],
    ['FAQ', '/faq'],
    ['Admin Login', '/admin/login'],
    ['Register Now', '/register'],
  ]);
});

test('the footer holds blurb, socials, quick links, contact, newsletter and this year', async () => {
  const footer = /<footer.*<\/footer>/s.exec((await page('/')).html)?.[0] ?? '';
  const all = links(footer);

  expect(links(inside(footer, 'nav', 'Footer')).map(([text]) => text)).toEqual([
    'Programs',
    'Registration',
    'Facilities',
    'Trainers',
    'About Us',
    'Alumni',
    'Donations',
  ]);
  for (const { network, url } of site.socials) expect(all).toContainEqual([network, url]);
  expect(all.filter(([, href]) => href?.startsWith('tel:'))).toEqual([
    ['+256 700 000 001', 'tel:+256700000001'],
    ['+256 700 000 002', 'tel:+256700000002'],
    ['+256 700 000 003', 'tel:+256700000003'],
  ]);
  expect(all).toContainEqual(['office@institute.example', 'mailto:office@institute.example']);
  expect(words(footer)).toContain(site.institute.blurb);
  expect(words(footer)).toContain(`© ${kampalaYear(new Date())} Test Institute`);
  expect(footer).toMatch(
    /<label for="([^"]+)"[^>]*>Email address<\/label>.*<input[^>]*id="\1"[^>]*type="email"[^>]*required/s,
  );
  expect(footer).toMatch(/<button[^>]*type="submit"[^>]*>Subscribe<\/button>/);
});

test('the chat button opens a chat with the greeting of the settings, on every page', async () => {
  for (const path of ['/', '/nowhere']) {
    expect(links((await page(path)).html)).toContainEqual([
      'Chat with us',
      'https://wa.me/256700000009?text=Hello%2C%20I%20have%20a%20question',
    ]);
  }
});

test('the Back button stands on every page but the home page', async () => {
  const back = /<button[^>]*>(?:<svg.*?<\/svg>)?Back<\/button>/s;
  expect((await page('/')).html).not.toMatch(back);
  expect((await page('/programs')).html).toMatch(back);
});

test('an address that no page has is 404, in the layout of the site', async () => {
  const { status, html } = await page('/nowhere/at/all');

  expect(status).toBe(404);
  expect(html).toMatch(/<h1[^>]*>Page not found<\/h1>/);
  expect(html).toContain('<title>Page not found</title>');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).toMatch(/<header.*<footer/s);
});

test.each(['/programs/999', '/programs/abc'])('an unknown program, %s, is 404 and says so', async (path) => {
  const { status, html } = await page(path);

  expect(status).toBe(404);
  expect(html).toMatch(/<h1[^>]*>Program not found<\/h1>/);
  expect(html).toMatch(/<header.*<footer/s);
});

test('the drawer’s address for the registration leads there, with its query', async () => {
  expect((await page('/register?program=3')).location).toBe('/registration?program=3');
});

test('a page says what it is to search engines and where it is shared', async () => {
  const { html } = await page('/programs');
  const head = /<head>.*<\/head>/s.exec(html)?.[0];

  expect(head).toContain('<title>Programs – Test Institute</title>');
  expect(head).toContain('<link rel="canonical" href="https://institute.example/programs"/>');
  expect(head).toContain('<meta property="og:title" content="Programs – Test Institute"/>');
  expect(head).toContain('<meta property="og:image" content="https://institute.example/images/share.jpg"/>');
  expect(head).toContain('<meta property="og:type" content="website"/>');
  expect(head).toMatch(/<meta name="description" content="A sentence about programs/);
});

test('the dashboard is not rendered here, and without the frame of the site', async () => {
  const { status, html } = await page('/admin');

  expect(status).toBe(200);
  expect(html).not.toMatch(/<footer|Chat with us/);
  expect(html).toContain('data-testid="skeleton"');
});

test('a page that cannot be made is 500 and offers to try again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { status, html } = await page('/programs/1', { '/programs/1': () => failure(503, 'UNAVAILABLE') });

  expect(status).toBe(500);
  expect(html).toMatch(/<h1[^>]*>Something went wrong<\/h1>/);
  expect(html).toMatch(/<button[^>]*>Retry<\/button>/);
});

test('without even the texts of the site there is a page that says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { status, html } = await page('/', { '/site': () => failure(503, 'UNAVAILABLE') });

  expect(status).toBe(500);
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en">.*Something went wrong/s);
});
