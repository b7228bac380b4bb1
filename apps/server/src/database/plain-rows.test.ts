import type { FilterQuery } from '@mikro-orm/core';
import { expect, test, vi } from 'vitest';
import { resources } from '../composition/resources.ts';
import { seedDemo } from '../composition/seed-demo.ts';
import { publishedWhere } from '../modules/platform/content/publishing.ts';
import { PostEntity, type PostRow } from '../modules/school/posts/post.entity.ts';
import { everyContent } from '../testing/app/content-samples.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { makePlainRowReader } from './plain-rows.ts';

const t = await useTestApp({ SEED_DEMO: 'false' });
await seedDemo(t);
for (const { resource, full } of everyContent) await t.given.content(resource, full);

test.each(resources.map(({ key, entity }) => ({ key, entity })))(
  'rows of $key have the values of their entities',
  async ({ entity }) => {
    const { em } = t.jobContext();
    const orderBy = { id: 'desc' } as const;
    const rows = await makePlainRowReader<object>(entity as never)(
      { em, now: t.now },
      { key: 'all', where: () => ({}) },
    ).find({ orderBy });
    const entities = await em.find(entity as never, {}, { orderBy: orderBy as never });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(entities.map((row: object) => ({ ...row })));
  },
);

test('a statement is built once, and each answer has the time of its own', async () => {
  const { em } = t.jobContext();
  const table = makePlainRowReader(PostEntity);
  const where = vi.fn((now: Date): FilterQuery<PostRow> => ({ title: 'Later', ...publishedWhere(now) }));
  const asked = { key: 'shown', where };
  const publishAt = new Date('2031-05-01T09:00:00Z');
  await em.insert(PostEntity, {
    title: 'Later',
    content: '',
    category: 'news',
    status: 'scheduled',
    publishAt,
  });

  const found = async (now: Date) => {
    const list = table({ em, now: () => now }, asked);
    return [await list.find({ fields: ['title'] }), await list.count()];
  };
  expect(await found(new Date(publishAt.getTime() - 1))).toEqual([[], 0]);
  expect(await found(publishAt)).toEqual([[{ title: 'Later' }], 1]);
  expect(where).toHaveBeenCalledTimes(2);
});
