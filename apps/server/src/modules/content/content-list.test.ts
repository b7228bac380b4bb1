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

const names = ['Zebra café', 'alpha 50%', 'Mango_tree', 'ÉCOLE', 'beta 500', 'back\\slash'];
/** What each sorted field holds, so that no two orders are the same. */
const sorted: Fields[] = [3, 1, 2, 6, 5, 4].map((n) => ({
  price: n * 1000,
  graduationYear: 2000 + n,
  date: `2026-01-0${n}`,
}));

describe.each(samples)('$resource', ({ resource, routes, title, required, categories }) => {
  const path = `/${resource}`;
  const made: Item[] = [];
  const list = (query: string, as: { token?: string; headers?: Record<string, string> } = {}) =>
    t.call<Item[]>('GET', `${path}${query}`, undefined, as);
  const titles = async (query: string) => {
    const { body } = await list(query);
    expect(body.error).toBeUndefined();
    return body.data.map((item) => item[title]);
  };

  beforeAll(async () => {
    for (const [at, name] of names.entries()) {
      const category = categories[at % categories.length];
      const body = { ...required, ...sorted[at], [title]: name, ...(category && { category }) };
      made.push((await t.call<Item>('POST', path, body, { token })).body.data);
    }
  });

  const byAge = () => made.map((item) => item[title]);
  const oldestFirst = ['programs', 'coaches', 'facilities'].includes(resource);

  test(`asked for no order, the ${oldestFirst ? 'oldest' : 'newest'} is first`, async () => {
    expect(await titles('')).toEqual(oldestFirst ? byAge() : byAge().reverse());
  });

  test.each(sortsOf(routes))('is sorted by %s, and the other way round', async (sort) => {
    const up = (await list(`?sort=${sort}`)).body.data;
    const down = (await list(`?sort=-${sort}`)).body.data;
    expect(down).toEqual(up.toReversed());
    const expected =
      sort === title
        ? names.toSorted(new Intl.Collator('und').compare)
        : made.map((item) => item[sort]).toSorted();
    expect(up.map((item) => item[sort])).toEqual(expected);
  });

  test.each([
    ['CAFE', ['Zebra café']],
    ['café', ['Zebra café']],
    ['ecole', ['ÉCOLE']],
    ['50%', ['alpha 50%']],
    ['%', ['alpha 50%']],
    ['_', ['Mango_tree']],
    ['\\', ['back\\slash']],
    ['  mango_TREE ', ['Mango_tree']],
    ["'; drop table programs; --", []],
    ['no such thing', []],
  ])('the search %j finds %j', async (q, expected) => {
    const { body } = await list(`?q=${encodeURIComponent(q)}`);
    expect(body.data.map((item) => item[title])).toEqual(expected);
    expect(body.meta.total).toBe(expected.length);
  });

  test('an empty search finds everything', async () => {
    expect(await titles('?q=')).toHaveLength(names.length);
    expect(await titles('?q=%20')).toHaveLength(names.length);
  });

  test('is cut into pages that link to each other', async () => {
    const first = await list('?limit=4&sort=id');
    expect(first.body.meta).toEqual({ total: 6, limit: 4, offset: 0 });
    expect(first.headers.link).toBe(`</api/v1${path}?limit=4&offset=4&sort=id>; rel="next"`);
    const second = await list('?limit=4&sort=id&offset=4');
    expect(second.headers.link).toBe(`</api/v1${path}?limit=4&offset=0&sort=id>; rel="prev"`);
    expect([...first.body.data, ...second.body.data]).toEqual(made);
    const middle = await list('?limit=1&offset=2');
    expect(middle.headers.link).toContain('offset=3>; rel="next", ');
    expect(middle.headers.link).toContain('offset=1>; rel="prev"');
    const beyond = await list('?offset=100');
    expect([beyond.status, beyond.body.data, beyond.body.meta]).toEqual([
      200,
      [],
      { total: 6, limit: 1000, offset: 100 },
    ]);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1.5', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=99999999999', 'offset'],
    ['sort=description', 'sort'],
    ['sort=version', 'sort'],
    ['sort=id;drop', 'sort'],
    ['sort=--id', 'sort'],
    ['category=nonsense', 'category'],
    [`q=${'a'.repeat(201)}`, 'q'],
    ['q=%00', 'q'],
    ['q=a&q=b', 'q'],
    ['limit=5&limit=6', 'limit'],
  ])('refuses ?%s', async (query, named) => {
    const { status, body } = await list(`?${query}`);
    expect([status, body.error?.code, body.error?.details.map(({ path }) => path)]).toEqual([
      400,
      'VALIDATION_ERROR',
      [named],
    ]);
  });

  test('unknown parameters are ignored', async () => {
    const odd = 'isActive=false&status=draft&deletedAt[$ne]=null&where[id]=1&filter={}&id=1&search=x';
    const { status, body } = await list(`?${odd}`);
    expect([status, body.data]).toEqual([200, (await list('')).body.data]);
  });

  test.runIf(categories.length > 0)(
    'holds the items of one category, and all of them for "all"',
    async () => {
      for (const category of categories) {
        const { body } = await list(`?category=${category}`);
        expect(body.data.map(({ id }) => id).sort()).toEqual(
          made.filter((item) => item.category === category).map(({ id }) => id),
        );
      }
      expect((await list('?category=all')).body.data).toEqual((await list('')).body.data);
      expect((await list(`?category=${made[0]?.category}&q=zebra`)).body.meta.total).toBe(1);
      expect((await list(`?category=${made[1]?.category}&q=zebra`)).body.meta.total).toBe(0);
    },
  );

  test('is not sent again to who has it', async () => {
    for (const address of ['', `/${made[0]?.id}`]) {
      const { headers } = await list(address);
      expect(headers.etag).toMatch(/^"[^"]+"$/);
      expect(headers.vary).toMatch(/Authorization/i);
      const tags = { 'if-none-match': `"old", W/${headers.etag}` };
      const again = await list(address, { headers: tags });
      expect([again.status, again.headers.etag, again.headers.vary]).toEqual([
        304,
        headers.etag,
        headers.vary,
      ]);
      const other = await list(address, { headers: { 'if-none-match': '"old"' } });
      expect(other.status).toBe(200);
    }
  });

  test('a change gives the list another tag', async () => {
    const before = (await list('')).headers.etag;
    await t.call('PUT', `${path}/${made[0]?.id}`, { imageAlt: 'Changed' }, { token });
    expect((await list('')).headers.etag).not.toBe(before);
    await t.call('PUT', `${path}/${made[0]?.id}`, { imageAlt: null }, { token });
  });

  test('may be kept when it is public, and not when it is not', async () => {
    const shared = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
    for (const address of ['', `/${made[0]?.id}`]) {
      expect((await list(address)).headers['cache-control']).toBe(shared);
      const own = await list(address, { token });
      expect(own.headers['cache-control']).toBe('private, no-store');
      expect(own.headers.vary).toMatch(/Authorization/i);
    }
    expect((await list('?limit=0')).headers['cache-control']).toBe('no-store');
    expect((await list('/999999')).headers['cache-control']).toBe('no-store');
  });

  test('the tag of an item is the same for every viewer', async () => {
    const address = `/${made[0]?.id}`;
    expect((await list(address, { token })).headers.etag).toBe((await list(address)).headers.etag);
  });

  test('HEAD says what GET would, without the body', async () => {
    for (const address of ['', `/${made[0]?.id}`]) {
      const url = `/api/v1${path}${address}`;
      const [head, get] = [await t.app.inject({ method: 'HEAD', url }), await t.app.inject({ url })];
      expect([head.statusCode, head.body]).toEqual([200, '']);
      for (const name of ['etag', 'content-type', 'cache-control', 'vary']) {
        expect(head.headers[name]).toBe(get.headers[name]);
      }
    }
  });
});

function sortsOf({ list }: { list: { query: { shape: { sort: object } } } }): string[] {
  const { sort } = list.query.shape as { sort: { unwrap(): { options: string[] } } };
  return sort.unwrap().options.filter((name) => !name.startsWith('-'));
}
