import { readFile } from 'node:fs/promises';
import { noImportChoices } from '@institute/contract';
import { beforeEach, expect, test } from 'vitest';
import { readData } from '../../../testing/app/answers.ts';
import { finishImport, sendImport } from '../../../testing/app/imports.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { writeWordPressExport } from '../../../testing/files/wordpress-export.ts';

const t = await useTestApp({ SEED_DEMO: 'false' });
await t.app.listen({ port: 0, host: '127.0.0.1' });
const admin = () => t.office.admin.imports;
const school = await readFile(new URL('./exports/front-and-blog.xml', import.meta.url), 'utf8');

async function plan(file: string) {
  const { id } = await sendImport(t, { kind: 'wordpress', file });
  return { id, ...(await admin().plan.query({ id })) };
}
async function commit({ id, hash, menu }: Awaited<ReturnType<typeof plan>>, builtIn: object[] = []) {
  const choices = { ...noImportChoices, builtIn, menu: menu.length > 0 } as typeof noImportChoices;
  await admin().commit.mutate({ id, hash, choices });
  return finishImport(t, id);
}
const readEntries = ({ menu }: Awaited<ReturnType<typeof plan>>) =>
  menu.map(({ title, entry, why }) => [title, entry, why]);
const readHeader = async () => {
  const { navigation } = await readData(t.visitor.api.site.get());
  return navigation.header.map(({ to, label }) => `${to} ${label}`);
};
const open = async (url: string) => (await (await t.openPages()).inject(url)).headers.location;
const listPages = () => t.sql('select path, in_menu from pages where deleted_at is null order by path');

beforeEach(async () => {
  // Not truncated: that waits for each table alone, and the jobs read several at once
  for (const table of ['redirects', 'pages', 'posts', 'imports']) await t.sql(`delete from ${table}`);
});

test('an old front page is asked about, and the page of posts and categories lead to the news', async () => {
  const planned = await plan(school);
  expect(planned).toMatchObject({ create: 2, leftOut: [{ what: 'Category “Sports”: these are News' }] });
  expect(planned.builtIn).toMatchObject([
    { title: 'Welcome', builtIn: '/', path: 'welcome', mayReplace: false },
  ]);
  expect(readEntries(planned)).toEqual([
    ['Welcome', '/', null],
    ['Blog', '/news', null],
    ['Sports', null, 'It stands there twice'],
  ]);
  expect(await commit(planned)).toMatchObject({
    state: 'done',
    total: 1,
    items: [{ type: 'post', created: 1 }],
  });
  expect(await listPages()).toEqual([]);
  expect((await readHeader()).slice(0, 2)).toEqual(['/ Home', '/news News']);
  for (const [from, to] of [
    ['/?page_id=1', '/'],
    ['/blog/', '/news'],
    ['/?p=2', '/news'],
  ] as const)
    expect([from, await open(from)]).toEqual([from, to]);
  expect(await plan(school)).toMatchObject({ create: 0, unchanged: 2, builtIn: [] });
});

test('an old front page that is kept is a page outside of the menu', async () => {
  const planned = await plan(school);
  const builtIn = planned.builtIn.map(({ id }) => ({ id, as: 'move', path: 'old-home' }));
  expect(await commit(planned, builtIn)).toMatchObject({ state: 'done', total: 2 });
  expect(await listPages()).toEqual([{ path: 'old-home', in_menu: false }]);
  expect((await readHeader())[0]).toBe('/ Home');
  await admin().undo.mutate({ id: planned.id });
  expect(await listPages()).toEqual([]);
});

test('a site in a folder has its front page, lists and numbers there', async () => {
  const base = 'https://www.school.example/site';
  const page = (id: number, title: string, link: string, content = '') => ({
    id,
    title,
    content,
    type: 'page',
    link: `http://school.example/site${link}`,
    name: title.toLowerCase(),
  });
  const entry = (id: number, leadsTo: number | string, title = '') => ({
    id,
    leadsTo,
    title,
    type: 'nav_menu_item',
    menu: 'Main',
    position: id,
  });
  const items = [
    page(1, 'Home', '/'),
    page(2, 'Latest news', '/latest-news/'),
    page(3, 'Rules', '/rules/', '<p>Be kind.</p>'),
    { id: 4, title: 'Open day', categories: ['Events'], link: `${base}/2024/open-day/` },
    entry(11, `${base}/`, 'Start'),
    entry(12, 'http://school.example/site/gallery/', 'Pictures'),
    entry(13, `${base}/latest-news`, 'What is new'),
    entry(14, 3),
  ];
  const file = writeWordPressExport({ base, items });
  const planned = await plan(file);
  expect(planned.builtIn).toEqual([]);
  expect(readEntries(planned)).toEqual([
    ['Start', '/', null],
    ['Pictures', '/gallery', null],
    ['What is new', '/news', null],
    ['Rules', '/p/rules', null],
  ]);
  expect(await commit(planned)).toMatchObject({ state: 'done', items: [{ type: 'page' }, { type: 'post' }] });
  for (const [from, to] of [
    ['/site/', '/'],
    ['/site/latest-news/', '/news'],
    ['/site/category/events/', '/news?category=events'],
    ['/site/tag/fun/', '/news'],
    ['/site/author/admin/', '/news'],
    ['/site/feed/', '/news.rss'],
    ['/site/rules/', '/p/rules'],
    ['/category/events/', undefined],
    ['/tag/fun/', undefined],
    ['/?cat=2', undefined],
    ['/?p=4', undefined],
  ] as const)
    expect([from, await open(from)]).toEqual([from, to]);
  // The menu alone, of a later file
  const alone = writeWordPressExport({ base, items: items.slice(4) });
  expect(readEntries(await plan(alone)).map(([, to]) => to)).toEqual(['/', '/gallery', '/news', '/p/rules']);
});

test('an entry of a category or tag has its name, and leads to the category here where it came over', async () => {
  const entry = (id: number, object: string, term: string) =>
    `<item><title></title><wp:post_id>${id}</wp:post_id><wp:post_type>nav_menu_item</wp:post_type><wp:status>publish</wp:status><wp:menu_order>${id}</wp:menu_order><category domain="nav_menu" nicename="main">Main</category>${[
      ['type', 'taxonomy'],
      ['object', object],
      ['object_id', term],
    ]
      .map(
        ([key, value]) =>
          `<wp:postmeta><wp:meta_key>_menu_item_${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`,
      )
      .join('')}</item>`;
  const tags =
    '<wp:tag><wp:term_id>8</wp:term_id><wp:tag_slug>fun</wp:tag_slug><wp:tag_name>Fun &amp;amp; games</wp:tag_name></wp:tag><wp:term><wp:term_id>9</wp:term_id><wp:term_taxonomy>topic</wp:term_taxonomy><wp:term_name>Topics</wp:term_name></wp:term>';
  const write = (items: Parameters<typeof writeWordPressExport>[0]['items']) =>
    writeWordPressExport({ items })
      .replace('<generator>', `${tags}<generator>`)
      .replace(
        '</channel>',
        `${entry(21, 'category', '2')}${entry(22, 'category', '3')}${entry(23, 'post_tag', '8')}${entry(24, 'topic', '9')}</channel>`,
      );
  const events = { id: 1, title: 'Open day', categories: ['Open days & events', 'Awards'] };
  const planned = await plan(write([events]));
  expect(planned.menu.map(({ title, entry: to, label, why }) => [title, to, label, why])).toEqual([
    ['Open days & events', '/news?category=events', 'Open days & events', null],
    // No post came over as an achievement
    ['Awards', '/news', null, null],
    ['Fun & games', null, null, 'It stands there twice'],
    ['Topics', null, null, 'It stands there twice'],
  ]);
  await commit(planned);
  expect((await readHeader()).slice(0, 2)).toEqual([
    '/news?category=events Open days & events',
    '/news News',
  ]);
  const html = (await (await t.openPages()).inject('/about')).payload;
  expect(html).toContain('href="/news?category=events"');
});
