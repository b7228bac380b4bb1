import { expect, test } from 'vitest';
import { ActivityEntity } from './modules/platform/activity/activity.entity.ts';
import { recordActivity } from './modules/platform/activity/activity.service.ts';
import { useTestApp } from './testing/app/test-app.ts';
import { runInTransaction } from './transaction.ts';

const t = await useTestApp();

const activity = (description: string) =>
  ({ type: 'update', entityType: 'site', entityId: null, description }) as const;
const described = (description: string) => t.em().count(ActivityEntity, { description });

test('commits the changes when the work resolves', async () => {
  await runInTransaction(t.jobContext(), (tx) => recordActivity(tx, activity('kept')));
  expect(await described('kept')).toBe(1);
});

test('rolls back all changes when the work throws', async () => {
  const failing = runInTransaction(t.jobContext(), async (tx) => {
    await recordActivity(tx, activity('undone'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await described('undone')).toBe(0);
});

test('a failed inner transaction undoes only its own part', async () => {
  await runInTransaction(t.jobContext(), async (tx) => {
    await recordActivity(tx, activity('outer'));
    const inner = runInTransaction(tx, async (nested) => {
      await recordActivity(nested, activity('inner'));
      throw new Error('no');
    });
    await expect(inner).rejects.toThrow('no');
  });
  expect(await described('outer')).toBe(1);
  expect(await described('inner')).toBe(0);
});

test('functions that need a transaction do not compile with an ordinary context', async () => {
  const ctx = t.jobContext();
  // @ts-expect-error: the entity manager belongs to no transaction
  const record = () => recordActivity(ctx, activity('outside'));
  expect(record).toBeTypeOf('function');
});
