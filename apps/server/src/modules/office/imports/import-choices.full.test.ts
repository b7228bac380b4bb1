import { noImportChoices } from '@institute/contract';
import { afterAll, expect, test } from 'vitest';
import { finishImport, sendImport } from '../../../testing/app/imports.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makePlainImage } from '../../../testing/files/images.ts';
import { writeWordPressExport } from '../../../testing/files/wordpress-export.ts';
import { startHttp } from '../../../testing/stand-ins/http-server.ts';

const t = await useTestApp({ IMPORT_ALLOW_PRIVATE: 'true', SEED_DEMO: 'false' });
const picture = await makePlainImage('jpeg');
const site = await startHttp((_, response) => void response.writeHead(200).end(picture));
await t.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => site.close());

const base = site.origin;
const admin = () => t.office.admin.imports;
const upload = `${base}/wp-content/uploads`;
const page = (id: number, name: string, content = `<p>${name}</p>`) => ({
  id,
  name,
  content,
  type: 'page',
  title: `Page ${name}`,
  link: `${base}/${name}/`,
});
const entry = (id: number, leadsTo: number | string, more: { title?: string; below?: number } = {}) => ({
  id,
  leadsTo,
  type: 'nav_menu_item',
  menu: 'Main menu',
  title: '',
  position: id,
  ...more,
});

const file = writeWordPressExport({
  base,
  items: [
    { id: 1, title: 'Sports day', categories: ['Sports'], content: `<img src="${upload}/kept.jpg">` },
    { id: 2, title: 'Cup final', categories: ['Sports'] },
    { id: 3, title: 'Open day', categories: ['Events'], content: `<p>a <img src="${upload}/left.jpg"></p>` },
    { id: 4, title: 'Prize day', categories: ['Events'] },
    { id: 5, title: 'Half written', status: 'draft' },
    page(11, 'about', '<h2>Who we are</h2><p>A school.<br>In Kampala &amp; more.</p>'),
    page(12, 'contact'),
    page(13, 'faq'),
    page(14, 'house-rules'),
    { id: 21, type: 'attachment', title: 'Kept', attachmentUrl: `${upload}/kept.jpg` },
    { id: 22, type: 'attachment', title: 'Left', attachmentUrl: `${upload}/left.jpg` },
    entry(31, 14),
    entry(32, `${base}/`, { title: 'Home' }),
    entry(33, 11, { title: 'About us' }),
    entry(34, 12, { title: 'Find us' }),
    entry(35, 13, { title: 'Below', below: 33 }),
    entry(36, 'https://elsewhere.example/', { title: 'Portal' }),
    entry(37, `${base}/house-rules`, { title: 'Rules again' }),
    entry(38, `${base}/nothing/`, { title: 'Nothing' }),
    entry(40, '#', { title: 'More' }),
    entry(41, `${base.replace('http', 'https')}/gallery/`, { below: 40 }),
    entry(42, 'http://plain.example/', { title: 'Plain' }),
    entry(43, 'https://results.example/', { title: 'Results' }),
    entry(44, `${base}/news/`, { title: 'Posts', below: 43 }),
    entry(45, 'https://deep.example/2026', { below: 44 }),
    entry(46, `${base}/`, { title: 'Home below', below: 43 }),
    { ...entry(39, 14), menu: 'Foot' },
  ],
});

test('the preview shows what comes, and what is left out stays out', async () => {
  const { id } = await sendImport(t, { kind: 'wordpress', file });
  const plan = await admin().plan.query({ id });
  expect(plan).toMatchObject({ create: 9, pictures: 2, documents: 0 });
  expect(plan.groups).toEqual([
    { kind: 'post', category: 'Sports', count: 2 },
    { kind: 'post', category: 'Events', count: 2 },
    { kind: 'page', category: null, count: 1 },
    { kind: 'draft', category: null, count: 1 },
  ]);
  expect(
    plan.builtIn.map(({ from, builtIn, path, mayReplace }) => [from, builtIn, path, mayReplace]),
  ).toEqual([
    ['/about/', '/about', 'about-page', true],
    ['/contact/', '/contact', 'contact-page', true],
    ['/faq/', '/faq', 'faq-page', true],
  ]);
  expect(plan.menu.map(({ title, entry: to, why }) => [title, to, why])).toEqual([
    ['Page house-rules', '/p/house-rules', null],
    ['Home', '/', null],
    ['About us', '/p/about-page', null],
    ['Find us', '/p/contact-page', null],
    ['Below', '/p/faq-page', null],
    ['Portal', 'https://elsewhere.example/', null],
    ['Rules again', null, 'It stands there twice'],
    ['Nothing', null, 'It leads to no page'],
    ['More', null, 'It leads to no page'],
    ['', '/gallery', null],
    ['Plain', null, 'A link to another site starts with https://'],
    ['Results', 'https://results.example/', null],
    ['Posts', '/news', null],
    ['', 'https://deep.example/2026', null],
    ['Home below', null, 'Home stands at the top'],
  ]);
  const list = (kind: 'post' | 'page' | 'picture', category: string | null = null, q = '') =>
    admin().items.query({ id, kind, category, q });
  expect((await list('post', 'Sports')).items).toMatchObject([
    { title: 'Sports day', from: '/2025/03/item-1/', to: null, state: 'create' },
    { title: 'Cup final', from: '/2025/03/item-2/' },
  ]);
  expect((await list('page')).items).toMatchObject([{ from: '/house-rules/', to: '/p/house-rules' }]);
  const { items: found } = await list('post', 'Events', 'PRIZE');
  const { items: left } = await list('picture', null, 'left');
  expect([found, left]).toMatchObject([[{ title: 'Prize day' }], [{ title: 'Left' }]]);

  const { hash, builtIn } = plan;
  const [about, contact, faq] = builtIn.map((one) => one.id);
  const { view: former } = await t.office.admin.site.get.query();
  await admin().commit.mutate({
    id,
    hash,
    choices: {
      groups: [
        { kind: 'post', category: 'Sports', isTaken: false, except: [] },
        { kind: 'post', category: 'Events', isTaken: false, except: found.map((one) => one.id) },
        { kind: 'draft', category: null, isTaken: false, except: [] },
        { kind: 'picture', category: null, isTaken: true, except: left.map((one) => one.id) },
      ],
      builtIn: [
        { id: about ?? 0, as: 'replace', path: null },
        { id: contact ?? 0, as: 'move', path: 'find-us' },
        { id: faq ?? 0, as: 'leave', path: null },
      ],
      menu: true,
    },
  });
  expect(await finishImport(t, id)).toMatchObject({ state: 'done', done: 4, total: 5, failedPictures: 0 });
  const titles = await t.sql('select title from posts where deleted_at is null');
  expect(titles).toEqual([{ title: 'Prize day' }]);
  const paths = await t.sql('select path, in_menu from pages where deleted_at is null order by path');
  expect(paths).toEqual([
    { path: 'find-us', in_menu: true },
    { path: 'house-rules', in_menu: true },
  ]);
  expect(await t.sql('select name from uploads')).toHaveLength(1);
  const { view } = await t.office.admin.site.get.query();
  expect(view.about.text).toBe('Who we are\n\nA school.\nIn Kampala & more.');
  const shown = { hidden: false };
  const coming = [
    { ...shown, entry: '/p/house-rules' },
    { ...shown, entry: '/' },
    { ...shown, entry: '/about' },
    { ...shown, entry: '/p/find-us' },
    { ...shown, entry: 'https://elsewhere.example/', label: 'Portal' },
    { ...shown, entry: '/gallery' },
    { ...shown, entry: 'https://results.example/', label: 'Results' },
    { ...shown, entry: '/news', below: true as const },
    { ...shown, entry: 'https://deep.example/2026', label: 'deep.example', below: true as const },
  ];
  expect(view.menu.slice(0, coming.length)).toEqual(coming);
  const taken = new Set(coming.map((one) => one.entry));
  expect(view.menu.slice(coming.length)).toEqual(former.menu.filter((one) => !taken.has(one.entry)));
  const redirects = await t.sql<{ from: string; to: string }>('select "from", "to" from redirects');
  expect(redirects).toContainEqual({ from: '/?p=11', to: '/about' });
  expect(redirects.filter((one) => /=(?:1|2|3|5|13)$/.test(one.from) && one.from.startsWith('/?p='))).toEqual(
    [],
  );

  await admin().undo.mutate({ id });
  expect((await t.office.admin.site.get.query()).view).toEqual(former);
  const again = await sendImport(t, { kind: 'wordpress', file });
  expect((await admin().plan.query(again)).groups).toContainEqual({
    kind: 'post',
    category: 'Sports',
    count: 2,
  });
});

test('a text of the site that was changed since stays at Undo', async () => {
  const { id } = await sendImport(t, {
    kind: 'wordpress',
    file: file.replaceAll('old.example', 'o.example'),
  });
  const { hash, builtIn } = await admin().plan.query({ id });
  const about = builtIn.find((one) => one.builtIn === '/about');
  const choices = {
    ...noImportChoices,
    builtIn: [{ id: about?.id ?? 0, as: 'replace' as const, path: null }],
  };
  await admin().commit.mutate({ id, hash, choices });
  await finishImport(t, id);
  const { view } = await t.office.admin.site.get.query();
  await t.office.admin.site.update.mutate({ changes: { about: { ...view.about, text: 'Ours' } } });
  await admin().undo.mutate({ id });
  expect((await t.office.admin.site.get.query()).view.about.text).toBe('Ours');
});

test('an editor sets the menu but no text of the owner, and nothing chosen imports nothing', async () => {
  const pages = ['about', 'privacy', 'registration', 'contact-us', 'school-rules'];
  const items = [...pages.map((name, at) => page(61 + at, name)), entry(70, 61)];
  const { id } = await sendImport(t, { kind: 'wordpress', file: writeWordPressExport({ base, items }) });
  const { user } = await t.given.account('editor@example.org');
  await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: ['content'] });
  const { imports } = t.as('editor@example.org').admin;
  const { hash, builtIn } = await imports.plan.query({ id });
  expect(builtIn.map((one) => [one.builtIn, one.mayReplace])).toEqual([
    ['/about', true],
    ['/privacy', false],
    ['/registration', false],
    // What other sites call it
    ['/contact', true],
  ]);
  expect(builtIn.map((one) => one.path).at(-1)).toBe('contact-us');
  const rows = builtIn.map((one) => one.id);
  const commit = (choices: object) =>
    imports.commit.mutate({ id, hash, choices: { ...noImportChoices, ...choices } });
  const replace = (row: number) => commit({ builtIn: [{ id: row, as: 'replace', path: null }] });
  for (const owners of rows.slice(1, 3))
    await expect(replace(owners)).rejects.toThrow('cannot stand on that page');
  await expect(replace(999_999)).rejects.toThrow('not among those that come');
  const groups = [{ kind: 'page', category: null, isTaken: false, except: [] }];
  const leave = rows.map((row) => ({ id: row, as: 'leave', path: null }));
  await expect(commit({ groups, builtIn: leave })).rejects.toThrow('Nothing is chosen');
  expect((await admin().status.query({ id })).state).toBe('planned');
  await commit({ menu: true, builtIn: rows.map((row) => ({ id: row, as: 'move', path: null })) });
  expect(await finishImport(t, id)).toMatchObject({ state: 'done' });
  const { view } = await t.office.admin.site.get.query();
  expect(view.menu[0]).toEqual({ entry: '/p/about-page', hidden: false });
});

test('an import of an editor brings no entry of another site into the menu, and says so', async () => {
  const { user } = await t.given.account('links@example.org');
  await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: ['content'] });
  const { imports } = t.as('links@example.org').admin;
  const items = [
    entry(81, 'https://elsewhere.example/', { title: 'Portal' }),
    entry(82, `${base}/gallery`, { title: 'Pictures' }),
  ];
  const { id } = await sendImport(t, { kind: 'wordpress', file: writeWordPressExport({ base, items }) });
  const { hash, menu } = await imports.plan.query({ id });
  expect(menu.map((one) => [one.title, one.entry, one.why])).toEqual([
    ['Portal', null, 'Only an owner may lead visitors to another site'],
    ['Pictures', '/gallery', null],
  ]);
  expect((await admin().plan.query({ id })).menu.map((one) => one.why)).toEqual([null, null]);
  await imports.commit.mutate({ id, hash, choices: { ...noImportChoices, menu: true } });
  expect(await finishImport(t, id)).toMatchObject({
    state: 'done',
    leftOut: [{ what: 'Menu entries to other sites, which are for owners', count: 1, titles: ['Portal'] }],
  });
  const { view } = await t.office.admin.site.get.query();
  expect(view.menu[0]).toEqual({ entry: '/gallery', hidden: false });
  expect(view.menu.filter((one) => !one.entry.startsWith('/'))).toEqual([]);
  await imports.undo.mutate({ id });
});

test('an import of an editor puts no foreign number into a text of the site', async () => {
  const { user } = await t.given.account('words@example.org');
  await t.office.admin.accounts.setRights.mutate({ id: user.id, rights: ['content'] });
  const { imports } = t.as('words@example.org').admin;
  const items = [page(91, 'about', '<p>Fees go to 0772 999 888.</p>')];
  const file = writeWordPressExport({ base: `${base}/words`, items });
  const { id } = await sendImport(t, { kind: 'wordpress', file });
  const mayReplace = async ({ plan }: typeof imports) =>
    (await plan.query({ id })).builtIn.map((one) => one.mayReplace);
  expect([await mayReplace(imports), await mayReplace(admin())]).toEqual([[false], [true]]);
  const { hash, builtIn } = await imports.plan.query({ id });
  const texts = builtIn.map((one) => ({ id: one.id, as: 'replace' as const, path: null }));
  const choices = { ...noImportChoices, builtIn: texts };
  await expect(imports.commit.mutate({ id, hash, choices })).rejects.toThrow('cannot stand on that page');
});

test('a library alone comes once', async () => {
  const library = { id: 71, type: 'attachment', title: 'Yard', attachmentUrl: `${upload}/yard.jpg` };
  const alone = writeWordPressExport({ base, items: [library] });
  const { id } = await sendImport(t, { kind: 'wordpress', file: alone });
  const { hash, ...plan } = await admin().plan.query({ id });
  expect(plan).toMatchObject({ create: 0, update: 0, pictures: 1, newFiles: 1 });
  await admin().commit.mutate({ id, hash, choices: noImportChoices });
  expect(await finishImport(t, id)).toMatchObject({ state: 'done', total: 1, items: [], pictures: 1 });
  const again = await sendImport(t, { kind: 'wordpress', file: alone });
  expect(await admin().plan.query(again)).toMatchObject({ pictures: 1, newFiles: 0 });
});

test('files without a title are listed by their name as it is stored, and found by it', async () => {
  const names = ['Term%20dates%202027.pdf', '%d9%85%d8%af%d8%b1%d8%b3%d8%a9.pdf', 'odd%.pdf'];
  const items = names.map((name, at) => ({
    id: 81 + at,
    type: 'attachment',
    title: '',
    attachmentUrl: `${upload}/${name}`,
  }));
  const { id } = await sendImport(t, { kind: 'wordpress', file: writeWordPressExport({ base, items }) });
  const listTitles = async (q = '') => {
    const { items: found } = await admin().items.query({ id, kind: 'document', category: null, q });
    return found.map(({ title }) => title);
  };
  expect(await listTitles()).toEqual(['Term dates 2027.pdf', 'مدرسة.pdf', 'odd%.pdf']);
  expect(await listTitles('term dates')).toEqual(['Term dates 2027.pdf']);
  expect(await listTitles('uploads/مدرسة')).toEqual(['مدرسة.pdf']);
});

test('links to documents that were left out are told with their pages', async () => {
  const link = (name: string) => `<a href="${upload}/${name}">${name}</a>`;
  const papers = `<p>${link('fees.pdf')} ${link('term%20dates.pdf')} ${link('fees.pdf')}</p>`;
  const items = [
    page(91, 'papers', papers),
    { id: 92, title: 'Fees', content: `<p>${link('fees.pdf')}</p>` },
  ];
  const { id } = await sendImport(t, { kind: 'wordpress', file: writeWordPressExport({ base, items }) });
  const { hash, documents } = await admin().plan.query({ id });
  expect(documents).toBe(2);
  const groups = [{ kind: 'document' as const, category: null, isTaken: false, except: [] }];
  await admin().commit.mutate({ id, hash, choices: { ...noImportChoices, groups } });
  expect((await finishImport(t, id)).leftOut).toEqual([
    {
      what: 'Links that still lead to files of the old site',
      count: 3,
      titles: ['Page papers: fees.pdf', 'Page papers: term dates.pdf', 'Fees: fees.pdf'],
    },
  ]);
  const [stored] = await t.sql<{ content: string }>(`select content from pages where path = 'papers'`);
  expect(stored?.content).toContain(`<a href="${upload}/fees.pdf"`);
});
