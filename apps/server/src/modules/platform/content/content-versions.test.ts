import { versionsKept } from '@institute/contract/content.constants';
import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { officeEmail, useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const admin = t.office.admin;
const second = t.as('second@example.org').admin;

const post = { title: 'Open day', content: '<p>Come.</p>' };

test('every change of a post keeps a version with its author', async () => {
  const { view } = await admin.posts.create.mutate(post);
  await second.posts.update.mutate({ id: view.id, changes: { title: 'Open week' } });

  const versions = await admin.posts.versions.list.query({ id: view.id });
  expect(versions.map(({ number, by }) => [number, by])).toEqual([
    [2, 'second@example.org'],
    [1, officeEmail],
  ]);
  expect(await admin.posts.versions.get.query({ id: view.id, number: 1 })).toEqual({
    ...post,
    category: 'news',
    imageUrl: null,
    imageAlt: null,
    videoUrl: null,
    status: 'published',
    publishAt: null,
  });
});

test('keeps a change over REST, but no version when nothing changed', async () => {
  const { id } = await t.given.program();
  for (const _ of ['once', 'and once more']) {
    await requireSuccess(t.office.api.programs.update({ params: { id }, body: { price: 1 } }));
  }
  expect(await admin.programs.versions.list.query({ id })).toHaveLength(2);
});

test('the first change of an older item keeps its former contents', async () => {
  const em = t.em();
  const [row] = await em.execute<{ id: number }[]>(
    `insert into posts (title, content, category, created_at, updated_at)
     values ('Old', '<p>Old</p>', 'news', '2026-01-01', '2026-01-02') returning id`,
  );
  const id = row?.id ?? 0;
  expect(await admin.posts.versions.list.query({ id })).toEqual([]);
  await admin.posts.update.mutate({ id, changes: { title: 'New' } });

  const [now, before] = await admin.posts.versions.list.query({ id });
  expect([now?.by, before]).toEqual([officeEmail, { number: 1, by: null, at: '2026-01-02T00:00:00.000Z' }]);
  expect(await admin.posts.versions.get.query({ id, number: 1 })).toMatchObject({ title: 'Old' });
});

test('keeps the last twenty versions', async () => {
  const { view } = await admin.posts.create.mutate(post);
  for (let n = 1; n <= versionsKept + 2; n++) {
    await admin.posts.update.mutate({ id: view.id, changes: { title: `Title ${n}` } });
  }
  const versions = await admin.posts.versions.list.query({ id: view.id });
  expect(versions).toHaveLength(20);
  expect([versions[0]?.number, versions.at(-1)?.number]).toEqual([23, 4]);
  expect(await readRefusal(admin.posts.versions.get.query({ id: view.id, number: 3 }))).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a version is restored as a change like any other', async () => {
  const { view } = await admin.posts.create.mutate(post);
  const { id } = view;
  const { tag } = await admin.posts.update.mutate({
    id,
    changes: { title: 'Other', videoUrl: 'https://youtu.be/abcdefghijk' },
  });

  const restored = await admin.posts.versions.restore.mutate({ id, number: 1, ifMatch: tag });
  expect(restored.view).toMatchObject({ ...post, videoUrl: null });
  expect(restored.tag).not.toBe(tag);
  expect(await readData(t.visitor.api.posts.get({ params: { id } }))).toEqual(restored.view);
  expect((await admin.posts.versions.list.query({ id })).map(({ number }) => number)).toEqual([3, 2, 1]);

  const late = admin.posts.versions.restore.mutate({ id, number: 2, ifMatch: tag });
  expect(await readRefusal(late)).toMatchObject({ code: 'PRECONDITION_FAILED' });
});

test('a restored version is sanitised and validated again', async () => {
  const { view } = await admin.posts.create.mutate(post);
  const { id } = view;
  const meddle = (fields: object) =>
    t.sql('update content_versions set fields = fields || ?::jsonb where item_id = ? and number = 1', [
      JSON.stringify(fields),
      id,
    ]);
  await admin.posts.update.mutate({ id, changes: { title: 'Other' } });
  await meddle({ content: '<p onclick="x()">Come.<script>x()</script></p>' });
  const restored = await admin.posts.versions.restore.mutate({ id, number: 1 });
  expect(restored.view.content).toBe('<p>Come.</p>');

  await meddle({ title: '' });
  expect(await readRefusal(admin.posts.versions.restore.mutate({ id, number: 1 }))).toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('returns author and time of the last change of an item', async () => {
  const { view } = await admin.coaches.create.mutate({ name: 'Jane', role: 'Staff', bio: 'Helps.' });
  const { id } = view;
  expect(await admin.coaches.lastChange.query({ id })).toMatchObject({ by: officeEmail });
  const before = t.now();
  await second.coaches.update.mutate({ id, changes: { bio: 'Teaches.' } });
  const after = t.now();
  const last = await admin.coaches.lastChange.query({ id });
  expect(last?.by).toBe('second@example.org');
  expect(Date.parse(last?.at ?? '')).toBeGreaterThanOrEqual(before.getTime());
  expect(Date.parse(last?.at ?? '')).toBeLessThanOrEqual(after.getTime());
  expect(await admin.coaches.lastChange.query({ id: 2147483647 })).toBeNull();
});

test('coaches keep no versions', async () => {
  const { view } = await admin.coaches.create.mutate({ name: 'Jane', role: 'Staff', bio: 'Helps.' });
  expect(await admin.coaches.versions.list.query({ id: view.id })).toEqual([]);
});
