import { noImportChoices } from '@institute/contract';
import { afterAll, expect, test } from 'vitest';
import { finishImport, sendImport } from '../../../testing/app/imports.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { makePlainImage } from '../../../testing/files/images.ts';
import { makeWordFile } from '../../../testing/files/word-files.ts';
import { writeWordPressExport } from '../../../testing/files/wordpress-export.ts';
import { startHttp } from '../../../testing/stand-ins/http-server.ts';

const t = await useTestApp({ IMPORT_ALLOW_PRIVATE: 'true', SEED_DEMO: 'false' });
const documents = ['fees.pdf', 'Term dates.docx', 'missing.pdf'];
let isMissing = true;
const site = await startHttp(async (request, response) => {
  const name =
    decodeURIComponent(request.url ?? '')
      .split('/')
      .at(-1) ?? '';
  const number = Number(/^p(\d+)/.exec(name)?.[1] ?? Number.NaN);
  if (name === 'missing.pdf' && isMissing) response.writeHead(404).end();
  else if (name.endsWith('.pdf')) response.end(`%PDF-1.7 ${name}`);
  else if (name.endsWith('.docx')) response.end(makeWordFile({ words: 'Term dates' }));
  // Each of its own size, so that no two are one file
  else if (number >= 0) response.end(await makePlainImage('jpeg', { width: 100 + number, height: 80 }));
  else response.writeHead(404).end();
});
await t.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => site.close());

const base = site.origin;
const upload = `${base}/wp-content/uploads/2024/02`;
const listNumbers = (length: number) => Array.from({ length }, (_, at) => at);
/** Ids of an old site follow no order. */
const makeId = (place: number) => ((place * 53) % 199) + 1000;
const postId = (at: number) => makeId(at);
const pageId = (at: number) => makeId(60 + at);
const pictureId = (at: number) => makeId(80 + at);
const documentId = (at: number) => makeId(120 + at);
const categories = ['Sports', 'Events', 'Old & gone'];
const pickCategory = (at: number) => categories[at % categories.length] ?? '';

const items = [
  ...listNumbers(60).map((at) => ({
    id: postId(at),
    title: `Post ${at}`,
    categories: [pickCategory(at)],
    link: `${base}/2024/02/post-${at}/`,
    thumbnail: pictureId(at % 40),
    content: `<p>Words ${at}</p><a href="${upload}/p${at % 40}.jpg"><img src="${upload}/p${at % 40}-300x200.jpg" alt="P"></a>
<p><a href="${upload}/p${(at + 1) % 40}.jpg">Its picture</a>, <a href="${base}/school/page-1/">the page</a></p>`,
  })),
  ...listNumbers(20).map((at) => ({
    id: pageId(at),
    title: `Page ${at}`,
    type: 'page',
    name: `page-${at}`,
    link: `${base}/school/page-${at}/`,
    content: documents.map((name) => `<p><a href="${upload}/${encodeURI(name)}">${name}</a></p>`).join('\n'),
  })),
  ...listNumbers(40).map((at) => ({
    id: pictureId(at),
    type: 'attachment',
    title: `Picture ${at}`,
    attachmentUrl: `${upload}/p${at}.jpg`,
    link: `${base}/pictures/p${at}/`,
  })),
  ...documents.map((name, at) => ({
    id: documentId(at),
    type: 'attachment',
    title: `Document ${at}`,
    attachmentUrl: `${upload}/${encodeURI(name)}`,
    link: `${base}/papers/${at}/`,
  })),
].toSorted((one, other) => one.id - other.id);

test('a whole site comes with its files, its addresses lead on, and what was left out stays out', async () => {
  const { id } = await sendImport(t, { kind: 'wordpress', file: writeWordPressExport({ base, items }) });
  const admin = t.office.admin.imports;
  const plan = await admin.plan.query({ id });
  expect(plan).toMatchObject({ create: 80, pictures: 40, documents: 3 });
  expect(plan.groups.map(({ count }) => count)).toEqual([20, 20, 20, 20]);
  const listed = await admin.items.query({ id, kind: 'document', category: null });
  expect(listed.items.map(({ title }) => title).toSorted()).toEqual([
    'Document 0',
    'Document 1',
    'Document 2',
  ]);
  const { items: left } = await admin.items.query({ id, kind: 'picture', category: null, q: 'Picture 39' });
  const groups = [
    { kind: 'post' as const, category: 'Old & gone', isTaken: false, except: [] },
    { kind: 'picture' as const, category: null, isTaken: true, except: left.map((one) => one.id) },
  ];
  await admin.commit.mutate({ id, hash: plan.hash, choices: { ...noImportChoices, groups } });
  expect(await finishImport(t, id)).toMatchObject({
    state: 'done',
    total: 60 + 42,
    items: [
      { type: 'page', created: 20 },
      { type: 'post', created: 40 },
    ],
    failedPictures: 0,
    failedDocuments: 1,
    leftOut: expect.arrayContaining([
      { what: 'Documents: Answered 404', count: 1, titles: [`${upload}/missing.pdf`] },
      {
        what: 'Links that still lead to files of the old site',
        count: 20,
        titles: expect.arrayContaining(['Page 7: missing.pdf']),
      },
    ]),
  });

  const uploads = await t.sql<{ name: string; url: string }>('select name, url from uploads');
  expect(uploads).toHaveLength(39 + 2);
  const findUrl = (name: string) => uploads.find((one) => one.name === name)?.url ?? '';
  expect(findUrl('p39.jpg')).toBe('');
  expect(findUrl('Term dates.docx')).toMatch(/\/term-dates\.docx$/);
  const readPage = async () =>
    (await t.sql<{ content: string }>(`select content from pages where path = 'page-1'`))[0]?.content ?? '';
  expect(await readPage()).toContain(`<a href="${findUrl('fees.pdf')}"`);
  expect(await readPage()).toContain(`<a href="${upload}/missing.pdf"`);
  const posts = await t.sql<{ id: number; title: string; content: string; image_url: string | null }>(
    'select id, title, content, image_url from posts',
  );
  expect(posts.filter(({ title }) => Number(title.slice(5)) % 3 === 2)).toEqual([]);
  const findPost = (title: string) => posts.find((one) => one.title === title);
  const first = findPost('Post 0');
  expect(first?.content).toMatch(
    new RegExp(
      `<p>Words 0</p>\\s*(?:<p>)?<img src="${findUrl('p0.jpg')}"[^>]*>(?:</p>)?\\s*<p><a href="${findUrl('p1.jpg')}"`,
    ),
  );
  expect(findPost('Post 39')).toMatchObject({
    image_url: null,
    content: expect.not.stringContaining('<img'),
  });

  const pages = await t.openPages();
  const open = async (url: string) => (await pages.inject(url)).headers.location;
  for (const [from, to] of Object.entries({
    '/2024/02/post-0/': `/news/${first?.id}`,
    [`/?p=${postId(0)}`]: `/news/${first?.id}`,
    '/school/page-1/': '/p/page-1',
    '/category/sports/': '/news',
    '/category/sports/events/page/2/': '/news?category=events',
    '/papers/1/': findUrl('Term dates.docx'),
    '/wp-content/uploads/2024/02/Term%20dates.docx': findUrl('Term dates.docx'),
    '/pictures/p7/': findUrl('p7.jpg'),
    [`/?attachment_id=${pictureId(7)}`]: findUrl('p7.jpg'),
    '/wp-content/uploads/2024/02/p7.jpg': findUrl('p7.jpg'),
  }))
    expect([from, await open(from)]).toEqual([from, to]);
  for (const gone of ['/2024/02/post-2/', '/pictures/p39/', '/papers/2/'])
    expect([gone, await open(gone)]).toEqual([gone, undefined]);

  isMissing = false;
  await admin.fetchAgain.mutate({ id });
  const again = await finishImport(t, id);
  expect(again).toMatchObject({ state: 'done', failedDocuments: 0 });
  expect(again.leftOut.filter(({ what }) => what.startsWith('Links'))).toEqual([]);
  const [late] = await t.sql<{ url: string }>(`select url from uploads where name = 'missing.pdf'`);
  expect(await readPage()).toContain(`<a href="${late?.url}"`);
  expect(await open('/papers/2/')).toBe(late?.url);
});

test('a document that a page showed by a viewer is a link with its title, kind and size', async () => {
  const items = [
    { id: 5, type: 'attachment', title: 'Fees & dues 2027', attachmentUrl: `${upload}/dues.pdf` },
    ...['gview', 'missing'].map((name, at) => ({
      id: at + 6,
      type: 'page',
      title: `Page ${name}`,
      name: `page-${name}`,
      content: `[gview file="${upload}/${name === 'gview' ? 'dues' : name}.pdf"]`,
    })),
  ];
  isMissing = true;
  const { id } = await sendImport(t, { kind: 'wordpress', file: writeWordPressExport({ base, items }) });
  const { hash } = await t.office.admin.imports.plan.query({ id });
  await t.office.admin.imports.commit.mutate({ id, hash, choices: noImportChoices });
  expect(await finishImport(t, id)).toMatchObject({ state: 'done', documents: 1, failedDocuments: 1 });
  const pages = await t.sql<{ content: string }>(
    `select content from pages where path in ('page-gview', 'page-missing') order by path`,
  );
  expect(pages.map(({ content }) => content)).toEqual([
    expect.stringMatching(
      /^<p><a href="\/uploads\/[^"]+\/dues\.pdf"[^>]* download>Fees &amp; dues 2027 · PDF, 1 kB<\/a><\/p>$/,
    ),
    expect.stringMatching(/^<p><a href="http[^"]+\/missing\.pdf" rel="[^"]*">missing\.pdf<\/a><\/p>$/),
  ]);
});
