import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toLocalDay } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { demoImages } from '../../../demo/images.ts';
import { readRefusal } from '../../../testing/app/answers.ts';
import { testApp, useTestApp } from '../../../testing/app/test-app.ts';
import { makeImageForm, makePlainImage, uploadForm } from '../../../testing/files/images.ts';
import { startObjectStore } from '../../../testing/stand-ins/object-store.ts';
import { CampaignEntity } from '../../school/newsletter/newsletter.entity.ts';
import { ActivityEntity } from '../activity/activity.entity.ts';

const t = await useTestApp();
const office = await t.given.account();
const admin = t.office.admin;

let shade = 0;
/** Each call uploads another colour. */
async function newImage(to = t, bearer = office.token): Promise<string> {
  shade += 1;
  const background = `#0000${shade.toString(16).padStart(2, '0')}`;
  const { path } = await uploadForm(
    to.app,
    makeImageForm(await makePlainImage('png', { background })),
    `Bearer ${bearer}`,
  );
  return path;
}
const found = async (url: string) => {
  const { items } = await admin.uploads.list.query({});
  const image = items.find((item) => item.url === url);
  if (!image) throw new Error('The image is not in the library');
  return image;
};
const usesOf = async (url: string) => (await found(url)).uses.map(({ type, title }) => `${type} ${title}`);
const program = { description: 'Cut and sew', duration: '6 weeks', schedule: 'Mon', price: 1 };
const facility = { name: 'Salon', description: 'Six chairs', features: ['Light'], equipment: ['Dryer'] };

test('an image is listed with its size, day, sender and uses', async () => {
  const url = await newImage();
  const { view } = await admin.posts.create.mutate({
    title: 'Open day',
    content: 'Come.',
    imageUrl: url,
    imageAlt: 'A crowd',
  });
  expect(await found(url)).toEqual({
    id: expect.any(Number),
    format: 'webp',
    url,
    name: 'image.jpg',
    width: 800,
    height: 600,
    bytes: expect.any(Number),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    sentBy: office.email,
    uses: [{ type: 'post', id: view.id, title: 'Open day', alt: 'A crowd', state: 'shown' }],
  });
});

test('an image keeps the first name of its file, by which it is found', async () => {
  const sent = await makePlainImage('png', { background: '#123456' });
  const name = 'Kyaŋŋa – open day 2.PNG';
  const { path } = await uploadForm(t.app, makeImageForm(sent, { name }), `Bearer ${office.token}`);
  expect(await found(path)).toMatchObject({ name });
  const { items } = await admin.uploads.list.query({ q: 'kyaŋŋa' });
  expect(items.map(({ url }) => url)).toEqual([path]);
  // The same file under another name is the same image
  await uploadForm(t.app, makeImageForm(sent, { name: 'IMG_1.png' }), `Bearer ${office.token}`);
  expect(await found(path)).toMatchObject({ name });
});

test('finds uses in every place, in any width and with a host', async () => {
  const url = await newImage();
  const narrow = url.replace('800.webp', '320.webp');
  await admin.posts.create.mutate({ title: 'Story', content: `<p>Look:</p><img src="${narrow}" alt="">` });
  await admin.programs.create.mutate({ ...program, name: 'Tailoring', imageUrl: url });
  await admin.coaches.create.mutate({ name: 'Joan', role: 'Coach', bio: 'Teaches', imageUrl: narrow });
  await admin.facilities.create.mutate({ ...facility, imageUrl: `https://institute.example${url}` });
  await admin.gallery.create.mutate({ title: 'Day', date: '2026-11-12', imageUrl: url });
  await admin.alumni.create.mutate({ name: 'Ruth', position: 'Tailor', graduationYear: 2020, image: url });
  const { view: site } = await admin.site.get.query();
  const [partner, ...others] = site.partners;
  if (!partner) throw new Error('There are no partners');
  await admin.site.update.mutate({ changes: { partners: [{ ...partner, logo: narrow }, ...others] } });

  await t
    .em()
    .insert(CampaignEntity, { subject: 'June', body: `![A crowd](https://institute.example${url})` });

  expect(await usesOf(url)).toEqual([
    'alumni Ruth',
    'coach Joan',
    'facility Salon',
    'gallery Day',
    'newsletter June',
    'post Story',
    'program Tailoring',
    'site partners',
  ]);
});

test('items in the trash and earlier versions count as uses', async () => {
  const first = await newImage();
  const second = await newImage();
  const { view } = await admin.programs.create.mutate({ ...program, name: 'Baking', imageUrl: first });
  await admin.programs.update.mutate({ id: view.id, changes: { imageUrl: second, name: 'Bread' } });
  expect((await found(first)).uses).toMatchObject([{ id: view.id, title: 'Baking', state: 'earlier' }]);
  expect((await found(second)).uses).toMatchObject([{ id: view.id, title: 'Bread', state: 'shown' }]);

  await admin.programs.remove.mutate({ id: view.id });
  expect((await found(second)).uses).toMatchObject([{ type: 'program', title: 'Bread', state: 'deleted' }]);
  await admin.trash.purge.mutate({ kind: 'program', id: view.id });
  expect([await usesOf(first), await usesOf(second)]).toEqual([[], []]);
});

test('lists unused images page by page, and searches by word and day', async () => {
  const first = await newImage();
  const second = await newImage();
  const unused = await admin.uploads.list.query({ category: 'unused', limit: 1, offset: 1 });
  expect(unused.items.map(({ url }) => url)).toEqual([first]);
  const { total } = await admin.uploads.list.query({ category: 'unused', limit: 1, offset: 50 });
  expect(total).toBe(unused.total);
  expect(unused.total).toBeGreaterThanOrEqual(2);

  await admin.coaches.create.mutate({
    name: 'José Okello',
    role: 'Coach',
    bio: 'Teaches',
    imageUrl: second,
    imageAlt: 'At the 100% bench',
  });
  const urlsOf = async (q: string) => (await admin.uploads.list.query({ q })).items.map(({ url }) => url);
  expect(await urlsOf('jose OKELLO')).toEqual([second]);
  expect(await urlsOf('100% b')).toEqual([second]);
  expect(await urlsOf('title')).toEqual([]);
  expect(await urlsOf('\u0301')).toEqual([]);
  const { createdAt } = await found(first);
  expect(await urlsOf(toLocalDay(new Date(createdAt)).slice(0, 8))).toContain(first);
});

test('an unused image is deleted with its files, which the log records', async () => {
  const url = await newImage();
  const { id } = await found(url);
  expect(await admin.uploads.remove.mutate({ id })).toEqual({ id });

  expect((await t.app.inject(url)).statusCode).toBe(404);
  expect(existsSync(join(t.config.dataDir, url, '..'))).toBe(false);
  const [last] = await t
    .em()
    .find(ActivityEntity, { type: 'delete', entityType: 'upload' }, { orderBy: { id: 'desc' } });
  expect(last).toMatchObject({
    userEmail: office.email,
    description: 'Deleted a picture of 800 × 600 pixels',
  });
  expect(await readRefusal(admin.uploads.remove.mutate({ id }))).toMatchObject({ code: 'NOT_FOUND' });
});

test('deleting a used image is refused with its uses', async () => {
  const url = await newImage();
  for (const title of ['Graduation', 'Sports day']) {
    await admin.gallery.create.mutate({ title, date: '2026-11-12', imageUrl: url });
  }
  const { id } = await found(url);
  expect(await readRefusal(admin.uploads.remove.mutate({ id }))).toMatchObject({
    code: 'CONFLICT',
    message: 'This picture is used: gallery “Graduation” and 1 more',
  });
  expect((await t.app.inject(url)).statusCode).toBe(200);
});

test('deleting an image waits for a change that is about to use it', async () => {
  const url = await newImage();
  const { id } = await found(url);
  const { view } = await admin.alumni.create.mutate({
    name: 'Sam',
    position: 'Cook',
    graduationYear: 2019,
    image: '/images/sam.webp',
  });
  const em = t.em();
  await em.begin();
  await em.execute('update alumni set image = ? where id = ?', [url, view.id]);
  const removing = readRefusal(admin.uploads.remove.mutate({ id }));
  const waiting = () =>
    t.sql("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
  await expect.poll(waiting).toHaveLength(1);
  await em.commit();
  expect(await removing).toMatchObject({ code: 'CONFLICT' });
});

test('all widths are deleted from a bucket, and a bucket that does not answer keeps the image', async () => {
  const store = await startObjectStore();
  const other = await testApp({ S3_URL: store.url, SEED_DEMO: 'false' });
  const { token } = await other.given.account();
  const calls = other.office.admin;
  await newImage(other, token);
  const kept = store.objects.size;
  const [image] = (await calls.uploads.list.query({})).items;
  if (!image) throw new Error('There is no image');

  store.isUnreachable = true;
  const failed = await readRefusal(calls.uploads.remove.mutate({ id: image.id }));
  expect([failed.code, store.objects.size]).toEqual(['UNAVAILABLE', kept]);
  store.isUnreachable = false;
  await calls.uploads.remove.mutate({ id: image.id });
  expect(store.objects.size).toBe(0);
  expect((await calls.uploads.list.query({})).total).toBe(0);
  await other.close();
  await store.close();
});

test('demo images are listed while something shows them, and cannot be deleted', async () => {
  const url = demoImages.find(({ name }) => name.startsWith('facility-kitchen'))?.url ?? '';
  expect((await admin.uploads.list.query({})).items.map((item) => item.url)).not.toContain(url);
  const { view } = await admin.facilities.create.mutate({ ...facility, name: 'Demo kitchen', imageUrl: url });

  const image = await found(url);
  expect(image).toMatchObject({ width: 1280, height: 960, bytes: null, sentBy: null });
  expect(image.uses).toMatchObject([{ type: 'facility', id: view.id, title: 'Demo kitchen' }]);
  expect((await admin.uploads.list.query({ q: 'demo kitchen' })).items).toMatchObject([{ url }]);
  const unused = await admin.uploads.list.query({ category: 'unused' });
  expect(unused.items.map((item) => item.url)).not.toContain(url);
  await expect(admin.uploads.remove.mutate({ id: image.id })).rejects.toThrow();
});
