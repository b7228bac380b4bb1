import { defaultVideoThumbnail } from '@institute/contract/video';
import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import type { BodyOf } from '../../../testing/app/content-samples.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';

const t = await useTestApp();

type Body = BodyOf<'gallery'>;
const own = 'https://images.example/own.jpg';
const thumbnail = (id: string) => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;
const date = '2026-01-01';
const video: Body = { title: 'Show', date, type: 'video', videoUrl: 'https://youtu.be/abcdefghijk' };
const image: Body = { title: 'Show', date, type: 'image', imageUrl: own };

const create = (body: Body) => t.office.api.gallery.create({ body });
const update = (id: number, body: Partial<Body>) => t.office.api.gallery.update({ params: { id }, body });
const faultsOf = async (call: Promise<unknown>) => (await readRefusal(call)).details.map(({ path }) => path);

test.each([
  ['https://www.youtube.com/watch?v=abcdefghijk', thumbnail('abcdefghijk')],
  ['https://m.youtube.com/watch?feature=x&v=abcdefghijk&t=3', thumbnail('abcdefghijk')],
  ['https://youtu.be/abcdefghij', thumbnail('abcdefghij')],
  ['https://youtu.be/abcdefghijkl?si=x', thumbnail('abcdefghijkl')],
  ['https://www.youtube.com/embed/abc-efg_ijk', thumbnail('abc-efg_ijk')],
  ['https://www.youtube-nocookie.com/embed/abcdefghijk', thumbnail('abcdefghijk')],
  ['https://www.youtube.com/shorts/abcdefghijk', thumbnail('abcdefghijk')],
  ['https://www.youtube.com/live/abcdefghijk?feature=share', thumbnail('abcdefghijk')],
  ['https://youtu.be/abcdefghi', defaultVideoThumbnail],
  ['https://youtu.be/abcdefghijklm', defaultVideoThumbnail],
  ['https://youtube.com.evil.example/watch?v=abcdefghijk', defaultVideoThumbnail],
  ['https://videos.example/film.mp4', defaultVideoThumbnail],
  ['/films/show.mp4', defaultVideoThumbnail],
])('a video without an image gets one from its link: %s', async (videoUrl, expected) => {
  expect(await readData(create({ ...video, videoUrl }))).toMatchObject({ imageUrl: expected });
});

test('an own image stays, and its removal brings back the derived one', async () => {
  const { id, imageUrl } = await readData(create({ ...video, imageUrl: own }));
  expect(imageUrl).toBe(own);
  expect(await readData(update(id, { title: 'Other' }))).toMatchObject({ imageUrl: own });
  for (const nothing of [null, '']) {
    const changed = await readData(update(id, { imageUrl: nothing }));
    expect(changed.imageUrl).toBe(thumbnail('abcdefghijk'));
  }
});

test('a derived image changes with the link', async () => {
  const { id } = await readData(create(video));
  const changed = await readData(update(id, { videoUrl: 'https://youtu.be/zzzzzzzzzzz' }));
  expect(changed.imageUrl).toBe(thumbnail('zzzzzzzzzzz'));
  const another = await readData(update(id, { videoUrl: 'https://videos.example/film.mp4' }));
  expect(another.imageUrl).toBe(defaultVideoThumbnail);
});

test.each<[string, Body, string[]]>([
  ['a video without its link', { ...video, videoUrl: null }, ['videoUrl']],
  ['an image without its address', { ...image, imageUrl: '' }, ['imageUrl']],
  ['no type and no image', { title: 'Show', date }, ['imageUrl']],
])('%s is refused', async (_, body, named) => {
  expect(await faultsOf(create(body))).toEqual(named);
});

test('a change is validated on the resulting item', async () => {
  const item = await readData(create(image));
  expect(await faultsOf(update(item.id, { type: 'video' }))).toEqual(['videoUrl']);
  expect(await faultsOf(update(item.id, { imageUrl: null }))).toEqual(['imageUrl']);
  const turned = await readData(update(item.id, { type: 'video', videoUrl: video.videoUrl }));
  expect(turned.imageUrl).toBe(own);

  const film = await readData(create(video));
  expect(await faultsOf(update(film.id, { videoUrl: null }))).toEqual(['videoUrl']);
  expect(await faultsOf(update(film.id, { type: 'image', imageUrl: null }))).toEqual(['imageUrl']);
  const still = await readData(update(film.id, { type: 'image', videoUrl: null }));
  expect(still.type).toBe('image');
});

test('many pictures are added in one step, all or none', async () => {
  const { createMany, list } = t.office.admin.gallery;
  const items = Array.from({ length: 30 }, (_, n) => ({ ...image, title: `Prize day ${n + 1}` }));
  const count = async () => (await list.query({ q: 'prize day' })).total;

  const odd = items.map((item, n) => (n === 7 ? { ...item, date: '1700-01-01' } : item));
  expect(await faultsOf(createMany.mutate({ items: odd }))).toEqual(['items.7.date']);
  const empty = items.map((item, n) => (n === 2 ? { ...item, imageUrl: null } : item));
  expect(await faultsOf(createMany.mutate({ items: empty }))).toEqual(['items.2.imageUrl']);
  expect(await count()).toBe(0);

  expect((await createMany.mutate({ items })).ids).toHaveLength(30);
  expect(await count()).toBe(30);
});

test('the office counts the matches of a search up to a thousand, visitors all of them', async () => {
  await query(
    t.db.connection,
    `insert into gallery_items (title, category, type, date, image_url)
       select 'Harvest ' || case when n % 2 = 0 then 'Évening ' else '' end || n, 'events', 'image', '2026-01-01', '/harvest.webp'
       from generate_series(1, 1101) n`,
  );
  const found = (q: string, sort?: '-title') =>
    t.office.admin.gallery.list.query({ q, limit: 2, ...(sort && { sort }) });
  expect(await found('harvest')).toMatchObject({
    total: 1000,
    isMore: true,
    items: [{ title: 'Harvest 1101' }, { title: 'Harvest Évening 1100' }],
  });
  const rare = await found('evening', '-title');
  expect([rare.total, rare.isMore, rare.items[0]?.title]).toEqual([550, false, 'Harvest Évening 998']);
  // Too short for the trigram index: in most rows, in some, in none
  expect(await found('h')).toMatchObject({ total: 1000, isMore: true });
  expect(await found('EV')).toMatchObject({ total: 550, items: [{ title: 'Harvest Évening 1100' }, {}] });
  expect(await found('zq')).toEqual({ items: [], total: 0, isMore: false });
  // The index finds these rows in no order
  expect(await found('Évening', '-title')).toEqual(rare);
  const start = await t.office.admin.gallery.list.query({ sort: 'date', limit: 20, offset: 0 });
  const end = await t.office.admin.gallery.list.query({ sort: '-date', limit: 50, offset: start.total - 20 });
  expect(end).toEqual({ ...start, items: start.items.toReversed() });
  for (const list of [t.visitor.api.gallery.list, t.visitor.api.gallery.summaries]) {
    const { data, meta } = (await requireSuccess(list({ query: { q: 'harvest', limit: 2, offset: 1000 } })))
      .body;
    expect([data.length, meta.total]).toEqual([2, 1101]);
  }
});
