import { type TrashKind, trashKinds } from '@institute/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import {
  type ContentKey,
  everyContent,
  type Fields,
  getContentApi,
} from '../../../testing/app/content-samples.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { purgeOldItems } from './trash.service.ts';

const t = await useTestApp();
await t.given.account('owner@example.org');
const owner = t.as('owner@example.org').admin;
const other = t.as('other@example.org').admin;

const DAY = 24 * 60 * 60 * 1000;

async function given(resource: ContentKey, fields: Fields = {}) {
  const api = getContentApi(t.as('other@example.org'), resource);
  const { required } = everyContent.find((sample) => sample.resource === resource) ?? {};
  const { id } = await readData(api.create({ body: { ...required, ...fields } }));
  const params = { id };
  const read = () => getContentApi(t.visitor, resource).get({ params });
  return { id, read, remove: () => requireSuccess(api.remove({ params })) };
}

const codeOf = async (call: Promise<unknown>) => (await readRefusal(call)).code;
const activities = (kind: TrashKind, id: number) =>
  t.sql<{ type: string; description: string; user_email: string | null }>(
    'select type, description, user_email from activities where entity_type = ? and entity_id = ? order by id',
    [kind, id],
  );

test('every table with a deletion mark has a trash kind', async () => {
  const marked = await t.sql<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'deleted_at'`,
  );
  expect(marked).toHaveLength(trashKinds.length);
  for (const category of trashKinds) {
    expect(await owner.trash.list.query({ category })).toMatchObject({ items: [], total: 0 });
  }
});

describe.each(everyContent)('$resource', ({ resource, kind }) => {
  beforeAll(() => t.given.groundFor(resource));
  test('a deleted item is listed, and restored unchanged under its id', async () => {
    const { id, read, remove } = await given(resource);
    const before = await requireSuccess(read());
    await remove();
    expect((await read()).status).toBe(404);

    const { items } = await other.trash.list.query({ category: kind });
    expect(items[0]).toEqual({
      kind,
      id,
      daysLeft: 30,
      deletedBy: 'other@example.org',
      title: expect.stringMatching(/./),
      deletedAt: expect.stringMatching(/Z$/),
    });

    expect(await other.trash.restore.mutate({ kind, id })).toEqual({ id });
    const { body, headers } = await requireSuccess(read());
    expect(body.data).toEqual({ ...before.body.data, updatedAt: expect.any(String) });
    expect(headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await other.trash.list.query({ category: kind })).items.map((item) => item.id)).not.toContain(id);

    const done = await activities(kind, id);
    expect(done.map(({ type }) => type)).toEqual(['create', 'delete', 'restore']);
    expect(done[2]).toMatchObject({ user_email: 'other@example.org' });
    expect(done[2]?.description).toMatch(/^Restored .+ “.+”$/);
  });

  test('only the owner deletes for good, and only from the trash', async () => {
    const { id, remove } = await given(resource);
    expect(await codeOf(owner.trash.purge.mutate({ kind, id }))).toBe('NOT_FOUND');
    await remove();
    expect(await codeOf(other.trash.purge.mutate({ kind, id }))).toBe('FORBIDDEN');
    expect(await owner.trash.purge.mutate({ kind, id })).toEqual({ id });

    expect(await codeOf(owner.trash.restore.mutate({ kind, id }))).toBe('NOT_FOUND');
    expect((await activities(kind, id)).at(-1)).toMatchObject({
      type: 'purge',
      description: expect.stringMatching(/^Deleted .+ for ever$/),
      user_email: 'owner@example.org',
    });
    expect(
      await t.sql('select 1 from content_versions where item_id = ? and entity_type = ?', [id, kind]),
    ).toEqual([]);
  });
});

test('registrations go to the trash, and the log names no applicant', async () => {
  const { id, reference } = await t.given.registration();
  await other.registrations.remove.mutate({ id });

  const { items } = await other.trash.list.query({ category: 'registration' });
  expect(items).toMatchObject([{ id, title: 'Ann Example', deletedBy: 'other@example.org' }]);
  await other.trash.restore.mutate({ kind: 'registration', id });
  expect((await other.registrations.get.query({ id })).view.reference).toBe(reference);

  await requireSuccess(t.office.api.registrations.update({ params: { id }, body: { status: 'reviewing' } }));
  await other.registrations.remove.mutate({ id });
  await owner.trash.purge.mutate({ kind: 'registration', id });
  expect(await t.sql('select 1 from registrations where id = ?', [id])).toEqual([]);
  expect(await t.sql('select 1 from registration_changes where registration_id = ?', [id])).toEqual([]);
  const told = (await activities('registration', id)).map(({ description }) => description);
  expect(told).toContain(`Restored registration ${reference}`);
  expect(told).toContain(`Deleted registration ${reference} for ever`);
  expect(told.join()).not.toContain('Ann');
});

test('messages go to the trash, and the log does not contain their text', async () => {
  const { id } = await t.given.message({ name: 'Ann Example', subject: 'A visit' });
  await other.contact.remove.mutate({ id });
  const { items } = await other.trash.list.query({ category: 'contact' });
  expect(items).toMatchObject([{ id, title: 'Ann Example: A visit' }]);
  await other.trash.restore.mutate({ kind: 'contact', id });
  expect((await other.contact.list.query({})).items.map((item) => item.id)).toEqual([id]);
  expect((await activities('contact', id)).map(({ description }) => description).join()).not.toContain('Ann');
});

test('the registrations of a purged program stay, without a program', async () => {
  const { id: programId } = await t.given.program();
  const { id } = await t.given.registration({ programId });
  await owner.programs.remove.mutate({ id: programId });
  expect((await owner.registrations.get.query({ id })).view.program).toMatchObject({ id: programId });
  await owner.trash.purge.mutate({ kind: 'program', id: programId });
  expect((await owner.registrations.get.query({ id })).view.program).toBeNull();
});

test('the list is searched regardless of case and accents, filtered by kind, and paged', async () => {
  for (const title of ['Zürich trip', 'ZURICH again', '100% sure']) {
    await (await given('posts', { title })).remove();
  }
  await (await given('coaches', { name: 'Ana Zurich' })).remove();

  const found = await owner.trash.list.query({ q: 'zurich' });
  expect(found.items.map(({ title }) => title)).toEqual(['Ana Zurich', 'ZURICH again', 'Zürich trip']);
  expect((await owner.trash.list.query({ q: 'zurich', category: 'post' })).total).toBe(2);
  expect((await owner.trash.list.query({ q: '0%' })).items).toHaveLength(1);
  expect((await owner.trash.list.query({ q: '0％' })).items).toHaveLength(1);
  expect((await owner.trash.list.query({ q: '\u0301' })).items).toEqual([]);
  const page = await owner.trash.list.query({ q: 'zurich', limit: 1, offset: 1 });
  expect([page.mayPurge, (await other.trash.list.query({})).mayPurge]).toEqual([true, false]);
  expect([page.items.map(({ title }) => title), page.total]).toEqual([['ZURICH again'], 3]);
});

test('trashed items are purged after thirty days, and not before', async () => {
  const old = await given('facilities');
  const young = await given('facilities');
  await old.remove();
  await young.remove();
  await t.sql(`update facilities set deleted_at = deleted_at - interval '1 day' where id = ?`, [old.id]);
  const inDays = (days: number) => t.jobContext(() => new Date(Date.now() + days * DAY));

  await purgeOldItems(inDays(28.5));
  expect((await owner.trash.list.query({ category: 'facility' })).items.map(({ id }) => id)).toEqual([
    young.id,
    old.id,
  ]);
  for (const _ of ['once', 'and once more']) await purgeOldItems(inDays(29.5));
  expect((await owner.trash.list.query({ category: 'facility' })).items.map(({ id }) => id)).toEqual([
    young.id,
  ]);
  expect((await activities('facility', old.id)).filter(({ type }) => type === 'purge')).toMatchObject([
    { user_email: null },
  ]);
});

test('restores many at once, or none when one of them is gone', async () => {
  const one = await given('programs', { name: 'Bulk one' });
  const two = await given('posts', { title: 'Bulk two' });
  await one.remove();
  await two.remove();
  const items = [
    { kind: 'program', id: one.id },
    { kind: 'post', id: two.id },
  ] as const;
  const stale = { kind: 'post', id: 2_000_000 } as const;
  const refused = await other.trash.restoreMany.mutate({ items: [...items, stale] }).catch((error) => error);
  expect(refused.data.apiError).toMatchObject({
    code: 'CONFLICT',
    details: [{ path: 'items.2', message: 'The post 2000000 is not in the trash any more' }],
  });
  expect((await one.read()).status).toBe(404);

  expect(await other.trash.restoreMany.mutate({ items: [...items] })).toEqual({ count: 2 });
  expect((await one.read()).status).toBe(200);
  expect((await two.read()).status).toBe(200);
  expect((await activities('program', one.id)).at(-1)).toMatchObject({ type: 'restore' });
  await expect(other.trash.restoreMany.mutate({ items: [] })).rejects.toThrow();
});

test('two calls that restore the same items do not wait for each other for ever', async () => {
  const made = await Promise.all([given('programs'), given('programs')]);
  for (const { remove } of made) await remove();
  const items = made.map(({ id }) => ({ kind: 'program', id }) as const);
  const answers = await Promise.allSettled([
    other.trash.restoreMany.mutate({ items }),
    other.trash.restoreMany.mutate({ items: items.toReversed() }),
  ]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('is sorted by each column, both ways', async () => {
  const names = ['Sort b', 'Sort a', 'Sort c'];
  for (const name of names) await (await given('programs', { name })).remove();
  const titles = async (sort: 'title' | '-title' | 'deletedAt' | '-deletedBy' | 'kind') =>
    (await other.trash.list.query({ q: 'Sort ', sort })).items.map(({ title }) => title);
  expect(await titles('title')).toEqual(['Sort a', 'Sort b', 'Sort c']);
  expect(await titles('-title')).toEqual(['Sort c', 'Sort b', 'Sort a']);
  expect(await titles('deletedAt')).toEqual(names);
  for (const sort of ['kind', '-deletedBy'] as const) expect(await titles(sort)).toHaveLength(3);
});
