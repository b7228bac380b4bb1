import { expect, test } from 'vitest';
import { finishImport, sendImport } from '../../../testing/app/imports.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { writeWordPressExport } from '../../../testing/files/wordpress-export.ts';

const t = await useTestApp({ SEED_DEMO: 'false' });
await t.app.listen({ port: 0, host: '127.0.0.1' });

const admin = () => t.office.admin.imports;
const plan = (id: number) => admin().plan.query({ id });

async function runTable(rows: readonly string[]) {
  const file = `Name,Role,Bio\n${rows.join('\n')}\n`;
  const { id } = await sendImport(t, { kind: 'coaches', file });
  await admin().commit.mutate({ id, hash: (await plan(id)).hash });
  await finishImport(t, id);
  return id;
}

test('a second import waits for the first, and an old preview is refused', async () => {
  const file = (id: number) => writeWordPressExport({ items: [{ id, title: `Turn ${id}` }] });
  const { id: first } = await sendImport(t, { kind: 'wordpress', file: file(901) });
  const { id: second } = await sendImport(t, { kind: 'wordpress', file: file(902) });
  await expect(admin().commit.mutate({ id: first, hash: '0'.repeat(64) })).rejects.toThrow(
    'has changed since',
  );
  const { hash } = await plan(second);
  await t.sql(`update imports set state = 'running' where id = ${first}`);
  await expect(admin().commit.mutate({ id: second, hash })).rejects.toThrow('Another import is running');
  await t.sql(`update imports set next_try_at = now() where id = ${first}`);
  expect(await finishImport(t, first)).toMatchObject({ state: 'done' });
});

test('of two presses of Undo at once one undoes, and the other is told', async () => {
  const id = await runTable(Array.from({ length: 30 }, (_, at) => `Person ${at},Staff,Bio`));
  const presses = await Promise.allSettled([1, 2, 3].map(() => admin().undo.mutate({ id })));
  const done = presses.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const refused = presses.flatMap((one) => (one.status === 'rejected' ? String(one.reason.message) : []));
  expect(done).toEqual([{ undone: 30, kept: 0 }]);
  expect(refused).toHaveLength(2);
  for (const message of refused)
    expect(message).toMatch(/^(?:An import is just being started or undone|This import was undone already)$/);
  await expect(admin().undo.mutate({ id })).rejects.toThrow('This import was undone already');
});

test('while another process undoes an import, nothing waits for it', async () => {
  const id = await runTable(['Another Person,Staff,Bio']);
  const second = await sendImport(t, { kind: 'coaches', file: 'Name,Role,Bio\nLast Person,Staff,Bio\n' });
  const { hash } = await plan(second.id);
  const other = t.jobContext().em.fork();
  await other.begin();
  await other.execute(`select pg_advisory_xact_lock(hashtextextended('imports of content', 0))`);
  const presses = [() => admin().undo.mutate({ id }), () => admin().commit.mutate({ ...second, hash })];
  for (const press of presses)
    await expect(press()).rejects.toThrow('An import is just being started or undone');
  await other.rollback();
  expect(await admin().undo.mutate({ id })).toEqual({ undone: 1, kept: 0 });
});
