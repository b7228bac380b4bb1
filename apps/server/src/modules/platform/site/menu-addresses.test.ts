import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { menuLabels } from '@institute/contract/site.constants';
import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

type Menu = Awaited<ReturnType<typeof readMenu>>;
const readSite = () => readData(t.visitor.api.site.get());
const readMenu = async () => (await readSite()).menu;
const store = (menu: Menu) => t.office.api.site.update({ body: { menu } });
const name = (entry: string, label = 'Ours') => ({ entry, label, hidden: false });
const listShown = async () => (await readSite()).navigation.header.map(({ to, label }) => `${to} ${label}`);

const makePage = async (path: string) =>
  (await t.office.admin.pages.create.mutate({ title: `The ${path}`, path, content: '<p>Words</p>' })).view;

/** Pages that need a code, or that follow another page. */
const steps = [
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/registration-success',
  '/registration/mine',
];

/** Addresses of the public pages without a parameter. */
const pages = globSync('**/*.tsx', { cwd: resolve(import.meta.dirname, '../../../../../web/src/routes') })
  .filter((file) => !file.startsWith('_'))
  .map(
    (file) =>
      `/${file}`
        .replace(/\.\{-\$\w+\}|\.tsx$/g, '')
        .replace(/\.tsx$/, '')
        .replace(/\/index$/, '') || '/',
  )
  .filter((path) => !path.includes('$') && !steps.includes(path));

test('every page of the site can stand in the menu with a name, and is shown or said not to be', async () => {
  const menu = await readMenu();
  expect(pages.length).toBeGreaterThan(20);
  const others = pages.filter((path) => !Object.hasOwn(menuLabels, path));
  await requireSuccess(store([...menu, ...others.map((path) => name(path))]));
  const shown = await listShown();
  const { emptyPages } = await readSite();
  for (const path of others)
    expect(shown.includes(`${path} Ours`) || emptyPages.includes(path), path).toBe(true);
  await requireSuccess(store(menu));
});

test('an item with a page stands in the menu while visitors see it', async () => {
  const menu = await readMenu();
  const page = await makePage('hostel');
  const program = await t.given.program({ name: 'Welding' });
  const entries = [name('/p/hostel', 'Our hostel'), name(`/programs/${program.id}`)];
  await requireSuccess(store([...menu, ...entries]));
  expect(await listShown()).toEqual(
    expect.arrayContaining(['/p/hostel Our hostel', `/programs/${program.id} Ours`]),
  );

  await t.office.admin.pages.update.mutate({ id: page.id, changes: { status: 'draft' } });
  expect(await listShown()).not.toContain('/p/hostel Our hostel');
  expect((await readSite()).emptyPages).toContain('/p/hostel');
  await t.office.admin.programs.remove.mutate({ id: program.id });
  expect((await readSite()).emptyPages).toContain(`/programs/${program.id}`);
  // The office may go on with what it stored
  await requireSuccess(store([...menu, ...entries.toReversed()]));
  await t.office.admin.pages.update.mutate({ id: page.id, changes: { status: 'published' } });
  expect(await listShown()).toContain('/p/hostel Our hostel');
  await requireSuccess(store(menu));
});

test.each([
  '/nothing',
  '/p/none',
  '/programs/9999',
  '/programs/99999999999',
  '/programs/x',
  '/admin',
  '/api/v1/site',
  '/News',
])('an address without a page, %s, is refused with words', async (entry) => {
  const menu = await readMenu();
  const refusal = await readRefusal(store([...menu, name(entry)]));
  expect(refusal.details).toEqual([
    { path: `menu.${menu.length}.entry`, message: `There is no page at ${entry}` },
  ]);
});

test('without a name only pages are taken that the menu knows', async () => {
  const menu = await readMenu();
  await makePage('rules');
  const refuse = async (entry: string) =>
    (await readRefusal(store([...menu, { entry, hidden: false }]))).details.map(({ path, message }) => [
      path,
      message,
    ]);
  const at = `menu.${menu.length}`;
  expect(await refuse('/donations')).toEqual([[`${at}.label`, expect.any(String)]]);
  expect(await refuse('/p/gone')).toEqual([[`${at}.entry`, 'There is no page at /p/gone']]);
  expect(await refuse('/p/rules')).toEqual([[`${at}.label`, 'Give it a name, or put the page in the menu']]);
});
