import { site as schema } from '@institute/contract';
import { expect, test } from 'vitest';
import { seedDemo } from '../../../composition/seed-demo.ts';
import { readData, requireSuccess } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { runInTransaction } from '../../../transaction.ts';
import { lockSite } from '../../platform/site/site.service.ts';
import { siteDefaults } from '../../platform/site/site-defaults.service.ts';

const t = await useTestApp({ SEED_DEMO: 'false' });
await seedDemo(t);
await t.given.account('owner@example.org');
const owner = t.as('owner@example.org').admin;
const editor = t.as('editor@example.org').admin;

const shownTypes = async () => (await owner.trash.demo.query()).shown.map(({ type }) => type);

test('an owner sees which demo content is shown', async () => {
  const all = ['alumni', 'coach', 'facility', 'gallery', 'intake', 'page', 'post', 'program'];
  expect(await shownTypes()).toEqual(all);
});

const readSite = () => readData(t.visitor.api.site.get());

test('the texts of the site leave field by field, and come back where nothing was written since', async () => {
  const before = await readSite();
  const own = { category: 'Facilities' as const, question: 'Is there a canteen?', answer: 'Yes.' };
  const [answered = own, ...others] = before.faq;
  const rewritten = { ...answered, answer: 'Two of them do.' };
  const institute = { ...before.institute, name: 'Jinja College' };
  const change = (changes: object) => owner.site.update.mutate({ changes });
  await change({ institute, faq: [rewritten, ...others, own] });
  const written = await readSite();
  expect((await owner.trash.demo.query()).texts).toBeGreaterThan(10);
  const demoPictures = async () =>
    (await owner.uploads.list.query({ q: '' })).items.filter(({ url }) => url.startsWith('/images/demo'));
  expect(await demoPictures()).not.toEqual([]);

  await owner.trash.removeDemo.mutate();
  const left = await readSite();
  const neutral = schema.parse(siteDefaults);
  expect(left).toMatchObject({
    ...neutral,
    institute: { ...neutral.institute, name: 'Jinja College' },
    faq: [rewritten, own],
  });
  expect(left.slides).toEqual([]);
  expect(await demoPictures()).toEqual([]);
  expect((await owner.trash.demo.query()).texts).toBe(0);

  await change({ values: [{ title: 'Care', text: 'For everybody.' }] });
  await owner.trash.restoreDemo.mutate();
  expect(await readSite()).toEqual({ ...written, values: [{ title: 'Care', text: 'For everybody.' }] });
  await change(before);
});

test('a removal waits for texts that are being stored, and keeps them', async () => {
  const { institute } = await readSite();
  let removing: Promise<unknown> | undefined;
  await runInTransaction(t.jobContext(), async (tx) => {
    await lockSite(tx);
    const name = `{"institute": ${JSON.stringify({ ...institute, name: 'Jinja College' })}}`;
    await tx.em.execute('update site set version = version + 1, content = content || ?::jsonb', [name]);
    removing = owner.trash.removeDemo.mutate();
    const waiting = `select from pg_locks where not granted and relation = 'site'::regclass`;
    await expect.poll(async () => (await t.sql(waiting)).length).toBeGreaterThan(0);
  });
  await removing;
  expect((await readSite()).institute.name).toBe('Jinja College');
  await owner.trash.restoreDemo.mutate();
  await owner.site.update.mutate({ changes: { institute } });
});

test('removes what nobody has changed, keeps the rest, and restores all of it at once', async () => {
  const own = await t.given.program({ name: 'Weaving' });
  const [changed, untouched] = await readData(t.visitor.api.programs.list());
  if (!changed || !untouched) throw new Error('The demo has no programs');
  const update = (id: number, name: string) =>
    requireSuccess(t.office.api.programs.update({ params: { id }, body: { name } }));
  await update(changed.id, 'Bakery of our own');
  // Saving a form without a change is no change.
  await update(untouched.id, untouched.name);
  const { recentActivities, ...before } = await readData(t.visitor.api.stats.get());
  const { shown } = await owner.trash.demo.query();
  const all = shown.reduce((sum, { count }) => sum + count, 0);

  expect(await owner.trash.removeDemo.mutate()).toEqual({ count: all });
  const left = await readData(t.visitor.api.programs.list());
  expect(left.map(({ id }) => id).toSorted()).toEqual([changed.id, own.id].toSorted());
  expect(await owner.trash.demo.query()).toEqual({ shown: [], trashed: all, texts: 0 });
  expect(await owner.trash.removeDemo.mutate()).toEqual({ count: 0 });
  expect(await owner.trash.list.query({ limit: 1 })).toMatchObject({
    total: all,
    items: [{ deletedBy: 'owner@example.org' }],
  });

  expect(await owner.trash.restoreDemo.mutate()).toEqual({ count: all });
  expect(await owner.trash.demo.query()).toMatchObject({ shown, trashed: 0 });
  expect(await readData(t.visitor.api.stats.get())).toMatchObject(before);
});

test('an account deletes several items at once, and those in the trash already are left out', async () => {
  const kind = 'program' as const;
  const first = { kind, id: (await t.given.program()).id };
  const second = { kind, id: (await t.given.program()).id };
  await requireSuccess(t.office.api.programs.remove({ params: { id: second.id } }));
  const { items } = await editor.trash.removeMany.mutate({ items: [second, first] });
  expect(items).toEqual([first]);
  expect((await t.visitor.api.programs.get({ params: { id: first.id } })).status).toBe(404);
  const { items: trashed } = await editor.trash.list.query({ category: kind });
  expect(trashed[0]).toMatchObject({ id: first.id, deletedBy: 'editor@example.org' });
  expect(await editor.trash.restoreMany.mutate({ items })).toEqual({ count: 1 });
});
