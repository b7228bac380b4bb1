import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

const readSite = () => requireSuccess(t.visitor.api.site.get());
const emptyPages = async () => (await readSite()).body.data.emptyPages;

test('a page is empty until it has an item that visitors see', async () => {
  await t.given.post({ status: 'draft' });
  await t.given.program({ isActive: false });
  const bare = await emptyPages();
  expect(bare).toEqual(
    expect.arrayContaining(['/', '/programs', '/coaches', '/news', '/gallery', '/videos']),
  );

  const before = (await readSite()).headers.get('etag');
  const image = await t.given.content('gallery', { type: 'image' });
  expect(await emptyPages()).toEqual(bare.filter((page) => page !== '/gallery'));
  expect((await readSite()).headers.get('etag')).not.toBe(before);
  await t.given.content('gallery', { type: 'video', videoUrl: 'https://youtu.be/dQw4w9WgXcQ' });
  await t.given.content('coaches');
  await requireSuccess(t.office.api.gallery.remove({ params: { id: image.id } }));
  const filled = ['/gallery', '/videos', '/coaches'];
  expect(await emptyPages()).toEqual(bare.filter((page) => !filled.includes(page)));

  await t.given.post();
  filled.push('/', '/news');
  expect(await emptyPages()).toEqual(bare.filter((page) => !filled.includes(page)));
});

test('a page of texts is empty when none of them is written', async () => {
  const office = await t.given.apiKey('site:write');
  expect(await emptyPages()).not.toEqual(expect.arrayContaining(['/faq', '/facilities']));
  const body = { faq: [], facilityBlocks: { equipment: [], technology: [] } };
  const { emptyPages: pages } = await readData(office.api.site.update({ body }));
  expect(pages).toEqual(expect.arrayContaining(['/faq', '/facilities']));
});

test('the menu has every page at first, keeps an order, and hides any page but home', async () => {
  const { menu } = (await readSite()).body.data;
  expect(menu.map(({ entry }) => entry)).toEqual([
    '/',
    '/about',
    '/programs',
    '/registration',
    '/coaches',
    '/facilities',
    '/news',
    '/gallery',
    '/contact',
    '/faq',
    '/videos',
    '/alumni',
  ]);
  expect(menu.some(({ hidden }) => hidden)).toBe(false);
  const office = await t.given.apiKey('site:write');
  const moved = [...menu].reverse().map((item) => ({ ...item, hidden: item.entry === '/faq' }));
  const changed = await readData(office.api.site.update({ body: { menu: moved } }));
  expect(changed.menu).toEqual(moved);
  const home = { entry: '/', hidden: true };
  for (const [wrong, path] of [
    [[home], 'menu.0.hidden'],
    [[{ entry: '/nothing', hidden: false, label: 'Nothing' }], 'menu.0.entry'],
    [
      [
        { ...home, hidden: false },
        { ...home, hidden: false },
      ],
      'menu.1.entry',
    ],
  ] as const) {
    expect(await readRefusal(office.api.site.update({ body: { menu: [...wrong] } }))).toMatchObject({
      status: 400,
      details: [{ path }],
    });
  }
});
