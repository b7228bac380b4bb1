import { activityTypes } from '@institute/contract/activity.constants';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { ActivityEntity } from './activity.entity.ts';
import { purgeOldActivities } from './activity.service.ts';

const t = await useTestApp();
const owner = await t.given.account('owner@example.org');
const activity = t.as(owner.email).admin.activity;
const em = t.em();
await em.nativeDelete(ActivityEntity, {});
const made = (fields: object) =>
  em.insert(ActivityEntity, {
    type: 'create',
    entityType: 'post',
    entityId: 1,
    description: 'Made a post',
    account: owner.user.id,
    userEmail: owner.email,
    ipAddress: '203.0.113.1',
    userAgent: 'A browser',
    createdAt: new Date('2026-03-10T12:00:00Z'),
    ...fields,
  });
await made({ description: 'first', createdAt: new Date('2026-03-08T20:59:59Z') });
await made({ description: 'second', createdAt: new Date('2026-03-08T21:00:00Z') });
await made({ description: 'third', type: 'update', entityType: 'account', entityId: owner.user.id });
await made({ description: 'by a visitor', account: null, userEmail: null, entityType: 'registration' });

const told = async (query: Parameters<typeof activity.list.query>[0]) =>
  (await activity.list.query(query)).items.map(({ description }) => description);

test('the log shows each activity with author, time and origin, newest first', async () => {
  const { items, total } = await activity.list.query({});
  expect(total).toBe(4);
  expect(items.map(({ description }) => description)).toEqual(['by a visitor', 'third', 'second', 'first']);
  expect(items.slice(0, 2)).toMatchObject([
    { user: null, subject: null },
    {
      type: 'update',
      entityType: 'account',
      subject: 'owner@example.org',
      user: { email: 'owner@example.org' },
      ipAddress: '203.0.113.1',
      userAgent: 'A browser',
      createdAt: '2026-03-10T12:00:00.000Z',
    },
  ]);
});

test('the log is read page by page', async () => {
  expect(await activity.list.query({ limit: 2, offset: 2 })).toMatchObject({
    total: 4,
    items: [{ description: 'second' }, { description: 'first' }],
  });
});

test('the log is filtered by type, entity, account and days in Kampala', async () => {
  expect(await told({ type: 'update' })).toEqual(['third']);
  expect(await told({ entityType: 'registration' })).toEqual(['by a visitor']);
  expect(await told({ account: 'system' })).toEqual(['by a visitor']);
  expect(await told({ account: owner.user.id, entityType: 'post' })).toEqual(['second', 'first']);
  expect(await told({ from: '2026-03-09', to: '2026-03-09' })).toEqual(['second']);
  expect(await told({ to: '2026-03-08' })).toEqual(['first']);
  expect(await told({ from: '2026-03-11' })).toEqual([]);
  expect(await told({ from: '0001-01-01', to: '2026-03-08' })).toEqual(['first']);
  expect(await told({ from: '2026-03-11', to: '9999-12-31' })).toEqual([]);
});

test('each filter finds its rows by an index', async () => {
  const em = t.em();
  await em.transactional(async (tx) => {
    await tx.execute('set local enable_seqscan = off');
    for (const [column, index] of [
      ['type', 'activities_type_id_index'],
      ['entity_type', 'activities_entity_type_id_index'],
      ['account_id', 'activities_account_id_id_index'],
    ]) {
      const value = column === 'account_id' ? owner.user.id : activityTypes[0];
      const plan = await tx.execute(
        `explain select * from activities where ${column} = ? order by id desc limit 50`,
        [value],
      );
      expect(JSON.stringify(plan)).toContain(index);
    }
  });
});

test('lists every account', async () => {
  expect(await activity.accounts.query()).toEqual([{ id: owner.user.id, email: 'owner@example.org' }]);
});

test('removes activities older than two years', async () => {
  const purge = (now: string) => purgeOldActivities(t.jobContext(() => new Date(now)));
  await purge('2028-03-08T20:59:59Z');
  expect(await told({})).toHaveLength(4);
  await purge('2028-03-10T12:00:00Z');
  expect(await told({})).toEqual(['by a visitor', 'third']);
});

test('the count stops at ten thousand, and days find what is older', async () => {
  await query(
    t.db.connection,
    `insert into activities (type, description, entity_type, created_at)
     select 'login', 'Entry ' || n, 'post', timestamptz '2027-01-01' + n * interval '1 minute'
     from generate_series(1, 10001) n`,
  );
  expect(await activity.list.query({ type: 'login', limit: 1 })).toMatchObject({
    total: 10_000,
    isMore: true,
    items: [{ description: 'Entry 10001' }],
  });
  const { total, isMore, items } = await activity.list.query({ type: 'login', to: '2027-01-01', limit: 1 });
  expect([total, isMore, items[0]?.description]).toEqual([1259, false, 'Entry 1259']);
});
