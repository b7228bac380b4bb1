import { gzipSync } from 'node:zlib';
import { defaultColors } from '@institute/contract/look';
import { toLocalYear } from '@institute/contract/time';
import { within } from '@testing-library/dom';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createRenderer } from './entry-server.tsx';
import { socialIconFiles } from './features/shell/social-icons/social-icons.ts';
import { listLinks, makeFailure, nonce, readMeta, readPage } from './testing/server-page.ts';
import { site } from './testing/site.ts';

afterEach(() => vi.restoreAllMocks());

test('a page is English, complete, and starts with a skip link', async () => {
  const { status, html, document, getByRole, getAllByRole } = await readPage('/');

  expect(status).toBe(200);
  expect(html).toMatch(/^<!DOCTYPE html>/);
  expect(document.documentElement.lang).toBe('en');
  expect(getAllByRole('link')[0]?.textContent).toBe('Skip to content');
  const landmarks = [getByRole('banner'), getByRole('main'), getByRole('contentinfo')];
  expect(landmarks).toEqual(Array.from(document.querySelectorAll('header, main, footer')));
  expect(getByRole('main').id).toBe('main');
});

test.each([
  [
    '/',
    ['Slide a', 'Partner a', 'A sentence about contact'],
    ['A town of makers.', 'Please do.', 'We will call.', 'A sentence about news', 'paypalUrl'],
  ],
  ['/faq', ['Please do.'], ['Slide a', 'Partner a', 'PayPal.', 'A sentence about news', 'mapUrl']],
  ['/news', ['A sentence about news'], ['Please do.', 'A sentence about contact', 'mapUrl']],
  ['/registration', ['Monday to Friday'], ['Slide a', 'Please do.', 'PayPal.', 'A sentence about faq']],
])('%s carries the texts that it shows, and no others', async (path, own, others) => {
  const { status, html } = await readPage(path);

  expect(status).toBe(200);
  for (const text of own) expect(html).toContain(text);
  for (const text of others) expect(html).not.toContain(text);
});

test('the top navigation has the logo, the pages in order, and the admin button', async () => {
  const main = (await readPage('/')).getByRole('navigation', { name: 'Main' });

  expect(listLinks(main)).toEqual([
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
  expect(within(main).getByRole('link', { name: 'Home' }).querySelector('svg')).toBeTruthy();
  expect(
    within(main).getByRole('link', { name: 'Admin' }).querySelector('.lucide-lock-keyhole'),
  ).toBeTruthy();
});

test.each([
  ['/', ['Home']],
  ['/programs', ['Programs']],
  ['/programs/999', ['Programs']],
  ['/registration', ['Registration']],
  ['/registration-success', []],
])('on %s the highlighted links are %j', async (path, expected) => {
  const main = (await readPage(path)).getByRole('navigation', { name: 'Main' });
  const current = within(main).queryAllByRole('link', { current: 'page' });
  expect(current.map(({ textContent }) => textContent)).toEqual(expected);
});

test.each([
  ['/', '/'],
  ['/programs', '/programs'],
  ['/programs/999', '/programs/:id'],
  ['/no/such/page', 'none'],
])('the route pattern of %s is %s', async (path, expected) => {
  expect((await readPage(path)).patterns).toEqual([expected]);
});

test('the menu of a small screen can be reached without JavaScript, its links in order', async () => {
  const { document, getByRole } = await readPage('/');
  const menu = getByRole('navigation', { name: 'Mobile', hidden: true });

  const opener = document.querySelector(`[popovertarget=${menu.closest('[popover]')?.id}]`);
  expect(opener?.getAttribute('aria-label')).toBe('Open menu');
  // The browser itself says whether a popover is open
  expect(opener?.hasAttribute('aria-expanded')).toBe(false);
  expect(listLinks(menu)).toEqual([
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

test('the footer has blurb, socials, quick links, contact, newsletter and this year', async () => {
  const footer = (await readPage('/')).getByRole('contentinfo');
  const inFooter = within(footer);
  const all = listLinks(footer);

  const quickLinks = listLinks(inFooter.getByRole('navigation', { name: 'Footer' }));
  expect(quickLinks.map(([text]) => text)).toEqual([
    'Programs',
    'Registration',
    'Facilities',
    'Trainers',
    'About Us',
    'Alumni',
    'Donations',
  ]);
  for (const { network, url } of site.socials) expect(all).toContainEqual([network, url]);
  const icons = [...footer.querySelectorAll('use')].map((use) => use.getAttribute('href'));
  const { facebook, instagram, youtube } = socialIconFiles;
  expect(icons).toEqual([facebook, instagram, youtube].map((file) => `${file}#icon`));
  expect(all.filter(([, href]) => href?.startsWith('tel:'))).toEqual([
    ['+256 700 000 001', 'tel:+256700000001'],
    ['+256 700 000 002', 'tel:+256700000002'],
    ['+256 700 000 003', 'tel:+256700000003'],
  ]);
  expect(all).toContainEqual(['office@institute.example', 'mailto:office@institute.example']);
  expect(footer.textContent).toContain(site.institute.blurb);
  expect(footer.textContent).toContain(`© ${toLocalYear(new Date())} Test Institute`);
  const email = inFooter.getByRole<HTMLInputElement>('textbox', { name: 'Email address' });
  expect([email.type, email.required]).toEqual(['email', true]);
  expect(inFooter.getByRole('button', { name: 'Subscribe' }).getAttribute('type')).toBe('submit');
});

test('the chat button opens a chat with the greeting of the settings', async () => {
  const chat = (await readPage('/nowhere')).getByRole('link', { name: 'Chat with us' });
  expect(chat.getAttribute('href')).toBe(
    'https://wa.me/256700000009?text=Hello%2C%20I%20have%20a%20question',
  );
});

test('the menu’s registration link redirects with its query', async () => {
  expect((await readPage('/register?program=3')).location).toBe('/registration?program=3');
});

test('a page has metadata for search engines and previews', async () => {
  const { document } = await readPage('/programs');

  expect(document.title).toBe('Programs – Test Institute');
  const canonical = document.head.querySelector('link[rel=canonical]')?.getAttribute('href');
  expect(canonical).toBe('https://institute.example/programs');
  expect(readMeta(document, 'og:title')).toBe('Programs – Test Institute');
  expect(readMeta(document, 'og:image')).toBe('https://institute.example/images/share.jpg');
  expect(readMeta(document, 'og:image:width')).toBe('1200');
  expect(readMeta(document, 'og:image:height')).toBe('630');
  expect(readMeta(document, 'og:image:alt')).toBe('Programs – Test Institute');
  expect(readMeta(document, 'og:locale')).toBe('en_GB');
  expect(readMeta(document, 'og:type')).toBe('website');
  expect(readMeta(document, 'description')).toMatch(/^A sentence about programs/);
});

test.each(['/', '/nowhere'])('%s has the same bytes an hour later', async (path) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { html } = await readPage(path);
  vi.setSystemTime(Date.now() + 60 * 60_000);

  expect(html).toContain('u:Date.now()');
  expect((await readPage(path)).html).toBe(html);
});

test.each(['/', '/nowhere'])('every script of %s has the nonce', async (path) => {
  const { document } = await readPage(path);
  const scripts = Array.from(document.querySelectorAll('script:not([src])'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => script.getAttribute('nonce') !== nonce)).toEqual([]);
});

test('a page that cannot be rendered is 500 and offers a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { status, getByRole } = await readPage('/programs/1', {
    '/programs/1': () => makeFailure(503, 'UNAVAILABLE'),
  });

  expect(status).toBe(500);
  expect(getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeTruthy();
  expect(getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('an error page is shown when the site’s texts cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { status, document, getByText } = await readPage('/', {
    '/site': () => makeFailure(503, 'UNAVAILABLE'),
  });

  expect(status).toBe(500);
  expect(document.documentElement.lang).toBe('en');
  expect(getByText(/Something went wrong/)).toBeTruthy();
});

const colors = { main: '#8f1d2e', accent: '#0a7f80' };
const readWith = (own: Partial<typeof site.institute>) => {
  const body = { data: { ...site, institute: { ...site.institute, ...own } } };
  return readPage('/', { '/site': () => ({ status: 200, body }) });
};

test.each([
  ['shapes', 3],
  ['lines', 1],
  ['dots', 0],
  ['none', -1],
] as const)('the pattern of %s fills its whole ground, in the colours of the institute', (pattern, least) => {
  const [ground, ...layers] = createRenderer().pattern('Weaving', { cols: 4, rows: 7 }, { colors, pattern });
  expect(ground?.d).toBe('M0 0h48v84H0z');
  expect(layers.length).toBeGreaterThan(least);
  const fills = [ground, ...layers].map((layer) => layer?.fill);
  expect(fills).toContain(colors.main);
  expect(fills).not.toContain(defaultColors.main);
});

test('a page of an institute that chose colours has their rule before its stylesheet', async () => {
  const { html, document } = await readWith({ colors });
  expect(document.querySelector('style')?.textContent).toContain('--color-green-ground:#8f1d2e');
  expect(document.querySelector('meta[name=theme-color]')?.getAttribute('content')).toBe('#8f1d2e');
  const plain = await readPage('/');
  expect(plain.document.querySelector('style')).toBeNull();
  expect(plain.document.querySelector('meta[name=theme-color]')?.getAttribute('content')).toBe('#fbf7ef');
  const added = gzipSync(html).length - gzipSync(plain.html).length;
  expect(added).toBeLessThan(300);
});

test.each([
  ['900x220', 152, 37],
  ['100x400', 13, 51],
  ['400x400', 38, 38],
])('a logo of %s is drawn %i × %i in the header, without distortion', async (size, width, height) => {
  const logo = `/uploads/ab12-${size}-8f1d2e/100.webp`;
  const { getByRole } = await readWith({ logo });
  const image = getByRole('banner').querySelector('img');
  expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual([`${width}`, `${height}`]);
  expect(image?.getAttribute('style')).toContain('object-fit:contain');
});

test.each([
  ['white', 'ffffff', 'var(--color-ink)', undefined],
  ['dark', '8a8a8a', undefined, 'var(--color-white)'],
])('a %s logo has a plate where it would not be seen', async (_, colour, inHeader, inFoot) => {
  const logo = `/uploads/ab12-400x200-${colour}/400.webp`;
  const { getByRole } = await readWith({ logo });
  const groundIn = (part: string) =>
    /background:([^;]+)/.exec(getByRole(part).querySelector('img')?.getAttribute('style') ?? '')?.[1];
  expect([groundIn('banner'), groundIn('contentinfo')]).toEqual([inHeader, inFoot]);
});
