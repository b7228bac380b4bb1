import { createCall } from '@institute/client/call';
import type { SendCall } from '@institute/contract/page-bundle';
import { QueryObserver } from '@tanstack/react-query';
import { isNotFound } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeApi } from './api.ts';
import { loadQuery, startPages, startQueries } from './load.ts';
import { makeQueryClient } from './query-client.ts';

let asked: string[];
let answer: (path: string) => { status: number; body: unknown };

const send: SendCall = async ({ method, path }) => {
  asked.push(`${method} ${path}`);
  return answer(path);
};
const { queries } = makeApi(createCall(send));
const failing = (status: number) => ({
  status,
  body: { error: { code: 'NOT_FOUND', message: 'Program not found', details: [], requestId: 'r' } },
});
const list = (...data: object[]) => ({
  status: 200,
  body: { data, meta: { total: 9, limit: 1, offset: 0 } },
});

beforeEach(() => {
  asked = [];
  answer = () => list({ id: 1 });
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  inBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
const inBrowser = () => vi.stubEnv('SSR', false);
const onServer = () => vi.stubEnv('SSR', true);

test('public queries are named by their resource', () => {
  const keys = [
    queries.programs.list(),
    queries.coaches.all(),
    queries.facilities.all(),
    queries.posts.list(),
    queries.gallery.list(),
    queries.alumni.list(),
    queries.site.get(),
  ].map(({ queryKey }) => queryKey[0]);

  expect(keys).toEqual(['programs', 'coaches', 'facilities', 'posts', 'gallery', 'alumni', 'site']);
});

test('sends the chosen filters only', async () => {
  const client = makeQueryClient();
  await loadQuery(client, queries.programs.list({ category: 'camp', q: 'web' }));
  await loadQuery(client, queries.programs.list({}));
  await loadQuery(client, queries.programs.list());

  expect(asked).toEqual(['GET /programs/summaries?category=camp&q=web', 'GET /programs/summaries']);
});

test('requests a failing list exactly twice, for preload, loader and component together', async () => {
  answer = () => failing(500);
  const client = makeQueryClient();
  await startQueries(client, queries.programs.list());
  await vi.advanceTimersByTimeAsync(5_000);
  await startQueries(client, queries.programs.list());
  const observer = new QueryObserver(client, queries.programs.list());
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(5_000);

  expect(observer.getCurrentResult().isError).toBe(true);
  expect(asked).toHaveLength(2);

  answer = () => list({ id: 1 });
  await observer.refetch();
  expect(observer.getCurrentResult().data?.data).toEqual([{ id: 1 }]);
  stop();
});

test('requests a failed list again on a later visit', async () => {
  answer = () => failing(500);
  const client = makeQueryClient();
  await startQueries(client, queries.programs.list());
  await vi.advanceTimersByTimeAsync(60_000);
  answer = () => list({ id: 1 });

  expect((await loadQuery(client, queries.programs.list())).data).toEqual([{ id: 1 }]);
});

test.each([404, 400])('shows the 404 page for an unknown id, answered %i, after one call', async (status) => {
  answer = () => failing(status);
  const client = makeQueryClient();
  const seen = () => loadQuery(client, queries.programs.detail('999')).catch((error) => error);

  expect(isNotFound(await seen())).toBe(true);
  expect(isNotFound(await seen())).toBe(true);
  expect(asked).toEqual(['GET /programs/999']);
});

test('does not wait for the parts of a page in a browser', async () => {
  answer = () => failing(500);
  await expect(startQueries(makeQueryClient(), queries.programs.list())).resolves.toBeUndefined();
});

test('waits for the parts of a page on the server, tries once, and fails when one fails', async () => {
  onServer();
  const client = makeQueryClient();
  await startQueries(client, queries.programs.list(), queries.coaches.all());
  expect(client.getQueryData(queries.coaches.all().queryKey)).toEqual([{ id: 1 }]);

  answer = () => failing(503);
  await expect(startQueries(client, queries.posts.list())).rejects.toMatchObject({ status: 503 });
  expect(asked).toEqual([
    'GET /programs/summaries',
    'GET /coaches/summaries?limit=1000',
    'GET /posts/summaries',
  ]);
});

test('retries other queries three times, with growing pauses of at most 30 s', () => {
  const { retry, retryDelay } = makeQueryClient().getDefaultOptions().queries ?? {};
  const delays = [0, 1, 2, 3, 9].map((n) => typeof retryDelay === 'function' && retryDelay(n, new Error()));
  const tries = [0, 1, 2, 3].map((n) => typeof retry === 'function' && retry(n, new Error()));

  expect(delays).toEqual([1000, 2000, 4000, 8000, 30_000]);
  expect(tries).toEqual([true, true, true, false]);
});

test('reads a count from the total of a list of one', async () => {
  expect(await loadQuery(makeQueryClient(), queries.alumni.count())).toBe(9);
  expect(asked).toEqual(['GET /alumni/summaries?limit=1']);
});

const pageOf = (page: number) => queries.posts.list({ category: 'events' }, page);
const pageOfMany = (total: number) => () => ({
  status: 200,
  body: { data: [{ id: 1 }], meta: { total, limit: 24, offset: 0 } },
});

test('loads a list up to the wanted page, and not beyond its last item', async () => {
  onServer();
  answer = pageOfMany(49);
  await startPages(makeQueryClient(), pageOf, 2);
  expect(asked).toEqual([
    'GET /posts/summaries?category=events',
    'GET /posts/summaries?category=events&offset=24',
  ]);

  asked = [];
  await startPages(makeQueryClient(), pageOf, 900);
  expect(asked).toHaveLength(3);

  asked = [];
  answer = pageOfMany(0);
  await startPages(makeQueryClient(), pageOf, 5);
  expect(asked).toHaveLength(1);
});

test('loads related posts with a small query of their own', async () => {
  await loadQuery(makeQueryClient(), queries.posts.similar({ id: 7, category: 'events' }));
  expect(asked).toEqual(['GET /posts/summaries?category=events&exclude=7&sort=-publishedAt&limit=3']);
});
