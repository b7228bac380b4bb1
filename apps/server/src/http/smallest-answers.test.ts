import { expect, test, vi } from 'vitest';
import { cachedAnswer } from './cached-answer.ts';
import { PageCache } from './page-cache.ts';
import { smallestAnswers } from './smallest-answers.ts';

const text = 'Cosmetology, bakery, tailoring. '.repeat(100);

const store = async (cache: PageCache, key: string) => {
  const answer = await cachedAnswer(200, text + key, {});
  cache.fill(key).settle(answer);
  return answer;
};

test('makes cached answers smaller in turn, but none that has changed or that a search made', async () => {
  const cache = new PageCache();
  const makeSmallestLater = smallestAnswers(cache, 0);
  const outdated = await store(cache, '/news');
  cache.clear();
  const home = await store(cache, '/');
  const search = await store(cache, '/programs?q=a');
  const programs = await store(cache, '/programs');
  makeSmallestLater('/news', outdated);
  makeSmallestLater('/', home);
  makeSmallestLater('/programs?q=a', search);
  makeSmallestLater('/programs', programs);

  await vi.waitFor(() => expect(programs.isSmallest).toBe(true));
  expect([outdated, home, search].map(({ isSmallest }) => isSmallest)).toEqual([false, true, false]);

  const facilities = await store(cache, '/facilities');
  makeSmallestLater('/facilities', facilities);
  await vi.waitFor(() => expect(facilities.isSmallest).toBe(true));
});
