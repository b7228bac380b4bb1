import { noImportChoices } from '@institute/contract';
import { beforeEach, expect, test } from 'vitest';
import { readData } from '../../../testing/app/answers.ts';
import { finishImport, sendImport } from '../../../testing/app/imports.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { writeWordPressExport } from '../../../testing/files/wordpress-export.ts';

const t = await useTestApp({ SEED_DEMO: 'false' });
await t.app.listen({ port: 0, host: '127.0.0.1' });
const admin = () => t.office.admin.imports;
const base = 'https://old.example.ac.ug';
type Items = Parameters<typeof writeWordPressExport>[0]['items'];

const page = (id: number, name: string) => ({
  id,
  name,
  type: 'page',
  title: `Page ${name}`,
  link: `${base}/${name}/`,
});
const entry = (id: number, leadsTo: number | string, title = '') => ({
  id,
  leadsTo,
  title,
  type: 'nav_menu_item',
  menu: 'Main menu',
  position: id,
});

async function plan(items: Items) {
  const { id } = await sendImport(t, { kind: 'wordpress', file: writeWordPressExport({ base, items }) });
  return { id, ...(await admin().plan.query({ id })) };
}

async function run(items: Items, choices = {}) {
  const planned = await plan(items);
  const { id, hash, builtIn } = planned;
  const texts = builtIn.map((one) => ({ id: one.id, as: 'replace' as const, path: null }));
  await admin().commit.mutate({ id, hash, choices: { ...noImportChoices, builtIn: texts, ...choices } });
  expect(await finishImport(t, id)).toMatchObject({ state: 'done' });
  return planned;
}

const readMenu = async () => {
  const { navigation } = await readData(t.visitor.api.site.get());
  return navigation.header.map(({ to, label }) => `${to} ${label}`);
};
const readEntries = ({ menu }: Awaited<ReturnType<typeof plan>>) =>
  menu.map((one) => [one.title, one.entry, one.pageTitle, one.why]);
const findPage = async (path: string) => {
  const [found] = await t.sql<{ id: number; in_menu: boolean }>(
    `select id, in_menu from pages where path = '${path}' and deleted_at is null`,
  );
  return { id: found?.id ?? 0, isInMenu: found?.in_menu };
};

const pages = [page(1, 'rules'), page(2, 'hostel'), page(3, 'gone'), page(4, 'about'), page(5, 'library')];
const menu = [
  entry(11, 2, 'Where you sleep'),
  entry(12, `${base}/rules`, 'Rules'),
  entry(13, 3, 'Gone'),
  entry(14, 4),
  entry(15, 5),
];

beforeEach(async () => {
  for (const { id, state } of await admin().list.query())
    if (state === 'done') await admin().undo.mutate({ id });
  await t.sql('delete from pages');
});

test('a file with the menu only leads it to pages of an earlier import, and its Undo takes both back', async () => {
  const first = await run([...pages, ...menu]);
  const before = await readMenu();
  const hostel = await findPage('hostel');
  await readData(t.office.api.pages.remove({ params: { id: (await findPage('gone')).id } }));
  const body = { content: '<p>Ours</p>', path: 'books' };
  const library = await findPage('library');
  await readData(t.office.api.pages.update({ params: { id: library.id }, body }));

  const planned = await run(menu, { menu: true });
  expect(readEntries(planned).slice(0, 3)).toEqual([
    ['Where you sleep', '/p/hostel', 'Page hostel', null],
    ['Rules', '/p/rules', 'Page rules', null],
    ['Gone', null, null, 'It leads to no page'],
  ]);
  expect(planned.menu.map((one) => one.entry).slice(3)).toEqual(['/about', '/p/books']);
  expect(planned.builtIn).toEqual([]);
  const shown = ['/p/hostel Page hostel', '/p/rules Page rules', '/about About', '/p/books Page library'];
  expect((await readMenu()).slice(0, 4)).toEqual(shown);
  // Nothing that the menu did counts as a change of the office
  expect(await plan([...pages, ...menu])).toMatchObject({ create: 0, update: 0, unchanged: 4, skipped: 1 });
  expect(await plan([...pages.slice(0, 4), { ...pages[4], id: 5, content: 'New' }])).toMatchObject({
    update: 0,
    skipped: 2,
  });

  expect(await admin().undo.mutate({ id: planned.id })).toEqual({ undone: 0, kept: 0 });
  expect(await readMenu()).toEqual(before);
  expect(await findPage('hostel')).toEqual({ ...hostel, isInMenu: false });
  expect(await findPage('books')).toEqual({ ...library, isInMenu: false });
  expect(await admin().undo.mutate({ id: first.id })).toEqual({ undone: 2, kept: 2 });
});

test('Undo leaves a menu alone that the office has changed since, with its pages', async () => {
  await run(pages);
  const { id } = await run(menu, { menu: true });
  const { view } = await t.office.admin.site.get.query();
  const [first, second, ...others] = view.menu;
  if (!first || !second) throw new Error('The menu is empty');
  await t.office.admin.site.update.mutate({ changes: { menu: [second, first, ...others] } });
  await admin().undo.mutate({ id });
  expect((await readMenu()).slice(0, 2)).toEqual(['/p/rules Page rules', '/p/hostel Page hostel']);
});

test('pages of one name get an address each, which the preview and the menu name', async () => {
  await t.given.content('pages', { path: 'team' });
  const names = [
    page(1, 'team'),
    { ...page(2, 'team'), link: `${base}/school/team/` },
    page(3, '%d9%85%d8%af'),
  ];
  const items = [...names, entry(11, 2), entry(12, 1), entry(13, 3)];
  const planned = await plan(items);
  expect(planned.builtIn.map((one) => one.path)).toEqual(['team-2', 'team-3']);
  await admin().commit.mutate({
    id: planned.id,
    hash: planned.hash,
    choices: { ...noImportChoices, menu: true },
  });
  await finishImport(t, planned.id);
  const shown = ['/p/team-3 Page team', '/p/team-2 Page team', '/p/مد Page %d9%85%d8%af'];
  expect((await readMenu()).slice(0, 3)).toEqual(shown);
  expect(await plan(items)).toMatchObject({ create: 0, unchanged: 3, builtIn: [] });
});
