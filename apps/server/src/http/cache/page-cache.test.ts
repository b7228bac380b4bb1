import { expect, test } from 'vitest';
import type { CachedAnswer } from './cached-answer.ts';
import { PageCache } from './page-cache.ts';

const answer = (etag: string, bytes = 1) => ({ etag, bytes }) as CachedAnswer;
const filled = (cache: PageCache, key: string, made = answer(key)) => cache.fill(key).settle(made);

test('keeps answers until it is cleared, and the last answer for failures', () => {
  const cache = new PageCache();
  filled(cache, '/a');
  expect(cache.get('/a')?.etag).toBe('/a');

  cache.clear();
  expect(cache.get('/a')).toBeUndefined();
  expect(cache.last('/a')?.etag).toBe('/a');
});

test('an answer that was begun before a change is returned but not cached', async () => {
  const cache = new PageCache();
  const begun = cache.fill('/a');
  cache.clear();
  expect(cache.filling('/a')).toBeUndefined();

  begun.settle(answer('old'));
  expect((await begun.result)?.etag).toBe('old');
  expect(cache.get('/a')).toBeUndefined();
});

test('an outdated pending answer does not end the next one', () => {
  const cache = new PageCache();
  const before = cache.fill('/a');
  cache.clear();
  const after = cache.fill('/a');

  before.settle(answer('old'));
  expect(cache.filling('/a')).toBe(after);
  after.settle(answer('new'));
  expect(cache.get('/a')?.etag).toBe('new');
});

test('a failed render keeps the cached answer', () => {
  const cache = new PageCache();
  filled(cache, '/a');
  cache.clear();
  cache.fill('/a').settle();

  expect(cache.filling('/a')).toBeUndefined();
  expect(cache.last('/a')?.etag).toBe('/a');
});

test('holds at most 600 answers and drops the least recently used', () => {
  const cache = new PageCache();
  filled(cache, 'hot');
  for (let i = 0; i < 700; i++) {
    filled(cache, `/page/${i}`);
    cache.get('hot');
  }
  expect(cache.get('hot')).toBeDefined();
  expect(cache.get('/page/100')).toBeUndefined();
  expect(cache.get('/page/101')).toBeDefined();
});

test('holds at most 64 MB', () => {
  const cache = new PageCache();
  const megabytes = 1024 * 1024;
  for (const key of ['a', 'b', 'c']) filled(cache, key, answer(key, 32 * megabytes));
  filled(cache, 'c', answer('c again', 32 * megabytes));

  expect(['a', 'b', 'c'].map((key) => cache.get(key)?.etag)).toEqual([undefined, 'b', 'c again']);
});

test('an answer expires after a minute, and after 5 s while notices of changes cannot arrive', () => {
  let hears = true;
  let now = 0;
  const cache = new PageCache(
    () => hears,
    () => now,
  );
  filled(cache, '/a');

  now += 59_000;
  expect(cache.get('/a')).toBeDefined();
  hears = false;
  expect(cache.get('/a')).toBeUndefined();
  filled(cache, '/a');
  now += 4_000;
  expect(cache.get('/a')).toBeDefined();
  hears = true;
  now += 56_000;
  expect(cache.get('/a')).toBeUndefined();
});
