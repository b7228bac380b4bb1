import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import type { BodyOf } from '../../../testing/app/content-samples.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp({ PUBLIC_URL: 'https://institute.example' });

const write = (fields: Partial<BodyOf<'pages'>> = {}) =>
  readData(
    t.office.api.pages.create({ body: { title: 'House rules', content: '<p>Come on time.</p>', ...fields } }),
  );
const change = (id: number, body: Partial<BodyOf<'pages'>>) =>
  t.office.api.pages.update({ params: { id }, body });
const readMenu = async () => (await readData(t.visitor.api.site.get())).menuPages;

test('an address is made from the title, with a number when another page has it', async () => {
  const path = async (title: string) => (await write({ title })).path;
  expect(await path('Kyaŋŋa: Rules & Café!')).toBe('kyangnga-rules-cafe');
  expect(await path('kyaŋŋa rules – café')).toBe('kyangnga-rules-cafe-2');
  expect(await path('???')).toBe('page');
  expect(await path('ትምህርት ቤት')).toBe('ትምህርት-ቤት');
  expect(await path('مدرسة 2026')).toBe('مدرسة-2026');
  expect(await path('Ελληνικά: About Us')).toBe('ελληνικά');
  expect(await path('ελληνικά')).toBe('ελληνικά-2');
  expect((await path('word '.repeat(40))).length).toBeLessThanOrEqual(80);
});

test('a typed address that another page has is refused by name, until that page is deleted', async () => {
  const first = await write({ path: 'About-Fees' });
  expect(first.path).toBe('about-fees');
  const second = await write();
  for (const taken of [
    t.office.api.pages.create({ body: { title: 'Fees', content: '<p>x</p>', path: 'about-fees' } }),
    change(second.id, { path: 'about-fees' }),
  ]) {
    expect(await readRefusal(taken)).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      details: [{ path: 'path', message: 'Another page has the address /p/about-fees' }],
    });
  }
  await requireSuccess(t.office.api.pages.remove({ params: { id: first.id } }));
  await requireSuccess(change(second.id, { path: 'about-fees' }));
  const restored = t.office.admin.trash.restore.mutate({ kind: 'page', id: first.id });
  expect(await readRefusal(restored)).toMatchObject({ code: 'CONFLICT' });
  await requireSuccess(change(second.id, { path: 'costs' }));
  await t.office.admin.trash.restore.mutate({ kind: 'page', id: first.id });
});

test('of two pages written at once with one address, one is refused', async () => {
  const both = await Promise.all(
    ['One', 'Two'].map((title) =>
      t.office.api.pages.create({ body: { title, content: '<p>x</p>', path: 'at-once' } }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test.each(['', 'a b', 'ä', 'a/b', 'x'.repeat(81), 'аbout', 'ψ'.repeat(81)])(
  'the address %j is none',
  async (path) => {
    const answer = await t.office.api.pages.create({ body: { title: 'T', content: '<p>x</p>', path } });
    expect(answer.status).toBe(path === '' ? 201 : 400);
  },
);

test.each(['certificates', 'Receipts', 'certificate', 'certi-ficates', 'registration', 'fees', 'News'])(
  'no page has the address %s, which looks like one of the site itself',
  async (path) => {
    const { id } = await write({ title: 'Look-alike', path: null });
    const message = 'The site itself has an address like this. Choose another one';
    for (const refused of [
      t.office.api.pages.create({ body: { title: 'T', content: '<p>x</p>', path } }),
      change(id, { path }),
    ]) {
      expect(await readRefusal(refused)).toMatchObject({ status: 400, details: [{ path: 'path', message }] });
    }
    expect((await write({ title: path })).path).toMatch(/-page$/);
    await requireSuccess(t.office.api.pages.remove({ params: { id } }));
    await t.sql('update pages set path = ? where id = ?', [path.toLowerCase(), id]);
    const restored = t.office.admin.trash.restore.mutate({ kind: 'page', id });
    expect(await readRefusal(restored)).toMatchObject({ details: [{ path: 'path', message }] });
  },
);

test.each([
  'certificates-3fr9-um4s-4afg',
  'receipts-8k2m',
  'certificate-3fr9',
  'Receipt-2027-000123',
  'certificates3fr9um4s',
  'certificates-page-3fr9',
  'cert-ificates-3fr9',
  'rece1pts-8k2m',
  'certlflcate-3fr9',
])('no page has the address %s, which begins like that of a check page', async (path) => {
  const { id, path: own } = await write({ title: `Of ${path}` });
  const refused = { status: 400, details: [{ path: 'path' }] };
  const body = { title: 'T', content: '<p>x</p>', path };
  expect(await readRefusal(t.office.api.pages.create({ body }))).toMatchObject(refused);
  expect(await readRefusal(change(id, { path }))).toMatchObject(refused);
  expect((await write({ title: path })).path).toBe(`about-${path.toLowerCase()}`);
  await requireSuccess(t.office.api.pages.remove({ params: { id } }));
  await t.sql('update pages set path = ? where id = ?', [path.toLowerCase(), id]);
  const restored = t.office.admin.trash.restore.mutate({ kind: 'page', id });
  expect(await readRefusal(restored)).toMatchObject({ details: [{ path: 'path' }] });
  await t.sql('update pages set path = ? where id = ?', [own, id]);
});

test('addresses with those words further on, and those that we make, stay free', async () => {
  for (const path of ['our-certificates', 'reception', 'certificates-page-7', 'receipts-page-8'])
    expect((await write({ path })).path).toBe(path);
  expect((await write({ title: 'Certificates' })).path).toMatch(/^certificates-page(?:-\d)?$/);
});

test('a page that an earlier version named like one of the site keeps its address', async () => {
  const { id } = await write({ title: 'Old fees' });
  await t.sql(`update pages set path = 'fees' where id = ?`, [id]);
  await requireSuccess(change(id, { title: 'Fees of the hostel', path: 'fees' }));
  await requireSuccess(change(id, { path: null }));
  expect(await readData(t.visitor.api.pages.get({ params: { id } }))).toMatchObject({
    path: 'fees-of-the-hostel',
  });
});

test('content is sanitised, and visitors find a published page by its address', async () => {
  const { id, path } = await write({ title: 'Hostel', content: '<p onclick="x">Beds<script>1</script></p>' });
  const find = async () => (await requireSuccess(t.visitor.api.pages.list({ query: { path } }))).body.data;
  expect(await find()).toMatchObject([{ id, content: '<p>Beds</p>' }]);
  await requireSuccess(change(id, { status: 'draft' }));
  expect(await find()).toEqual([]);
  expect((await t.visitor.api.pages.get({ params: { id } })).status).toBe(404);
});

test('the menu has published pages that want it, by position, and loses those that go', async () => {
  const last = await write({ title: 'Last', inMenu: true, position: 9 });
  const first = await write({ title: 'First', inMenu: true, position: 1 });
  await write({ title: 'Not there' });
  await write({ title: 'Not yet', inMenu: true, status: 'draft' });
  const entries = [
    { entry: '/p/first', title: 'First' },
    { entry: '/p/last', title: 'Last' },
  ];
  expect(await readMenu()).toEqual(entries);
  await requireSuccess(change(first.id, { status: 'draft' }));
  expect(await readMenu()).toEqual(entries.slice(1));
  await requireSuccess(t.office.api.pages.remove({ params: { id: last.id } }));
  expect(await readMenu()).toEqual([]);
});

test('a page is found at letters of its own script, as browsers escape them', async () => {
  await write({ title: 'ትምህርት', path: 'ትምህርት', inMenu: true });
  const address = `/p/${encodeURIComponent('ትምህርት')}`;
  const pages = await t.openPages();
  const { statusCode, payload } = await pages.inject(address);
  expect(statusCode).toBe(200);
  expect(payload).toContain(`<link rel="canonical" href="https://institute.example${address}"/>`);
  expect((await t.app.inject('/sitemap.xml')).payload).toContain(`https://institute.example${address}</loc>`);
  const menu = [{ entry: '/p/ትምህርት', hidden: false }];
  expect(await readData(t.office.api.site.update({ body: { menu } }))).toMatchObject({ menu });
});

test('sitemap and preview have the address of a page', async () => {
  const { path } = await write({ title: 'Mapped' });
  const draft = await write({ title: 'Unmapped', status: 'draft' });
  const { payload } = await t.app.inject('/sitemap.xml');
  expect(payload).toContain(`<loc>https://institute.example/p/${path}</loc>`);
  expect(payload).not.toContain(draft.path);
  const preview = await t.office.admin.pages.preview.query({ id: draft.id });
  expect(preview).toMatch(/^\/p\/unmapped\?preview=/);
});
