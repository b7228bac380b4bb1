import { closedFolders, openFolders } from '@institute/contract/addresses.constants';
import { afterEach, expect, test, vi } from 'vitest';
import { makeRouter } from './router.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;
const navigation = vi.spyOn(performance, 'getEntriesByType');
afterEach(() => {
  delete document.documentElement.dataset.saved;
  navigation.mockReset();
});

async function isStaleAfter(type: NavigationTimingType) {
  navigation.mockReturnValue([{ type } as PerformanceNavigationTiming]);
  const { options } = makeRouter(vi.fn(), 'https://institute.example');
  await options.hydrate?.({ results: [[['site'], { institute: 'ours' }]], posted: undefined });
  const { queryClient, queries } = options.context;
  const query = queryClient.getQueryCache().find({ queryKey: queries.site.get().queryKey });
  expect(query?.state.data).toEqual({ institute: 'ours' });
  return query?.isStaleByTime(DAY_MS);
}

test.each(['navigate', 'reload'] as const)('data of a page is fresh after %s', async (type) => {
  expect(await isStaleAfter(type)).toBe(false);
});

test('data of a page of the history may be old', async () => {
  expect(await isStaleAfter('back_forward')).toBe(true);
});

test('data of a saved copy may be old', async () => {
  document.documentElement.dataset.saved = '';
  expect(await isStaleAfter('navigate')).toBe(true);
});

test('every page stands at an address that is known as open or closed for redirects', () => {
  const known: ReadonlySet<string> = new Set([...openFolders, ...closedFolders]);
  const { routesByPath } = makeRouter(vi.fn(), 'https://institute.example');
  const folders = Object.keys(routesByPath).map((path) => path.split('/')[1] ?? '');
  expect(folders.length).toBeGreaterThan(20);
  expect(folders.filter((folder) => folder && !known.has(folder))).toEqual([]);
});
