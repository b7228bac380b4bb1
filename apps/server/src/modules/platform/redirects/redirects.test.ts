import { expect, onTestFinished, test, vi } from 'vitest';
import { withContentChange } from '../../../database/changes.ts';
import { rowsReadChannel } from '../../../sql.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { writeRedirectHits } from './known-redirects.ts';
import { addRedirects, readRedirectTable, removeRedirects } from './redirect.service.ts';

const t = await useTestApp();
const pages = await t.openPages();

const mutate = (from: string, to: string) => t.office.admin.redirects.create.mutate({ from, to });
const open = async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
  const { statusCode, headers } = await pages.inject({ url, method });
  return statusCode === 301 ? headers.location : statusCode;
};
/** The other process, which shows the pages, hears of changes by a notice. */
const leads = (url: string, to: string | number) => expect.poll(() => open(url)).toBe(to);
const isOfRedirects = (read: unknown) => JSON.stringify(read).includes('from redirects');

test('an old address leads to the new one, with any query, letters of either case and a slash at the end', async () => {
  expect(await open('/about-us')).toBe(404);
  await mutate('/about-us/', '/about#team');
  await leads('/about-us', '/about#team');
  for (const url of ['/about-us/', '/About-Us', '/about-us?utm=1', '//about-us'])
    expect(await open(url)).toBe('/about#team');
  expect(await open('/about-us', 'HEAD')).toBe('/about#team');
  expect(await open('/about-us/more')).toBe(404);
  const { headers } = await pages.inject('/about-us');
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
});

test('letters that browsers escape are found, and those of the new address are escaped', async () => {
  await mutate('/eŋŋanda', '/p/eŋŋanda');
  await leads('/e%c5%8b%C5%8Banda', '/p/e%C5%8B%C5%8Banda');
});

test('the longest folder takes what is below it, and itself', async () => {
  await mutate('/blog/*', '/');
  await mutate('/blog/2019/*', '/videos');
  await mutate('/blog/2019/fees', '/fees');
  await leads('/blog/2019/fees', '/fees');
  expect(await open('/blog/2019/12/party')).toBe('/videos');
  expect(await open('/blog/2019')).toBe('/videos');
  expect(await open('/blog/2018/')).toBe('/');
  expect(await open('/blog')).toBe('/');
  expect(await open('/blogs')).toBe(404);
});

test('an address that exists is never redirected, but what is missing below it is', async () => {
  await mutate('/programs/*', '/programs');
  await leads('/programs/999999', '/programs');
  expect(await open('/programs')).toBe(200);
});

test('a redirect with a query stands before the page, and leaves other queries alone', async () => {
  expect(await open('/')).toBe(200);
  await mutate('/?p=123', '/fees');
  await leads('/?p=123', '/fees');
  for (const url of ['/', '/?p=12', '/?p=123&x=1']) expect(await open(url)).toBe(200);
  expect(await open('/?p=123')).toBe('/fees');
  for (const url of ['/?p=123&fbclid=a', '/?utm_source=x&p=123&utm_medium=y&gclid=1&msclkid=2'])
    expect(await open(url)).toBe('/fees');
  for (const url of ['/?fbclid=a', '/?p=12&fbclid=a', '/?p=123&fees=1']) expect(await open(url)).toBe(200);
});

test('feed, phone page and comments of a post lead where the post does', async () => {
  await mutate('/2019/party/', '/videos');
  await leads('/2019/party', '/videos');
  for (const below of ['feed/', 'feed/atom/', 'amp', 'AMP/', 'comment-page-2', 'trackback/'])
    expect(await open(`/2019/party/${below}`)).toBe('/videos');
  for (const other of ['/2019/party/feeds', '/2019/feed', '/feed']) expect(await open(other)).toBe(404);
});

test('hits are counted in few writes, and nothing is lost when the process ends', async () => {
  await mutate('/counted', '/fees');
  const other = await t.openPages();
  // Hits of the tests before are written soon, and with them all others
  await writeRedirectHits(t.jobContext());
  // On a slow machine the pause until hits are written could end meanwhile
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  for (let turn = 0; turn < 5; turn += 1) await other.inject('/counted');
  const readHits = () => t.sql(`select hits from redirects where "from" = '/counted'`);
  expect(await readHits()).toEqual([{ hits: 0 }]);
  vi.useRealTimers();
  await other.close();
  expect(await readHits()).toEqual([{ hits: 5 }]);
});

test('unknown addresses cost no query', async () => {
  await leads('/about-us', '/about#team');
  const statements: unknown[] = [];
  const note = (message: unknown) => statements.push(message);
  rowsReadChannel.subscribe(note);
  onTestFinished(() => void rowsReadChannel.unsubscribe(note));
  for (let turn = 0; turn < 30; turn += 1) expect(await open(`/nothing/${turn}?x=${turn}`)).toBe(404);
  expect(statements.filter(isOfRedirects)).toEqual([]);
  await mutate('/read-anew', '/fees');
  await leads('/read-anew', '/fees');
  expect(statements.filter(isOfRedirects)).not.toEqual([]);
});

test('a removed redirect ends, and both are in the activity log', async () => {
  const { id } = await mutate('/removed', '/fees');
  await leads('/removed', '/fees');
  await t.office.admin.redirects.remove.mutate({ id });
  await leads('/removed', 404);
  await expect(t.office.admin.redirects.remove.mutate({ id })).rejects.toThrow('Redirect not found');
  const { items } = await t.office.admin.activity.list.query({ entityType: 'redirect', limit: 2 });
  expect(items.map(({ description }) => description)).toEqual([
    'Removed the redirect from /removed',
    'Made a redirect from /removed',
  ]);
});

test.each([
  ['a circle of two', '/two', '/one', 'This would lead back to where it came from'],
  ['an address to itself', '/self', '/self/', 'This would lead back to where it came from'],
  ['a second one of an address', '/ONE/', '/fees', 'There is a redirect from this address already'],
])('refuses %s', async (_, from, to, message) => {
  const table = await readRedirectTable({ em: t.em() });
  if (!table.find('/one')) await mutate('/one', '/two');
  await expect(mutate(from, to)).rejects.toMatchObject({
    data: {
      apiError: expect.objectContaining(
        message.startsWith('This') ? { details: [{ path: 'to', message }] } : { message },
      ),
    },
  });
});

test('removing a redirect closes no circle of the others', async () => {
  const { id } = await mutate('/b', '/fees');
  await mutate('/a/*', '/b');
  await mutate('/b/*', '/a/z');
  await leads('/b/x', '/a/z');
  await t.office.admin.redirects.remove.mutate({ id });
  await leads('/b', 404);
  expect([await open('/a/z'), await open('/b/x')]).toEqual([404, 404]);
});

test.each([
  '/a\r\nSet-Cookie: b',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'old',
  '/a b',
  '/a#b',
  '/a*',
  '/a/*/b',
  '/?p=*',
  `/${'a'.repeat(500)}`,
])('refuses the old address %j', async (from) => {
  await expect(mutate(from, '/fees')).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } });
});

test.each([
  '/a\r\nSet-Cookie: b',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'http://elsewhere.example',
  'javascript:alert(1)',
  'https://',
])('refuses the new address %j', async (to) => {
  await expect(mutate('/refused', to)).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } });
});

test('many are added in one transaction, again adds none, and all can be taken back', async () => {
  const many = [
    ...Array.from({ length: 600 }, (_, n) => ({ from: `/?p=${n + 1000}`, to: '/fees' })),
    { from: '/bad one', to: '/fees' },
    { from: '/own', to: 'https://institute.example/own' },
  ];
  const config = { ...t.config, publicUrl: 'https://institute.example' };
  const add = () => withContentChange(t.jobContext(), (tx) => addRedirects({ ...tx, config }, many));
  const { ids, leftOut } = await add();
  expect(ids).toHaveLength(600);
  expect(leftOut).toEqual([
    { from: '/bad one', reason: 'invalid' },
    { from: '/own', reason: 'circle' },
  ]);
  await leads('/?p=1599', '/fees');
  expect((await add()).ids).toEqual([]);
  await withContentChange(t.jobContext(), (tx) => removeRedirects(tx, ids));
  await leads('/?p=1599', 200);
});
