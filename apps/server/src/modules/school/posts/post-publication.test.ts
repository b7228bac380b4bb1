import { expect, test } from 'vitest';
import { migrate } from '../../../database/migrate.ts';
import { readData, requireSuccess } from '../../../testing/app/answers.ts';
import type { BodyOf } from '../../../testing/app/content-samples.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../testing/processes/older-database.ts';

const t = await useTestApp();

const DAY = 24 * 60 * 60 * 1000;
const draft = { status: 'draft' } as const;
const published = { status: 'published' } as const;
const inDays = (days: number) => new Date(t.now().getTime() + days * DAY).toISOString();
const scheduled = (publishAt: string) => ({ status: 'scheduled' as const, publishAt });

const change = (id: number, body: Partial<BodyOf<'posts'>>) =>
  readData(t.office.api.posts.update({ params: { id }, body }));

const age = (publishedAt: string | null) =>
  publishedAt && Math.floor((t.now().getTime() - Date.parse(publishedAt)) / 60_000);

test('a post is published when it is made, or when it stops to be a draft', async () => {
  const post = await t.given.post(published);
  expect(age(post.publishedAt)).toBe(0);

  const later = await t.given.post(draft);
  expect(later.publishedAt).toBeNull();
  t.wait(3 * DAY);
  expect((await change(later.id, { title: 'Still a draft' })).publishedAt).toBeNull();
  expect(age((await change(later.id, published)).publishedAt)).toBe(0);
});

test('a post keeps its day when it is changed, or is a draft for a while', async () => {
  const { id, publishedAt } = await t.given.post(published);
  t.wait(DAY);
  for (const body of [{ title: 'Corrected' }, draft, published])
    expect((await change(id, body)).publishedAt).toBe(publishedAt);
});

test('a scheduled post is published at its time, or before it when the office says so', async () => {
  const soon = inDays(1);
  const late = inDays(9);
  const { id, publishedAt } = await t.given.post(scheduled(soon));
  expect(publishedAt).toBe(soon);
  expect((await change(id, { publishAt: late })).publishedAt).toBe(late);
  expect((await change(id, draft)).publishedAt).toBeNull();
  expect((await change(id, scheduled(late))).publishedAt).toBe(late);
  expect(age((await change(id, { ...published, publishAt: null })).publishedAt)).toBe(0);

  const before = inDays(-30);
  expect((await t.given.post(scheduled(before))).publishedAt).toBe(before);
});

test('lists and the feed have the newest publication first, the office drafts before all', async () => {
  const kept = await t.given.post({ title: 'Draft since last week', ...draft });
  const old = await t.given.post({ title: 'Written first', ...draft });
  t.wait(DAY);
  const middle = await t.given.post({ title: 'Written second', ...published });
  t.wait(DAY);
  await change(old.id, published);

  const [first, second] = (await readData(t.visitor.api.posts.summaries())).map(({ id }) => id);
  expect([first, second]).toEqual([old.id, middle.id]);
  const list = (await requireSuccess(t.visitor.api.posts.list({ query: { limit: 2 } }))).body.data;
  expect(list.map(({ id }) => id)).toEqual([old.id, middle.id]);
  const { payload } = await t.app.inject('/news.rss');
  expect(payload.indexOf('Written first')).toBeLessThan(payload.indexOf('Written second'));
  const inOffice = (await t.office.admin.posts.list.query({ limit: 3 })).items.map(({ id }) => id);
  expect(inOffice).toEqual([kept.id, old.id, middle.id]);
});

test('posts of an older version are published when they were made, or when they were scheduled', async () => {
  const older = await createOlderDatabase('0030');
  const execute = (sql: string) => query(older.connection, sql);
  await execute(
    `insert into posts (title, content, category, status, created_at, publish_at)
     select status, 'x', 'news', status, '2026-01-02', publish_at
     from (values ('published', null), ('draft', null), ('scheduled', timestamptz '2026-02-03'))
       as post (status, publish_at)`,
  );
  await migrate(older.connection);
  expect(
    await execute('select status, published_at - created_at as after from posts order by id'),
  ).toMatchObject([
    { status: 'published', after: {} },
    { status: 'draft', after: null },
    { status: 'scheduled', after: { days: 32 } },
  ]);
  await older.drop();
});
