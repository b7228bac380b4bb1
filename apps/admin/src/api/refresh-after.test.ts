import { expect, test } from 'vitest';
import { makeAdminQueries } from './admin.ts';

const shown = ['programs', 'registrations', 'fees', 'certificates', 'coaches', 'stats', 'site'];

/** The areas whose answers are outdated after the call. */
async function outdatedBy(path: string[], send = async () => {}) {
  const queries = makeAdminQueries(new Set());
  for (const area of shown) queries.setQueryData([[area, 'list'], { type: 'query' }], []);
  const call = queries.getMutationCache().build(queries, { mutationKey: [path], mutationFn: send });
  await call.execute(undefined).catch(() => {});
  return shown.filter((area) => queries.getQueryState([[area, 'list'], { type: 'query' }])?.isInvalidated);
}

test('a change outdates what shows its area, and nothing else', async () => {
  expect(await outdatedBy(['registrations', 'decide'])).toEqual([
    'programs',
    'registrations',
    'fees',
    'certificates',
    'stats',
  ]);
  expect(await outdatedBy(['coaches', 'update'])).toEqual(['coaches', 'stats']);
});

test('a change of an area that the list does not name outdates everything', async () => {
  expect(await outdatedBy(['trash', 'restore'])).toEqual(shown);
});

test('a call that only reads outdates nothing', async () => {
  expect(await outdatedBy(['fees', 'plan'])).toEqual([]);
  expect(await outdatedBy(['certificates', 'pdfTicket'])).toEqual([]);
});

test('a refused change outdates as well, because somebody else may have been first', async () => {
  const refused = () => Promise.reject(new Error('refused'));
  expect(await outdatedBy(['fees', 'record'], refused)).toContain('registrations');
});
