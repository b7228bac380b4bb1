import { expect, test } from 'vitest';
import { readData } from '../app/answers.ts';
import { makeCaller } from '../app/caller.ts';
import { everyContent, getContentApi, type Item } from '../app/content-samples.ts';
import { makeGiven } from '../app/given.ts';
import { useTestApp } from '../app/test-app.ts';

const t = await useTestApp();
const site = await t.openPages();
const { token } = await t.signIn();
const office = makeCaller(site, async () => token);
const visitor = makeCaller(site, async () => undefined);
for (const { resource, full } of everyContent)
  await t.given.content(resource, { ...full, ...('isActive' in full && { isActive: true }) });

const isShown = { isActive: true, status: 'published', publishAt: null };
/** Requests with this header are answered past the memory. */
const pastMemory = { authorization: 'Basic YTph' };

async function readPage(url: string, headers = {}) {
  const answer = await site.inject({ url, headers });
  return [url, answer.statusCode, answer.headers['content-security-policy'], answer.body];
}

async function listPages(): Promise<string[]> {
  const { body } = await site.inject('/sitemap.xml');
  const listed = Array.from(body.matchAll(/<loc>([^<]+)/g), ([, page = '']) => new URL(page).pathname);
  return [...listed, '/programs?category=Tailoring', '/news/999'];
}

/** First the pages are in memory, so that after the edit they may be kept. Returns how many bodies differ. */
async function countChanged(edit: () => Promise<unknown>): Promise<number> {
  const pages = await listPages();
  const before = await Promise.all(pages.map((page) => readPage(page)));
  await edit();
  const after = await Promise.all(pages.map((page) => readPage(page)));
  const fresh = await Promise.all(pages.map((page) => readPage(page, pastMemory)));
  expect(after.map(([url]) => url)).toEqual(pages);
  for (const [at, page] of after.entries())
    if (page[1] === 200) expect(page, `${page[0]} after the edit`).toEqual(fresh[at]);
  return after.filter((page, at) => page[3] !== before[at]?.[3]).length;
}

test.each(everyContent)(
  'each page is as a fresh one when $resource are added, changed and removed',
  async ({ resource, full, title }) => {
    const calls = getContentApi(office, resource);
    const shown = Object.fromEntries(Object.entries(isShown).filter(([name]) => name in full));
    const own = 'path' in full && { path: 'kept' };
    let item: Item | undefined;
    const changed = [
      await countChanged(async () => {
        item = await readData(
          calls.create({ body: { ...full, ...own, ...shown, [title]: 'Kept Basketry' } }),
        );
      }),
      await countChanged(() =>
        readData(calls.update({ params: { id: item?.id ?? 0 }, body: { [title]: 'Kept Pottery' } })),
      ),
      await countChanged(() => readData(calls.remove({ params: { id: item?.id ?? 0 } }))),
    ];
    expect(Math.min(...changed)).toBeGreaterThan(0);
  },
);

test('each page is as a fresh one after a change of the texts of the site and after a registration', async () => {
  const { institute } = await readData(office.api.site.get());
  expect(
    await countChanged(() =>
      office.admin.site.update.mutate({
        changes: { institute: { ...institute, address: 'Plot 9, Kept Road' } },
      }),
    ),
  ).toBeGreaterThan(10);
  // By the same process, because others learn of the new program only a moment later
  await countChanged(() => makeGiven({ visitor, office }).registration());
});
