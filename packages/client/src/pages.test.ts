import { expect, test } from 'vitest';
import { createClient } from './client.ts';
import { itemsOf, pagesOf } from './pages.ts';

/** Like the server, it refuses `sort` beside a cursor. */
function siteWith(total: number, { cursors = false, failAt = -1 } = {}) {
  const asked: string[] = [];
  const fetch = async (address: string) => {
    const { searchParams } = new URL(address);
    asked.push(searchParams.toString());
    if (asked.length - 1 === failAt) {
      const error = { code: 'FORBIDDEN', message: 'No', details: [], requestId: 'r' };
      return new Response(JSON.stringify({ error }), { status: 403 });
    }
    if (searchParams.has('cursor') && searchParams.has('sort')) {
      const error = { code: 'VALIDATION_ERROR', message: 'No', details: [], requestId: 'r' };
      return new Response(JSON.stringify({ error }), { status: 400 });
    }
    const limit = Number(searchParams.get('limit') ?? 2);
    const start = Number(searchParams.get('cursor') ?? searchParams.get('offset') ?? 0);
    const end = Math.min(start + limit, total);
    const data = Array.from({ length: end - start }, (_, index) => ({ id: start + index }));
    const isOrdered = cursors && ['-createdAt', null].includes(searchParams.get('sort'));
    const next = cursors ? { nextCursor: isOrdered && end < total ? String(end) : null } : {};
    return new Response(JSON.stringify({ data, meta: { total, limit, offset: start, ...next } }));
  };
  return { client: createClient({ url: 'https://institute.example', fetch }), asked };
}

async function idsOf(items: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
}

test('reads a list by offset, with the same filters on every page', async () => {
  const { client, asked } = siteWith(5);
  const query = { limit: 2, category: 'camp' } as const;
  expect(await idsOf(itemsOf(client, 'GET /programs', { query }))).toEqual([0, 1, 2, 3, 4]);
  expect(asked).toEqual([
    'limit=2&category=camp',
    'limit=2&category=camp&offset=2',
    'limit=2&category=camp&offset=4',
  ]);
});

test('reads a list by its cursor', async () => {
  const { client, asked } = siteWith(5, { cursors: true });
  expect(await idsOf(itemsOf(client, 'GET /registrations', { query: { status: 'new' } }))).toHaveLength(5);
  expect(asked).toEqual(['status=new', 'status=new&cursor=2', 'status=new&cursor=4']);
});

test('goes on by the cursor where the usual order is asked for by name', async () => {
  const { client, asked } = siteWith(3, { cursors: true });
  const query = { sort: '-createdAt', status: 'new' } as const;
  expect(await idsOf(itemsOf(client, 'GET /registrations', { query }))).toEqual([0, 1, 2]);
  expect(asked).toEqual(['sort=-createdAt&status=new', 'status=new&cursor=2']);
});

test('goes on by offset where a cursor cannot, and by the cursor from an offset', async () => {
  const sorted = siteWith(3, { cursors: true });
  expect(await idsOf(itemsOf(sorted.client, 'GET /registrations', { query: { sort: 'name' } }))).toHaveLength(
    3,
  );
  expect(sorted.asked).toEqual(['sort=name', 'sort=name&offset=2']);
  const from = siteWith(5, { cursors: true });
  expect(await idsOf(itemsOf(from.client, 'GET /registrations', { query: { offset: 1 } }))).toEqual([
    1, 2, 3, 4,
  ]);
  expect(from.asked).toEqual(['offset=1', 'cursor=3']);
});

test('an empty list has one page', async () => {
  const { client, asked } = siteWith(0);
  expect(await idsOf(itemsOf(client, 'GET /posts'))).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('a page that fails is a value and the last one; of items it is thrown', async () => {
  const seen: unknown[] = [];
  for await (const { data, error } of pagesOf(siteWith(6, { failAt: 1 }).client, 'GET /programs')) {
    seen.push(error?.code ?? data?.length);
  }
  expect(seen).toEqual([2, 'FORBIDDEN']);
  const items = itemsOf(siteWith(6, { failAt: 1 }).client, 'GET /programs');
  await expect(idsOf(items)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('reads no further than its reader wants', async () => {
  const { client, asked } = siteWith(100);
  for await (const { id } of itemsOf(client, 'GET /programs')) if (id === 2) break;
  expect(asked).toHaveLength(2);
});
