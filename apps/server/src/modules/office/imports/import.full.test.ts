import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { readData } from '../../../testing/app/answers.ts';
import { finishImport, sendImport } from '../../../testing/app/imports.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makePlainImage } from '../../../testing/files/images.ts';
import { writeWordPressExport } from '../../../testing/files/wordpress-export.ts';
import { startHttp } from '../../../testing/stand-ins/http-server.ts';

const t = await useTestApp({ IMPORT_ALLOW_PRIVATE: 'true', SEED_DEMO: 'false' });
let asked: string[] = [];
let missing = /gone/;

const picture = await makePlainImage('jpeg', { width: 400, height: 300 });
const site = await startHttp((request, response) => {
  asked.push(request.url ?? '');
  if (missing.test(request.url ?? '')) response.writeHead(404).end();
  else if (request.url?.startsWith('/moved')) response.writeHead(302, { location: '/pictures/a.jpg' }).end();
  else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
});
await t.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => site.close());

const admin = () => t.office.admin.imports;
const plan = (id: number) => admin().plan.query({ id });

const finish = (id: number) => finishImport(t, id);

async function run(file: string, kind = 'wordpress', uploads?: Buffer) {
  const { id } = await sendImport(t, { kind, file, uploads });
  const planned = await plan(id);
  await admin().commit.mutate({ id, hash: planned.hash });
  return { id, planned, status: await finish(id) };
}

const posts = () =>
  t.sql<{
    id: number;
    title: string;
    content: string;
    category: string;
    status: string;
    published_at: string | null;
    image_url: string | null;
    publish_at: Date | null;
  }>('select * from posts where deleted_at is null order by id');
const findPost = async (title: string) => (await posts()).find((post) => post.title === title);

test('posts come with text, day, category, state, pictures and authors, and a second run doubles nothing', async () => {
  const base = site.origin;
  const upload = `${base}/wp-content/uploads/2025/03`;
  const file = writeWordPressExport({
    base,
    authors: { admin: 'Jane Doe', ann: 'Ann &lt;b&gt;' },
    items: [
      { id: 1, type: 'attachment', title: 'a', attachmentUrl: `${upload}/a.jpg`, alt: 'A yard' },
      {
        id: 2,
        title: 'Open day & more',
        categories: ['Campus', 'Events'],
        tags: ['fun'],
        thumbnail: 1,
        comments: 3,
        content: `First line\nsecond line\n\n[caption id="x" width="300"]<img src="${upload}/a-300x200.jpg" alt="Yard" /> The yard[/caption]\n\nSee <a href="${base}/2025/03/item-3/">this</a> and <a href="javascript:alert(1)">that</a> [sic].`,
      },
      {
        id: 3,
        title: 'Block',
        author: 'ann',
        content: `<!-- wp:paragraph --><p>Hello</p><!-- /wp:paragraph --><!-- wp:image {"id":9} --><figure class="wp-block-image"><img src="${base}/moved/b.jpg" alt="B"/></figure><!-- /wp:image --><!-- wp:latest-posts /-->`,
      },
      { id: 4, title: 'Draft', status: 'draft' },
      { id: 5, title: 'Private', status: 'private', isSticky: true },
      { id: 6, title: 'Secret', password: 'x' },
      { id: 7, title: 'Planned', status: 'future', date: '2090-01-02 03:04:05' },
      { id: 8, title: 'Missing', content: `<p>Text <img src="${base}/gone.jpg"></p>` },
      { id: 9, title: 'Menu', type: 'nav_menu_item' },
      { id: 10, title: 'Shop', type: 'product' },
      { id: 11, title: 'Trashed', status: 'trash' },
      { id: 12, title: 'Empty', content: '' },
      { id: 13, title: 'House Rules', type: 'page', link: `${base}/about/rules/`, name: 'rules' },
    ],
  });
  const { id, planned, status } = await run(file);
  expect(planned).toMatchObject({ create: 8, update: 0, unchanged: 0, skipped: 0, pictures: 3 });
  expect(planned.leftOut.map(({ what, count }) => [what, count])).toEqual(
    expect.arrayContaining([
      ['Comments', 3],
      ['Tags', 1],
      ['Block latest-posts', 1],
      ['Items of the kind “product”', 1],
      ['Deleted items', 1],
      ['Items without a text', 1],
      ['Passwords: these are drafts', 1],
      ['Private items: these are drafts', 1],
    ]),
  );
  expect(status).toMatchObject({
    state: 'done',
    done: 11,
    total: 11,
    items: [
      { type: 'page', created: 1, updated: 0 },
      { type: 'post', created: 7, updated: 0 },
    ],
  });
  expect(status.leftOut).toContainEqual({
    what: 'Pictures: Answered 404',
    count: 1,
    titles: [`${base}/gone.jpg`],
  });

  const open = await findPost('Open day & more');
  expect(open).toMatchObject({ category: 'events', status: 'published' });
  expect(Date.parse(open?.published_at ?? '')).toBe(Date.parse('2025-03-04T06:00:00Z'));
  expect(open?.image_url).toMatch(/^\/uploads\/[\da-f]{32}-400x300-/);
  expect(open?.content).toContain('<p>First line<br />second line</p>');
  expect(open?.content).toContain(
    `<figure><img src="${open?.image_url}" alt="Yard" loading="lazy" /> The yard</figure>`,
  );
  expect(open?.content).toContain('See <a href="/2025/03/item-3/" rel="noopener noreferrer">this</a>');
  expect(open?.content).toContain('[sic].</p><p>By Jane Doe</p>');
  expect(open?.content).not.toMatch(/javascript|caption id/);
  const block = await findPost('Block');
  expect(block?.content).toMatch(
    /^<p>Hello<\/p>\s*<figure><img src="\/uploads\/[^"]+" alt="B" loading="lazy" \/><\/figure>\s*<p>By Ann &lt;b&gt;<\/p>$/,
  );
  expect((await findPost('Missing'))?.content).toBe('<p>Text </p><p>By Jane Doe</p>');
  expect((await posts()).filter((post) => post.status === 'draft').map(({ title }) => title)).toEqual([
    'Draft',
    'Private',
    'Secret',
  ]);
  expect(await findPost('Planned')).toMatchObject({ status: 'scheduled' });
  expect(asked.filter((path) => path.includes('-300x200'))).toEqual([]);

  const redirects = await t.sql<{ from: string; to: string }>('select "from", "to" from redirects');
  for (const from of ['/2025/03/item-2/', '/?p=2'])
    expect(redirects).toContainEqual({ from, to: `/news/${open?.id}` });
  for (const [from, to] of Object.entries({
    '/feed/*': '/news.rss',
    '/category/*': '/news',
    '/category/campus/*': '/news',
    '/category/campus/events/*': '/news?category=events',
    '/?cat=2': '/news',
    '/?cat=3': '/news?category=events',
    '/?author=1': '/news',
    '/?author=2': '/news',
    '/tag/*': '/news',
    '/?page_id=13': '/p/rules',
  }))
    expect(redirects).toContainEqual({ from, to });
  expect(redirects.filter(({ from }) => /^\/(?:\?p=|2025\/03\/item-)[456]\b/.test(from))).toEqual([]);

  expect(redirects).toContainEqual({ from: '/about/rules/', to: '/p/rules' });

  const again = await run(file);
  expect(again.planned).toMatchObject({ create: 0, update: 0, unchanged: 8, skipped: 0 });
  expect(await posts()).toHaveLength(7);

  // Changed there and not here, changed in both places, deleted here
  const missing = await findPost('Missing');
  const secret = await findPost('Secret');
  await readData(t.office.api.posts.update({ params: { id: secret?.id ?? 0 }, body: { title: 'Ours' } }));
  await readData(t.office.api.posts.remove({ params: { id: missing?.id ?? 0 } }));
  expect((await admin().list.query())[0]).toMatchObject({ fileName: 'export.xml', created: 0, updated: 0 });
  const changed = file
    .replace('Hello', 'Goodbye')
    .replace('Secret', 'Secret two')
    .replace('>Missing<', '>Missing two<');
  const third = await run(changed);
  expect(third.status).toMatchObject({ state: 'done', error: null });
  expect(third.planned).toMatchObject({ create: 0, update: 1, unchanged: 5, skipped: 2 });
  expect((await findPost('Block'))?.content).toContain('Goodbye');

  expect(await admin().undo.mutate({ id: third.id })).toEqual({ undone: 1, kept: 0 });
  expect((await findPost('Block'))?.content).toContain('Hello');
  expect((await run(changed)).planned).toMatchObject({ update: 1, skipped: 2 });
  await expect(admin().undo.mutate({ id: third.id })).rejects.toThrow('was undone already');

  const undone = await admin().undo.mutate({ id });
  expect(undone.undone + undone.kept).toBe(8);
  expect(await t.sql(`select 1 from redirects`)).toEqual([]);
  expect((await posts()).map(({ title }) => title).toSorted()).toEqual(['Block', 'Ours']);
});

test('pages keep their address, cleaned, unless another page or the site itself has it', async () => {
  await t.given.content('pages', { path: 'costs' });
  const names = ['costs', 'fees', 'Open_Day', 'caf%c3%a9%', '', '%e1%89%b5%e1%88%9d', '%ce%b5%ce%bb%ce%ac'];
  const { id, status } = await run(
    writeWordPressExport({
      items: names.map((name, at) => ({ id: at + 300, title: `Page ${at}`, type: 'page', name })),
    }),
  );
  expect(status).toMatchObject({ state: 'done', items: [{ type: 'page', created: 7 }] });
  const paths = await t.sql(
    `select path from pages join import_items on item_id = pages.id where import_id = ${id} order by pages.title`,
  );
  expect(paths).toEqual(
    ['costs-2', 'fees-page', 'open-day', 'cafe', 'page-4', 'ትም', 'ελά'].map((path) => ({ path })),
  );
});

test('no page takes the place of a check page, and addresses of the site are named as left out', async () => {
  const base = 'https://old.example.ac.ug';
  const pages = [
    { name: 'certificates', link: `${base}/certificates/KYQ7/` },
    { name: 'paid', link: `${base}/%52eceipts/26` },
    { name: 'status', link: `${base}/registration/status?reference=REG-2026-000001` },
    { name: 'rules', link: `${base}/school/rules/` },
  ];
  const { id, status } = await run(
    writeWordPressExport({
      base,
      items: pages.map((page, at) => ({ id: at + 400, title: `Old ${page.name}`, type: 'page', ...page })),
    }),
  );
  expect(status).toMatchObject({ state: 'done', items: [{ type: 'page', created: 4 }] });
  expect(status.leftOut).toContainEqual({
    what: 'Addresses that are not redirected',
    count: 3,
    titles: ['/certificates/KYQ7/', '/%52eceipts/26', '/registration/status?reference=REG-2026-000001'],
  });
  const redirects = await t.sql(
    `select "from", "to" from redirects where id = any(select unnest(redirects) from imports where id = ${id}) order by "from"`,
  );
  expect(redirects).toEqual([
    ...['/?p=', '/?page_id='].flatMap((from) =>
      ['certificates-page', 'paid', 'status', 'rules'].map((path, at) => ({
        from: `${from}${at + 400}`,
        to: `/p/${path}`,
      })),
    ),
    { from: '/school/rules/', to: '/p/rules' },
  ]);
});

test('pictures come out of a zip of uploads, whatever paths it names', async () => {
  const upload = 'https://nowhere.invalid/wp-content/uploads/2024/05';
  asked = [];
  const file = writeWordPressExport({
    items: [{ id: 1, title: 'Zipped', content: `<img src="${upload}/in%20zip.jpg">` }],
  });
  const uploads = Buffer.from(
    zipSync({
      'wp-content/uploads/2024/05/in zip.jpg': await makePlainImage('jpeg', { width: 200, height: 100 }),
      '../../../../etc/passwd': Buffer.from('x'),
      '/etc/2024/05/in zip.jpg': Buffer.from('x'),
    }),
  );
  const { status } = await run(file, 'wordpress', uploads);
  expect(status).toMatchObject({ state: 'done', leftOut: [] });
  expect((await findPost('Zipped'))?.content).toMatch(/^<p><img src="\/uploads\/[\da-f]{32}-200x100-/);
  const left = await t.sql(
    'select folder from (select sent as folder from import_pictures where sent is not null) as s',
  );
  expect(left.length).toBe(1);
});

test('a zip that ends in the middle is refused, and leaves no picture behind', async () => {
  const listSent = (): Promise<string[]> =>
    readdir(join(t.config.dataDir, 'uploads')).then(
      (names) => names.filter((name) => name.startsWith('import-')),
      () => [],
    );
  const before = await listSent();
  const names = ['cut-1.jpg', 'cut-2.jpg'];
  const content = names.map((name) => `<img src="https://nowhere.invalid/uploads/${name}">`).join('');
  const file = writeWordPressExport({ items: [{ id: 601, title: 'Cut', content }] });
  const zip = Buffer.from(zipSync(Object.fromEntries(names.map((name) => [`uploads/${name}`, picture]))));
  const sending = sendImport(t, { kind: 'wordpress', file, uploads: zip.subarray(0, zip.length - 200) });
  await expect(sending).rejects.toThrow('The zip file ends in the middle');
  // Those of the import before may go meanwhile
  expect((await listSent()).filter((name) => !before.includes(name))).toEqual([]);
});

test('pictures that failed come later, into texts that nobody has changed since', async () => {
  const base = site.origin;
  const posts = ['again', 'changed', 'zipped'].map((name, at) => ({
    id: at + 500,
    title: `Late ${name}`,
    content: `<p>Text</p><p><img src="${base}/wp-content/uploads/${name}.jpg" alt="Late"></p>`,
  }));
  const file = writeWordPressExport({ base, items: posts });
  missing = /again|changed|zipped/;
  const { id, status } = await run(file);
  expect(status).toMatchObject({ state: 'done', failedPictures: 3 });
  expect(status.leftOut.at(-1)?.titles).toHaveLength(3);
  const [again, changed, zipped] = await Promise.all(posts.map(({ title }) => findPost(title)));
  expect(again?.content).toBe('<p>Text</p>');
  const body = { content: '<p>Ours</p>' };
  await readData(t.office.api.posts.update({ params: { id: changed?.id ?? 0 }, body }));

  missing = /zipped/;
  await admin().fetchAgain.mutate({ id });
  const later = await finish(id);
  expect(later).toMatchObject({ state: 'done', failedPictures: 1, items: [{ type: 'post', created: 3 }] });
  expect(later.leftOut.flatMap(({ titles }) => titles)).toEqual([`${base}/wp-content/uploads/zipped.jpg`]);
  expect((await findPost('Late again'))?.content).toMatch(/^<p>Text<\/p><p><img src="\/uploads\//);
  expect((await findPost('Late changed'))?.content).toBe('<p>Ours</p>');

  const bytes = await makePlainImage('jpeg', { width: 90, height: 60 });
  const zip = Buffer.from(zipSync({ 'uploads/zipped.jpg': bytes }));
  const third = await run(file, 'wordpress', zip);
  expect(third.planned).toMatchObject({ create: 0, update: 1, unchanged: 2 });
  expect((await findPost('Late zipped'))?.content).toContain('-90x60-');
  expect((await run(file)).planned).toMatchObject({ update: 0, unchanged: 3 });
  await expect(admin().fetchAgain.mutate({ id: third.id })).rejects.toThrow(
    'lacks no pictures and no documents',
  );

  await admin().undo.mutate({ id: third.id });
  expect(await admin().undo.mutate({ id })).toEqual({ undone: 2, kept: 1 });
  expect(zipped?.content).toBe('<p>Text</p>');
});

test.each([
  ['a file that is no export', '<rss><channel><item></item></channel></rss>', /no export file of WordPress/],
  ['half a file', writeWordPressExport({ items: [{ id: 1 }] }).slice(0, -30), /ends in the middle/],
  [
    'a billion laughs',
    `<!DOCTYPE rss [<!ENTITY a "${'ha'.repeat(1000)}">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "&a;&a;&a;">`).join('')}]><rss>&a19;</rss>`,
    /no export file/,
  ],
  ['nested tags', '<a>'.repeat(100_000), /nested too deep/],
  ['an attribute without end', `<rss a="${'x'.repeat(6_000_000)}`, /does not end/],
  ['a text without end', `<rss><a>${'x '.repeat(3_000_000)}`, /too long/],
])('refuses %s', async (_name, file, message) => {
  await expect(sendImport(t, { kind: 'wordpress', file })).rejects.toThrow(message);
});

test('an export of our own alumni, team and programs comes back as it is', async () => {
  for (const kind of ['alumni', 'coaches'] as const) await t.given.content(kind);
  const instalments = [
    { label: 'Term: first', amount: 500_000, dueDays: null },
    { label: 'Second', amount: 1000, dueDays: -1 },
  ];
  await t.given.content('programs', { price: 501_000, instalments });
  for (const kind of ['alumni', 'coaches', 'programs'] as const) {
    const { ticket } = await t.office.admin[kind].exportTicket.mutate({});
    const csv = (
      await t.app.inject({
        method: 'POST',
        url: `/api/exports/${kind}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ ticket }).toString(),
      })
    ).payload;
    const { id } = await sendImport(t, { kind, file: csv });
    expect(await plan(id)).toMatchObject({ create: 0, update: 0, unchanged: 1, skipped: 0, leftOut: [] });
  }
});

test('rows of a CSV are added, and one with a fault is named', async () => {
  const file =
    'Name;Role;Bio;Specialties\nJane Nakato;Staff - Matron;Looks after everybody;Care; \n"Ann";"";"x";""\n';
  const { planned, status } = await run(file, 'coaches');
  expect(planned).toMatchObject({ create: 1 });
  expect(planned.leftOut).toEqual([
    { what: 'Items with a fault in Role: This is required', count: 1, titles: ['Line 3'] },
  ]);
  expect(status).toMatchObject({ items: [{ type: 'coach', created: 1 }] });
  expect((await run(file, 'coaches')).planned).toMatchObject({ create: 0, unchanged: 1 });
});

test('alumni without photos are taken, and a photo that the office adds stays', async () => {
  const file = 'Name,Position,Graduation Year\nGrace Akello,Baker,2021\nJohn Okot,Tailor,20x\n';
  const { planned, status } = await run(file, 'alumni');
  expect(planned.leftOut).toMatchObject([
    { what: expect.stringMatching(/^Items with a fault in Graduation Year: /) },
  ]);
  expect(status).toMatchObject({ items: [{ type: 'alumni', created: 1 }] });
  const shown = await t.app.inject('/api/v1/alumni?q=Grace%20Akello');
  expect(shown.json().data).toMatchObject([{ name: 'Grace Akello', image: '' }]);
  await t.sql(`update alumni set image = '/images/one.jpg' where name = 'Grace Akello'`);
  expect((await run(file, 'alumni')).planned).toMatchObject({ create: 0, update: 0, unchanged: 1 });
});

test('a picture that is here already comes by its path, whether a table has that or the full address', async () => {
  const stored = '/uploads/0123456789abcdef0123456789abcdef-80x60-ffffff/80.webp';
  const file = (image: string) => `Name,Position,Graduation Year,Image\nFaith Apio,Baker,2021,${image}\n`;
  const { planned } = await run(file(t.config.publicUrl + stored), 'alumni');
  expect(planned).toMatchObject({ create: 1, pictures: 0, leftOut: [] });
  const shown = await t.app.inject('/api/v1/alumni?q=Faith%20Apio');
  expect(shown.json().data).toMatchObject([{ image: stored }]);
  expect((await run(file(stored), 'alumni')).planned).toMatchObject({ create: 0, update: 0, unchanged: 1 });
});
