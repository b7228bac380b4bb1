import { hash } from 'node:crypto';
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
const readCase = (name: string) => readFile(new URL(`./exports/${name}.xml`, import.meta.url), 'utf8');
const siteE = await readCase('localhost-guid-e');
const siteF = await readCase('localhost-guid-f');

async function plan(file: string, site = '') {
  const { id } = await sendImport(t, { kind: 'wordpress', file, site });
  return { id, ...(await admin().plan.query({ id })) };
}
async function run(file: string, site = '') {
  const planned = await plan(file, site);
  const choices = { ...noImportChoices, menu: planned.menu.length > 0 };
  await admin().commit.mutate({ id: planned.id, hash: planned.hash, choices });
  expect(await finishImport(t, planned.id)).toMatchObject({ state: 'done' });
  return planned;
}
const listTitles = async () =>
  (await t.sql<{ title: string }>('select title from posts where deleted_at is null order by id')).map(
    ({ title }) => title,
  );
/** What `wp:base_blog_url` and the channel say of a site. */
const removeBase = (file: string) =>
  file.replace(/<link>[^<]*<\/link>/, '').replace(/<wp:base_\w+>[^<]*<\/wp:base_\w+>/g, '');
/** As the version before stored them, which kept no site. */
const forgetSites = () => t.sql('update imports set site = null');

beforeEach(async () => {
  // Not truncated: that waits for each table alone, and the jobs read several at once
  for (const table of ['redirects', 'pages', 'posts', 'imports']) await t.sql(`delete from ${table}`);
});

test('two sites that were built on localhost replace nothing of each other', async () => {
  expect(await run(siteE)).toMatchObject({ site: 'e.example.org', create: 1 });
  expect(await run(siteF)).toMatchObject({ site: 'f.example.org', create: 1, update: 0 });
  expect(await listTitles()).toEqual(['Post of E', 'Post of F']);
  for (const file of [siteE, siteF])
    expect(await plan(file)).toMatchObject({ create: 0, update: 0, unchanged: 1 });
});

test('a site is the same with www., with a certificate and with a slash at its end', async () => {
  await run(siteE);
  for (const base of ['http://e.example.org/', 'https://www.e.example.org', 'HTTPS://E.example.org//'])
    expect(await plan(siteE.replaceAll('https://e.example.org', base))).toMatchObject({ unchanged: 1 });
  const folders = ['https://e.example.org/primary', 'https://e.example.org/secondary/'];
  for (const base of folders) await run(siteE.replaceAll('https://e.example.org', base));
  expect(await listTitles()).toEqual(['Post of E', 'Post of E', 'Post of E']);
});

test.each([
  ['no base address and no guid', (file: string) => removeBase(file).replace(/<guid.*?<\/guid>/, '')],
  [
    'a base on localhost',
    (file: string) => file.replace(/https:\/\/[ef]\.example\.org/g, 'http://localhost/wp'),
  ],
  [
    'a base of a machine of its own',
    (file: string) => file.replace(/https:\/\/[ef]\.example\.org/g, 'http://school.localhost:8888'),
  ],
])('a file with %s asks which site it is', async (_name, change) => {
  const asked = 'does not say from which site it is';
  await expect(plan(change(siteE))).rejects.toThrow(asked);
  await expect(plan(change(siteE), 'localhost')).rejects.toThrow(asked);
  await run(change(siteE), 'www.e.example.org');
  expect(await run(change(siteF), 'https://f.example.org/')).toMatchObject({ create: 1, update: 0 });
  expect(await listTitles()).toEqual(['Post of E', 'Post of F']);
  expect(await plan(change(siteE), 'http://e.example.org')).toMatchObject({ unchanged: 1 });
});

test('what an import would overwrite is shown first, with both titles', async () => {
  const items = Array.from({ length: 3 }, (_, at) => ({ id: at + 1, title: `Day ${at}` }));
  await run(writeWordPressExport({ items }));
  const again = [...items, { id: 9, title: 'New' }, { id: 2, title: 'Other day' }].slice(2);
  const planned = await plan(writeWordPressExport({ items: again }));
  expect(planned.groups).toEqual([{ kind: 'post', category: null, count: 2, updates: 1 }]);
  const { items: lines } = await admin().items.query({ id: planned.id, kind: 'post', category: null });
  expect(lines.map(({ title, replaces }) => [title, replaces])).toEqual([
    ['Other day', 'Day 1'],
    ['New', null],
  ]);
});

test('what an earlier version imported is known, and another site is not taken for it', async () => {
  await run(siteE);
  const [row] = await t.sql('select source from import_items');
  expect(row).toEqual({ source: hash('sha256', 'wordpress http://localhost/wordpress/?p=7#7') });
  await forgetSites();
  expect(await plan(siteF)).toMatchObject({ create: 1, update: 0 });
  expect(await run(siteE.replace('Words of E', 'New words of E'))).toMatchObject({ create: 0, update: 1 });
  await forgetSites();
  expect(await plan(siteE.replace('>Post of E<', '>Another title<'))).toMatchObject({ update: 1 });
});

test('an earlier import of a site that names itself is known, whatever has changed', async () => {
  const write = (title: string) =>
    writeWordPressExport({
      items: [1, 2, 3].map((id) => ({
        id,
        title: `${title} ${id}`,
        link: `https://old.example.ac.ug/?p=${id}`,
      })),
    });
  await run(write('One'));
  await forgetSites();
  expect(await plan(write('Other'))).toMatchObject({ create: 0, update: 3 });
});

test('some pages of one name make no other site of an earlier import', async () => {
  const write = (site: string) =>
    writeWordPressExport({
      base: `https://${site}.example.org`,
      items: Array.from({ length: 8 }, (_, at) => {
        const title = at < 3 ? `Usual ${at}` : `${site} ${at}`;
        return {
          id: at + 1,
          title,
          link: `https://${site}.example.org/${title.toLowerCase().replace(' ', '-')}/`,
        };
      }),
    }).replaceAll(/(isPermaLink="false">)https:\/\/\w+\.example\.org/g, '$1http://localhost');
  await run(write('one'));
  await forgetSites();
  expect(await plan(write('two'))).toMatchObject({ create: 8, update: 0 });
  expect(await plan(write('one'))).toMatchObject({ create: 0, unchanged: 8 });
});

test('the menu of a site leads to no page of another one', async () => {
  const write = (base: string, items: Parameters<typeof writeWordPressExport>[0]['items']) =>
    writeWordPressExport({ base, items });
  const rules = { id: 1, type: 'page', title: 'Rules', name: 'rules' };
  const entry = { id: 11, type: 'nav_menu_item', menu: 'Main', leadsTo: 1, title: 'Our rules', position: 1 };
  await run(write('https://e.example.org', [{ ...rules, link: 'https://e.example.org/rules/' }]));
  const readEntries = async (base: string) => (await plan(write(base, [entry]))).menu.map((one) => one.entry);
  expect(await readEntries('https://f.example.org')).toEqual([null]);
  expect(await readEntries('https://e.example.org')).toEqual(['/p/rules']);
  await forgetSites();
  expect(await readEntries('https://e.example.org')).toEqual(['/p/rules']);
});

test('undone imports of one site leave those of another alone', async () => {
  const { id } = await run(siteE);
  await run(siteF);
  expect(await admin().undo.mutate({ id })).toEqual({ undone: 1, kept: 0 });
  expect((await readData(t.visitor.api.posts.list({ query: {} }))).map(({ title }) => title)).toEqual([
    'Post of F',
  ]);
});
