import { contract } from '@institute/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { readData, requireSuccess } from '../../../testing/app/answers.ts';
import {
  type ContentKey,
  type Fields,
  getContentApi,
  type Item,
  typicalContent,
} from '../../../testing/app/content-samples.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

const summaries = (resource: ContentKey, query: Fields = {}, caller = t.visitor) =>
  requireSuccess(getContentApi(caller, resource).summaries({ query }));
const remove = (resource: ContentKey, id: number) =>
  requireSuccess(getContentApi(t.office, resource).remove({ params: { id } }));

const names = ['Zebra café', 'alpha 50%', 'Mango_tree', 'ÉCOLE', 'beta 500', 'back\\slash'];

describe.each(typicalContent)('$resource', ({ resource, title, required, categories }) => {
  const made: Item[] = [];
  const make = (fields: Fields) =>
    readData(getContentApi(t.office, resource).create({ body: { ...required, ...fields } }));
  beforeAll(async () => {
    const removeGround = await t.given.groundFor(resource);
    for (const [at, name] of names.entries()) {
      const category = categories[at % categories.length];
      made.push(await make({ [title]: name, ...(category && { category }) }));
    }
    return removeGround;
  });

  test('are in the order of the list, with the fields of a summary only', async () => {
    const whole = (await requireSuccess(getContentApi(t.visitor, resource).list())).body;
    const { headers, body } = await summaries(resource);

    expect(body.meta).toEqual({ ...whole.meta, limit: 24 });
    expect(body.data.map(({ id }) => id)).toEqual(whole.data.map(({ id }) => id));
    const fields = Object.keys(contract[resource].summaries.responses[200].shape.data.element.shape);
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(fields.sort());
    expect(body.data[0]).toMatchObject(shared(whole.data[0], body.data[0]));
    expect(headers.get('cache-control')).toContain('public');
  });

  test('leave out one item, for lists of related items', async () => {
    const [one] = made;
    const { body } = await summaries(resource, { exclude: one?.id });
    expect(body.meta.total).toBe(names.length - 1);
    expect(body.data.map(({ id }) => id)).not.toContain(one?.id);
  });

  test.runIf(categories.length > 0)('related items are of the same category, the newest first', async () => {
    const again = await make({ [title]: 'Again', category: categories[0] });
    const { body } = await summaries(resource, {
      category: categories[0],
      exclude: made[0]?.id,
      sort: '-createdAt',
      limit: 3,
    });
    expect(body.data[0]?.id).toBe(again.id);
    const same = made.filter(({ id, category }) => category === categories[0] && id !== made[0]?.id);
    expect(body.meta.total).toBe(same.length + 1);
    await remove(resource, again.id);
  });
});

function shared(whole: Fields = {}, summary: Fields = {}): Fields {
  return Object.fromEntries(Object.keys(summary).flatMap((key) => (key in whole ? [[key, whole[key]]] : [])));
}

test('a post is found by its words, not by its markup, and its excerpt has none', async () => {
  await t.given.post({
    title: 'Couture',
    content: `<h2>First &amp; last</h2><p>In the ca<strong>fé</strong>, 5 &lt; 6.</p><p>${'More words. '.repeat(90)}</p>`,
  });
  const found = async (q: string) =>
    (await requireSuccess(t.visitor.api.posts.summaries({ query: { q } }))).body;

  for (const q of ['the cafe', 'first & last', '5 < 6', 'COUTURE']) {
    expect(
      (await found(q)).data.map(({ title }) => title),
      q,
    ).toEqual(['Couture']);
  }
  for (const q of ['<p>', 'strong', '&amp;']) expect((await found(q)).meta.total, q).toBe(0);

  const [{ excerpt } = { excerpt: '' }] = (await found('couture')).data;
  expect(excerpt).toMatch(/^First & last In the café, 5 < 6\. More words\. More.*\.\.\.$/);
  expect(excerpt).toHaveLength(403);
});

test('the excerpt of a program is the beginning of its description', async () => {
  await t.given.program({ name: 'Long', description: 'x'.repeat(221) });
  const [summary] = await readData(t.visitor.api.programs.summaries({ query: { q: 'long' } }));
  expect(summary?.excerpt).toBe(`${'x'.repeat(220)}...`);
});

test('the excerpt of a program has the lines of its headings and lists without their marks', async () => {
  const description = 'Hair and nails.\n\n## You will learn\n\n- Cutting\n- Braiding\n1. Ask';
  await t.given.program({ name: 'Marked', description });
  const [summary] = await readData(t.visitor.api.programs.summaries({ query: { q: 'marked' } }));
  expect(summary?.excerpt).toBe('Hair and nails.\n\nYou will learn\n\n• Cutting\n• Braiding\n1. Ask');
});

test('a facility shows its first features and how many there are', async () => {
  const features = ['Stage', 'Lights', 'Curtain', 'Parking', 'Ramp'];
  await t.given.content('facilities', { name: 'Hall', features });
  const [summary] = await readData(t.visitor.api.facilities.summaries({ query: { q: 'hall' } }));
  expect(summary).toMatchObject({ features: features.slice(0, 3), featureCount: 5 });
});

test('alumni are found by name and team, not by position', async () => {
  await t.given.content('alumni', {
    name: 'Zoë Achen',
    position: 'Goldsmith',
    currentTeam: 'Lake Únited',
  });
  for (const [q, total] of [
    ['zoe', 1],
    ['lake united', 1],
    ['goldsmith', 0],
  ] as const) {
    expect((await summaries('alumni', { q })).body.meta.total, q).toBe(total);
  }
});

test('the gallery is filtered by videos', async () => {
  const videoUrl = 'https://youtu.be/abcdefghijk';
  await t.given.content('gallery', { title: 'Parade', type: 'video', videoUrl });
  await t.given.content('gallery', { title: 'Parade, seen from afar' });
  const titles = async (type?: 'video' | 'image') =>
    (await readData(t.visitor.api.gallery.summaries({ query: { q: 'parade', type } }))).map(
      ({ title }) => title,
    );
  expect(await titles('video')).toEqual(['Parade']);
  expect(await titles('image')).toEqual(['Parade, seen from afar']);
  expect(await titles()).toHaveLength(2);
  expect(await t.visitor.send('GET', '/gallery/summaries?type=film')).toMatchObject({ status: 400 });
});

test('filters the team into board and staff by the words of their roles', async () => {
  await t.given.content('coaches', { name: 'Ada', role: 'Chair of the BOARD' });
  await t.given.content('coaches', { name: 'Bo', role: 'staff - cook' });
  await t.given.content('coaches', { name: 'Cy', role: 'Board Member - Head of staff' });
  await t.given.content('coaches', { name: 'Di', role: 'Coach - Board games for staff' });
  const coaches = async (group: 'board' | 'staff') =>
    (await readData(t.visitor.api.coaches.summaries({ query: { group, limit: 1000 } }))).map(
      ({ name }) => name,
    );
  expect(await coaches('board')).toEqual(['Ada', 'Cy']);
  const staff = await coaches('staff');
  expect(staff).toContain('Bo');
  for (const name of ['Ada', 'Cy', 'Di']) expect(staff).not.toContain(name);
});
