import { beforeAll, describe, expect, test } from 'vitest';
import { resources } from '../../../composition/resources.ts';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import {
  type Fields,
  getContentApi,
  type Item,
  typicalContent,
} from '../../../testing/app/content-samples.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

const names = ['Zebra café', 'alpha 50%', 'Mango_tree', 'ÉCOLE', 'beta 500', 'back\\slash'];
const sorted: Fields[] = [3, 1, 2, 6, 5, 4].map((n) => ({
  price: n * 1000,
  graduationYear: 2000 + n,
  date: `2026-01-0${n}`,
  startsOn: `2027-01-0${n}`,
}));

describe.each(typicalContent)('$resource', ({ resource, title, required, categories, sorts }) => {
  const path = `/${resource}`;
  const made: Item[] = [];
  const list = async (query: Fields = {}) =>
    (await requireSuccess(getContentApi(t.visitor, resource).list({ query }))).body;
  const titles = async (query: Fields = {}) => (await list(query)).data.map((item) => item[title]);
  const read = (address: string, headers: Record<string, string> = {}, caller = t.visitor) =>
    caller.send('GET', `${path}${address}`, { headers });
  const addresses = () => ['', `/${made[0]?.id}`];

  beforeAll(async () => {
    const removeGround = await t.given.groundFor(resource);
    for (const [at, name] of names.entries()) {
      const category = categories[at % categories.length];
      const body = { ...required, ...sorted[at], [title]: name, ...(category && { category }) };
      made.push(await readData(getContentApi(t.office, resource).create({ body })));
    }
    return removeGround;
  });

  test('asked for no order, a list has the one that the resource declares', async () => {
    const { order } = resources.find(({ key }) => key === resource) ?? {};
    expect((await list()).data).toEqual((await list({ sort: order })).data);
  });

  test.each(sorts)('is sorted by %s, and the other way round', async (sort) => {
    const { data: up } = await list({ sort });
    const { data: down } = await list({ sort: `-${sort}` });
    expect(down).toEqual(up.toReversed());
    const expected =
      sort === title
        ? names.toSorted(new Intl.Collator('und').compare)
        : made.map((item) => item[sort]).toSorted();
    expect(up.map((item) => item[sort])).toEqual(expected);
  });

  test.each([
    ['CAFE', ['Zebra café']],
    ['ecole', ['ÉCOLE']],
    ['50%', ['alpha 50%']],
    ['%', ['alpha 50%']],
    ['５0％', ['alpha 50%']],
    ['\u0301', []],
    ['_', ['Mango_tree']],
    ['\\', ['back\\slash']],
    ['  mango_TREE ', ['Mango_tree']],
    ["'; drop table programs; --", []],
    ['no such thing', []],
  ])('the search %j finds %j', async (q, expected) => {
    const { data, meta } = await list({ q });
    expect(data.map((item) => item[title])).toEqual(expected);
    expect(meta.total).toBe(expected.length);
  });

  test('an empty search finds everything', async () => {
    expect(await titles({ q: '' })).toHaveLength(names.length);
    expect(await titles({ q: ' ' })).toHaveLength(names.length);
  });

  test('has pages that link to each other', async () => {
    const page = (query: Fields) => requireSuccess(getContentApi(t.visitor, resource).list({ query }));
    const first = await page({ limit: 4, sort: 'id' });
    expect(first.body.meta).toEqual({ total: 6, limit: 4, offset: 0 });
    expect(first.headers.get('link')).toBe(`</api/v1${path}?limit=4&offset=4&sort=id>; rel="next"`);
    const second = await page({ limit: 4, sort: 'id', offset: 4 });
    expect(second.headers.get('link')).toBe(`</api/v1${path}?limit=4&offset=0&sort=id>; rel="prev"`);
    expect([...first.body.data, ...second.body.data]).toEqual(made);
    const middle = await page({ limit: 1, offset: 2 });
    expect(middle.headers.get('link')).toContain('offset=3>; rel="next", ');
    expect(middle.headers.get('link')).toContain('offset=1>; rel="prev"');
    const beyond = await page({ offset: 100 });
    expect(beyond.body).toEqual({ data: [], meta: { total: 6, limit: 1000, offset: 100 } });
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=99999999999', 'offset'],
    ['sort=version', 'sort'],
    ['category=nonsense', 'category'],
    [`q=${'a'.repeat(201)}`, 'q'],
    ['q=%00', 'q'],
    ['limit=5&limit=6', 'limit'],
  ])('refuses ?%s', async (query, named) => {
    const { status, code, details } = await readRefusal(read(`?${query}`));
    expect([status, code, details.map(({ path }) => path)]).toEqual([400, 'VALIDATION_ERROR', [named]]);
  });

  test('unknown parameters are ignored', async () => {
    const odd = 'isActive=false&status=draft&deletedAt[$ne]=null&where[id]=1&filter={}&id=1&search=x';
    const { status, body } = await read(`?${odd}`);
    expect([status, body]).toEqual([200, await list()]);
  });

  test.runIf(categories.length > 0)(
    'holds the items of one category, and all of them for "all"',
    async () => {
      for (const category of categories) {
        expect((await list({ category })).data.map(({ id }) => id).sort()).toEqual(
          made.filter((item) => item.category === category).map(({ id }) => id),
        );
      }
      expect(await list({ category: 'all' })).toEqual(await list());
      expect((await list({ category: made[0]?.category, q: 'zebra' })).meta.total).toBe(1);
      expect((await list({ category: made[1]?.category, q: 'zebra' })).meta.total).toBe(0);
    },
  );

  test('the tag of an item is the same for every viewer', async () => {
    const [, address = ''] = addresses();
    const office = await read(address, {}, t.office);
    const visitor = await read(address);
    expect(office.headers.get('etag')).toBe(visitor.headers.get('etag'));
  });
});
