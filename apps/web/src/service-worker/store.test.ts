import { expect, test } from 'vitest';
import {
  chooseStore,
  findRequestKind,
  isApplicationPage,
  isPageTranslatable,
  listScriptsAndStyles,
  listStylesAndFonts,
  makeSavedCopy,
  mayCacheResponse,
} from './store.ts';

test.each([
  ['/', 'page'],
  ['/registration', 'page'],
  ['/contact', 'page'],
  ['/donations', 'page'],
  ['/news/7', 'page'],
  ['/p/rules', 'page'],
  ['/donations/1700000000000-abc', 'personal'],
  ['/registration/status', 'personal'],
  ['/registration/documents', 'personal'],
  ['/registration/mine', 'page'],
  ['/newsletter/confirm', 'personal'],
  ['/admin', null],
  ['/admin/registrations', null],
  ['/login', null],
  ['/docs/api', 'page'],
  ['/docs/api/reference.js', null],
  ['/api/docs', null],
] as const)('the page %s is %s', (path, kind) => {
  expect(findRequestKind(path, true)).toBe(kind);
});

test.each([
  ['/assets/entry-client-abc.js', 'asset'],
  ['/images/demo/slide-1/640.webp', 'image'],
  ['/uploads/ab/320.webp', 'image'],
  ['/api/v1/programs', 'content'],
  ['/api/v1/posts/7', 'content'],
  ['/api/v1/posts/summaries', 'content'],
  ['/api/v1/site', 'content'],
  ['/api/v1/openapi.json', 'content'],
  ['/docs/api/reference.js', 'asset'],
  ['/assets/admin-abc.js', null],
  ['/api/trpc/posts.list', null],
  ...['registrations', 'contact', 'contact-submissions', 'stats', 'newsletter/subscribe', 'donations/x'].map(
    (name) => [`/api/v1/${name}`, null] as const,
  ),
] as const)('what comes from %s is %s', (path, kind) => {
  expect(findRequestKind(path, false)).toBe(kind);
});

test('caches the pages of a list, but not the results of a search', () => {
  expect(findRequestKind('/api/v1/posts/summaries', false, '?category=events&offset=24')).toBe('content');
  expect(findRequestKind('/api/v1/posts/summaries', false, '?q=couture')).toBeNull();
  expect(findRequestKind('/news', true, '?q=couture')).toBe('page');
});

const answer = (headers: Record<string, string>, own: Partial<Response> = {}) =>
  ({ ok: true, type: 'basic', headers: new Headers(headers), ...own }) as Response;
const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0' };

test('caches only public pages that loaded', () => {
  expect(mayCacheResponse(answer(html), 'page')).toBe(true);
  expect(mayCacheResponse(answer({ ...html, 'cache-control': 'private, no-store' }), 'page')).toBe(false);
  expect(mayCacheResponse(answer({ 'content-type': 'text/plain' }), 'page')).toBe(false);
  expect(mayCacheResponse(answer(html, { ok: false }), 'page')).toBe(false);
  expect(mayCacheResponse(answer(html, { type: 'opaqueredirect' }), 'page')).toBe(false);
});

test('pages in light mode are kept apart from the others', () => {
  expect(chooseStore('page', answer(html))).toBe('page');
  expect(chooseStore('page', answer({ ...html, 'light-mode': 'on' }))).toBe('light');
  expect(chooseStore('image', answer({ 'light-mode': 'on' }))).toBe('image');
});

test('the files that a page begins with are its scripts and styles', () => {
  const page = `<link rel="stylesheet" href="/assets/a-1.css"/><script>start(["/assets/b-2.js"])</script>
    <link rel="preload" as="font" href="/assets/c-3.woff2"/><script type="module" src="/assets/b-2.js"></script>
    <a href="/assets">x</a><img src="/images/d.webp"/>`;
  expect(listScriptsAndStyles(page)).toEqual(['/assets/a-1.css', '/assets/b-2.js']);
  expect(listStylesAndFonts(page)).toEqual(['/assets/a-1.css', '/assets/c-3.woff2']);
});

test.each([
  ['/', {}, true],
  ['/', { connection: { effectiveType: '4g' }, deviceMemory: 4 }, true],
  ['/', { deviceMemory: 2 }, false],
  ['/', { connection: { effectiveType: '3g' } }, false],
  ['/', { connection: { effectiveType: '4g', saveData: true } }, false],
  ['/registration', { connection: { effectiveType: '3g' } }, true],
  ['/registration/mine', { connection: { effectiveType: '3g' } }, true],
  ['/registration/status', { connection: { effectiveType: '3g' } }, false],
  ['/fees/ABC', { connection: { effectiveType: '3g' } }, true],
])('%s on a phone with %j reads what has changed: %j', (path, hints, reads) => {
  expect(isApplicationPage(path, hints)).toBe(reads);
});

test('knows whether a page may be translated by the mark of the server, not by its content', () => {
  expect(isPageTranslatable('<!DOCTYPE html><html data-translator lang="en"><p>Read</p></html>')).toBe(true);
  expect(isPageTranslatable('<!DOCTYPE html><html lang="en"><p>data-translator &lt;html</p></html>')).toBe(
    false,
  );
});

test('a saved copy says from when it is, and keeps its content policy', async () => {
  const headers = { date: 'Sat, 21 Nov 2026 08:05:00 GMT', 'content-security-policy': "default-src 'self'" };
  const page = '<!DOCTYPE html><html lang="en"><p>Read <html></p></html>';
  const copy = makeSavedCopy(new Response(page, { headers }), page);
  expect(await copy.text()).toBe(page.replace('<html', '<html data-saved="2026-11-21T08:05:00.000Z"'));
  expect(copy.headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(await makeSavedCopy(new Response(page), page).text()).toContain('<html data-saved="" lang="en">');
});
