import { type TrashKind, trashKinds } from '@institute/contract/constants';
import { TRPCClientError } from '@trpc/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminRouter } from '../../composition/admin-router.ts';
import { apply, givenProgram } from '../../testing/applications.ts';
import { samples } from '../../testing/content-samples.ts';
import { jobContext } from '../../testing/job-context.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { purgeTrash } from './trash.jobs.ts';

let t: TestApp;
let owner: ReturnType<TestApp['admin']>;
let other: ReturnType<TestApp['admin']>;
beforeAll(async () => {
  t = await testApp();
  owner = t.admin((await t.signIn('owner@example.org')).token);
  other = t.admin((await t.signIn('other@example.org')).token);
});
afterAll(() => t.close());

const DAY = 24 * 60 * 60 * 1000;
const resources = ['posts', 'programs', 'coaches', 'facilities', 'gallery', 'alumni'] as const;
const kindOf: Record<(typeof resources)[number], TrashKind> = {
  posts: 'post',
  programs: 'program',
  coaches: 'coach',
  facilities: 'facility',
  gallery: 'gallery',
  alumni: 'alumni',
};
const sql = <T>(statement: string, values: unknown[] = []) =>
  t.db.orm.em.fork().execute<T[]>(statement, values);

async function given(resource: (typeof resources)[number], fields: object = {}) {
  const { token } = await t.signIn('other@example.org');
  const sample = samples.find((one) => one.resource === resource);
  const { body } = await t.call<{ id: number }>(
    'POST',
    `/${resource}`,
    { ...sample?.required, ...fields },
    { token },
  );
  const { id } = body.data;
  const read = () => t.call<object>('GET', `/${resource}/${id}`);
  const remove = () => t.call('DELETE', `/${resource}/${id}`, undefined, { token });
  return { id, read, remove };
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) =>
      error instanceof TRPCClientError
        ? (error as TRPCClientError<AdminRouter>).data?.apiError.code
        : String(error),
  );
const activities = (kind: TrashKind, id: number) =>
  sql<{ type: string; description: string; user_email: string | null }>(
    'select type, description, user_email from activities where entity_type = ? and entity_id = ? order by id',
    [kind, id],
  );

test('everything that is marked when it is deleted has its line in the trash', async () => {
  const marked = await sql<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'deleted_at'`,
  );
  expect(marked).toHaveLength(trashKinds.length);
  for (const category of trashKinds) {
    expect(await owner.trash.list.query({ category })).toMatchObject({ items: [], total: 0 });
  }
});

describe.each(resources)('%s', (resource) => {
  const kind = kindOf[resource];

  test('what was deleted is listed, and comes back as it was, under its id', async () => {
    const { id, read, remove } = await given(resource);
    const before = await read();
    await remove();
    expect((await read()).status).toBe(404);

    const { items } = await other.trash.list.query({ category: kind });
    expect(items[0]).toEqual({
      ...{ kind, id, daysLeft: 30, deletedBy: 'other@example.org' },
      title: expect.stringMatching(/./),
      deletedAt: expect.stringMatching(/Z$/),
    });

    expect(await other.trash.restore.mutate({ kind, id })).toEqual({ id });
    const { status, body, headers } = await read();
    const { updatedAt, ...rest } = before.body.data as { updatedAt: string };
    expect([status, body.data]).toEqual([200, { ...rest, updatedAt: expect.any(String) }]);
    // an editor who still has it open must not overwrite it unseen
    expect(headers.etag).not.toBe(before.headers.etag);
    expect((await other.trash.list.query({ category: kind })).items.map((item) => item.id)).not.toContain(id);

    const done = await activities(kind, id);
    expect(done.map(({ type }) => type)).toEqual(['create', 'delete', 'restore']);
    expect(done[2]).toMatchObject({ user_email: 'other@example.org' });
    expect(done[2]?.description).toMatch(/^Restored .+ “.+”$/);
  });

  test('only the owner deletes for ever, and only what is in the trash', async () => {
    const { id, remove } = await given(resource);
    expect(await failure(owner.trash.purge.mutate({ kind, id }))).toBe('NOT_FOUND');
    await remove();
    expect(await failure(other.trash.purge.mutate({ kind, id }))).toBe('FORBIDDEN');
    expect(await owner.trash.purge.mutate({ kind, id })).toEqual({ id });

    expect(await failure(owner.trash.restore.mutate({ kind, id }))).toBe('NOT_FOUND');
    expect((await activities(kind, id)).at(-1)).toMatchObject({
      type: 'purge',
      description: expect.stringMatching(/^Deleted .+ for ever$/),
      user_email: 'owner@example.org',
    });
    expect(
      await sql('select 1 from content_versions where item_id = ? and entity_type = ?', [id, kind]),
    ).toEqual([]);
  });
});

test('registrations go through the trash, and no log tells whose they were', async () => {
  const programId = await givenProgram(t);
  const { id, reference } = (await apply(t, { programId })).body.data;
  await other.registrations.remove.mutate({ id });

  const { items } = await other.trash.list.query({ category: 'registration' });
  expect(items).toMatchObject([{ id, title: 'Ann Example', deletedBy: 'other@example.org' }]);
  await other.trash.restore.mutate({ kind: 'registration', id });
  expect((await other.registrations.get.query({ id })).view.reference).toBe(reference);

  await other.registrations.remove.mutate({ id });
  await owner.trash.purge.mutate({ kind: 'registration', id });
  expect(await sql('select 1 from registrations where id = ?', [id])).toEqual([]);
  const told = (await activities('registration', id)).map(({ description }) => description);
  expect(told).toContain(`Restored registration ${reference}`);
  expect(told).toContain(`Deleted registration ${reference} for ever`);
  expect(told.join()).not.toContain('Ann');
});

test('a registration that is gone for good takes its history along', async () => {
  const { id } = (await apply(t, { programId: await givenProgram(t) })).body.data;
  const { token } = await t.signIn();
  await t.call('PUT', `/registrations/${id}`, { status: 'reviewing' }, { token });
  const history = () => sql('select 1 from registration_changes where registration_id = ?', [id]);
  expect(await history()).toHaveLength(1);
  await other.registrations.remove.mutate({ id });
  await owner.trash.purge.mutate({ kind: 'registration', id });
  expect(await history()).toEqual([]);
});

test('messages go through the trash, and no log tells what was in them', async () => {
  const message = { name: 'Ann Example', email: 'ann@example.org', subject: 'A visit', message: 'When?' };
  const { id } = (await t.call<{ id: number }>('POST', '/contact', message)).body.data;
  await other.contact.remove.mutate({ id });
  const { items } = await other.trash.list.query({ category: 'contact' });
  expect(items).toMatchObject([{ id, title: 'Ann Example: A visit' }]);
  await other.trash.restore.mutate({ kind: 'contact', id });
  expect((await other.contact.list.query({})).items.map((item) => item.id)).toEqual([id]);
  expect((await activities('contact', id)).map(({ description }) => description).join()).not.toContain('Ann');
});

test('the registrations of a program that is gone for good stay, without it', async () => {
  const programId = await givenProgram(t);
  const { id } = (await apply(t, { programId })).body.data;
  await owner.programs.remove.mutate({ id: programId });
  expect((await owner.registrations.get.query({ id })).view.program).toMatchObject({ id: programId });
  await owner.trash.purge.mutate({ kind: 'program', id: programId });
  expect((await owner.registrations.get.query({ id })).view.program).toBeNull();
});

test('is searched whatever case and accents, filtered by kind, and paged', async () => {
  for (const title of ['Zürich trip', 'ZURICH again', '100% sure']) {
    await (await given('posts', { title })).remove();
  }
  await (await given('coaches', { name: 'Ana Zurich' })).remove();

  const found = await owner.trash.list.query({ q: 'zurich' });
  expect(found.items.map(({ title }) => title)).toEqual(['Ana Zurich', 'ZURICH again', 'Zürich trip']);
  expect((await owner.trash.list.query({ q: 'zurich', category: 'post' })).total).toBe(2);
  expect((await owner.trash.list.query({ q: '0%' })).items).toHaveLength(1);
  const page = await owner.trash.list.query({ q: 'zurich', limit: 1, offset: 1 });
  expect([page.items.map(({ title }) => title), page.total]).toEqual([['ZURICH again'], 3]);
});

test('says to whom it may delete for ever', async () => {
  expect((await owner.trash.list.query({})).mayPurge).toBe(true);
  expect((await other.trash.list.query({})).mayPurge).toBe(false);
  expect(await failure(t.admin().trash.list.query({}))).toBe('UNAUTHENTICATED');
});

test('after thirty days it is gone by itself, and not before', async () => {
  const [old, young] = [await given('facilities'), await given('facilities')];
  await old.remove();
  await young.remove();
  await sql(`update facilities set deleted_at = deleted_at - interval '1 day' where id = ?`, [old.id]);
  const inDays = (days: number) => jobContext(t, () => new Date(Date.now() + days * DAY));

  await purgeTrash.run(inDays(28.5), {});
  expect((await owner.trash.list.query({ category: 'facility' })).items.map(({ id }) => id)).toEqual([
    young.id,
    old.id,
  ]);
  for (const _ of ['once', 'and once more']) await purgeTrash.run(inDays(29.5), {});
  expect((await owner.trash.list.query({ category: 'facility' })).items.map(({ id }) => id)).toEqual([
    young.id,
  ]);
  expect((await activities('facility', old.id)).filter(({ type }) => type === 'purge')).toMatchObject([
    { user_email: null },
  ]);
});
