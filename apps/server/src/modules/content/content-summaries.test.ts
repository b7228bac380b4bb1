import { contract } from '@institute/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fields, samples } from '../../testing/content-samples.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await testApp();
  token = (await t.signIn()).token;
});
afterAll(() => t.close());

type Item = Fields & { id: number };

const summaries = (path: string, query = '', as: { token?: string } = {}) =>
  t.call<Item[]>('GET', `${path}/summaries${query}`, undefined, as);
async function make(path: string, body: Fields): Promise<Item> {
  const { status, body: answer } = await t.call<Item>('POST', path, body, { token });
  expect(status).toBe(201);
  return answer.data;
}

const names = ['Zebra café', 'alpha 50%', 'Mango_tree', 'ÉCOLE', 'beta 500', 'back\\slash'];

describe.each(samples)('$resource', ({ resource, title, required, categories }) => {
  const path = `/${resource}`;
  const made: Item[] = [];
  beforeAll(async () => {
    for (const [at, name] of names.entries()) {
      const category = categories[at % categories.length];
      made.push(await make(path, { ...required, [title]: name, ...(category && { category }) }));
    }
  });
  const ids = async (query: string) => (await summaries(path, query)).body.data.map(({ id }) => id);

  test('stand in the order of the list and hold the fields of a summary only', async () => {
    const whole = (await t.call<Item[]>('GET', path)).body;
    const { status, headers, body } = await summaries(path);

    expect(status).toBe(200);
    expect(body.meta).toEqual({ ...whole.meta, limit: 24 });
    expect(body.data.map(({ id }) => id)).toEqual(whole.data.map(({ id }) => id));
    const fields = Object.keys(contract[resource].summaries.responses[200].shape.data.element.shape);
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(fields.sort());
    expect(body.data[0]).toMatchObject(shared(whole.data[0], body.data[0]));
    expect(headers['cache-control']).toContain('public');
  });

  test('are cut into pages that link to each other', async () => {
    const first = await summaries(path, '?limit=4&sort=id');
    expect(first.body.meta).toEqual({ total: 6, limit: 4, offset: 0 });
    expect(first.headers.link).toBe(`</api/v1${path}/summaries?limit=4&offset=4&sort=id>; rel="next"`);
    expect(await ids('?limit=4&offset=4&sort=id')).toEqual(made.slice(4).map(({ id }) => id));
  });

  test.each([
    ['CAFE', ['Zebra café']],
    ['ecole', ['ÉCOLE']],
    ['%', ['alpha 50%']],
    ['_', ['Mango_tree']],
    ['\\', ['back\\slash']],
    ["'; drop table programs; --", []],
  ])('are found by %j', async (q, expected) => {
    const { body } = await summaries(path, `?q=${encodeURIComponent(q)}`);
    expect(body.data.map((item) => item[title])).toEqual(expected);
    expect(body.meta.total).toBe(expected.length);
  });

  test('leave one item out, for what is related to it', async () => {
    const [one] = made;
    const { body } = await summaries(path, `?exclude=${one?.id}`);
    expect(body.meta.total).toBe(names.length - 1);
    expect(body.data.map(({ id }) => id)).not.toContain(one?.id);
  });

  test.runIf(categories.length > 0)('related items are of the same category, the newest first', async () => {
    const again = await make(path, { ...required, [title]: 'Again', category: categories[0] });
    const { body } = await summaries(
      path,
      `?category=${categories[0]}&exclude=${made[0]?.id}&sort=-createdAt&limit=3`,
    );
    expect(body.data[0]?.id).toBe(again.id);
    const same = made.filter(({ id, category }) => category === categories[0] && id !== made[0]?.id);
    expect(body.meta.total).toBe(same.length + 1);
    await t.call('DELETE', `${path}/${again.id}`, undefined, { token });
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['exclude=x', 'exclude'],
    ['category=nonsense', 'category'],
    ['sort=content', 'sort'],
  ])('are refused ?%s', async (query, named) => {
    const { status, body } = await summaries(path, `?${query}`);
    expect([status, body.error.details.map(({ path: where }) => where)]).toEqual([400, [named]]);
  });

  test('change with the content, and deleted items are gone', async () => {
    const item = await make(path, { ...required, [title]: 'Passing' });
    const found = async () => (await summaries(path, '?q=passing')).body.meta.total;
    expect(await found()).toBe(1);
    await t.call('DELETE', `${path}/${item.id}`, undefined, { token });
    expect(await found()).toBe(0);
  });
});

/** The fields of a whole item that its summary repeats; texts that are cut have names of their own. */
function shared(whole: Fields = {}, summary: Fields = {}): Fields {
  return Object.fromEntries(Object.keys(summary).flatMap((key) => (key in whole ? [[key, whole[key]]] : [])));
}

const sample = (name: string): Fields => samples.find(({ resource }) => resource === name)?.required ?? {};

test.each(['posts', 'programs'])('unpublished %s are for the office only', async (resource) => {
  const draft = await make(`/${resource}`, {
    ...sample(resource),
    [resource === 'posts' ? 'title' : 'name']: 'Unfinished',
    status: 'draft',
  });
  const query = '?q=unfinished';
  expect((await summaries(`/${resource}`, query)).body.meta.total).toBe(0);
  const { data } = (await summaries(`/${resource}`, query, { token })).body;
  expect(data.map(({ id }) => id)).toEqual([draft.id]);
});

test('inactive programs are for the office only', async () => {
  await make('/programs', { ...sample('programs'), name: 'Paused', isActive: false });
  expect((await summaries('/programs', '?q=paused')).body.meta.total).toBe(0);
});

test('an article is found by its words, not by its markup, and its excerpt has none', async () => {
  await make('/posts', {
    title: 'Couture',
    content: `<h2>First &amp; last</h2><p>In the ca<strong>fé</strong>, 5 &lt; 6.</p><p>${'More words. '.repeat(90)}</p>`,
  });
  const found = async (q: string) => (await summaries('/posts', `?q=${encodeURIComponent(q)}`)).body;

  for (const q of ['the cafe', 'first & last', '5 < 6', 'COUTURE']) {
    expect(
      (await found(q)).data.map(({ title }) => title),
      q,
    ).toEqual(['Couture']);
  }
  for (const q of ['<p>', 'strong', '&amp;']) expect((await found(q)).meta.total, q).toBe(0);

  const [{ excerpt = '' } = {}] = (await found('couture')).data as { excerpt?: string }[];
  expect(excerpt).toMatch(/^First & last In the café, 5 < 6\. More words\. More.*\.\.\.$/);
  expect(excerpt).toHaveLength(403);
});

test('the excerpt of a program is the beginning of its description', async () => {
  await make('/programs', { ...sample('programs'), name: 'Long', description: 'x'.repeat(221) });
  const { data } = (await summaries('/programs', '?q=long')).body;
  expect(data[0]?.excerpt).toBe(`${'x'.repeat(220)}...`);
});

test('a facility shows its first features and how many there are', async () => {
  const features = ['Stage', 'Lights', 'Curtain', 'Parking', 'Ramp'];
  await make('/facilities', { ...sample('facilities'), name: 'Hall', features });
  const { data } = (await summaries('/facilities', '?q=hall')).body;
  expect(data[0]).toMatchObject({ features: features.slice(0, 3), featureCount: 5 });
});

test('alumni are found by name and team, not by position', async () => {
  await make('/alumni', {
    ...sample('alumni'),
    name: 'Zoë Achen',
    position: 'Goldsmith',
    currentTeam: 'Lake Únited',
  });
  for (const [q, total] of [
    ['zoe', 1],
    ['lake united', 1],
    ['goldsmith', 0],
  ] as const) {
    expect((await summaries('/alumni', `?q=${q}`)).body.meta.total, q).toBe(total);
  }
});

test('the gallery holds videos only, where asked', async () => {
  const videoUrl = 'https://youtu.be/abcdefghijk';
  await make('/gallery', { ...sample('gallery'), title: 'Parade', type: 'video', videoUrl });
  await make('/gallery', { ...sample('gallery'), title: 'Parade, seen from afar' });
  const titles = async (query: string) =>
    (await summaries('/gallery', query)).body.data.map(({ title }) => title);
  expect(await titles('?q=parade&type=video')).toEqual(['Parade']);
  expect(await titles('?q=parade&type=image')).toEqual(['Parade, seen from afar']);
  expect(await titles('?q=parade')).toHaveLength(2);
  expect((await summaries('/gallery', '?type=film')).status).toBe(400);
});

test('the team can be narrowed to the board or the staff by the words of their roles', async () => {
  await make('/coaches', { ...sample('coaches'), name: 'Ada', role: 'Chair of the BOARD' });
  await make('/coaches', { ...sample('coaches'), name: 'Bo', role: 'staff - cook' });
  const members = async (query: string) =>
    (await summaries('/coaches', `${query}&limit=1000`)).body.data.map(({ name }) => name);
  expect(await members('?group=board')).toEqual(['Ada']);
  const staff = await members('?group=staff');
  expect(staff).toContain('Bo');
  expect(staff).not.toContain('Ada');
});
