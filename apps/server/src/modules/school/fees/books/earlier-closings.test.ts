import { expect, onTestFinished, test } from 'vitest';
import { entities } from '../../../../composition/entities.ts';
import { migrate } from '../../../../database/migrate.ts';
import { openOrm } from '../../../../database/orm.ts';
import { listRightsBut } from '../../../../testing/app/rights.ts';
import { addDaysToToday } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { query } from '../../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../../testing/processes/older-database.ts';
import { closeCash, getClosing, listClosings, listUnclosedCash } from './fee-closing.service.ts';

const t = await useTestApp();

/** Two boxes of before: `till` closed the second and the fourth day, the owner everything until the third. */
const older = [
  `insert into fee_movements (id, recorded_at, recorded_by, kind, method, amount, received_on) values
    (1, '2026-03-01T08:00Z', 'till@x', 'payment', 'cash', 1000, '2026-03-01'),
    (2, '2026-03-02T08:00Z', 'till@x', 'payment', 'cash', 200, '2026-03-02'),
    (3, '2026-03-02T09:00Z', 'till@x', 'payment', 'mtn', 77, '2026-03-02'),
    (4, '2026-03-02T10:00Z', 'other@x', 'payment', 'cash', 30, '2026-03-02'),
    (5, '2026-03-03T08:00Z', 'till@x', 'payment', 'cash', 4, '2026-03-03'),
    (6, '2026-03-04T08:00Z', 'till@x', 'payment', 'cash', 50000, '2026-03-04'),
    (7, '2026-03-05T08:00Z', 'till@x', 'payment', 'cash', 600000, '2026-03-05')`,
  `select setval('fee_movements_id_seq', 7)`,
  `insert into cash_closings (id, recorded_at, recorded_by, cashier, day, expected, counted, last_movement_id) values
    (1, '2026-03-02T15:00Z', 'till@x', 'till@x', '2026-03-02', 200, 200, 2),
    (2, '2026-03-03T15:00Z', 'owner@x', null, '2026-03-03', 4, 4, 5),
    (3, '2026-03-04T15:00Z', 'till@x', 'till@x', '2026-03-04', 50000, 50000, 6)`,
  `select setval('cash_closings_id_seq', 3)`,
];

test('closings of before keep their rows; what they left out is shown with its days, and closed', async () => {
  const db = await createOlderDatabase('0107');
  for (const statement of older) await query(db.connection, statement);
  await migrate(db.connection);
  const orm = openOrm(db.connection, entities);
  onTestFinished(async () => {
    await orm.close();
    await db.drop();
  });
  const { user } = await t.given.account();
  const actor = {
    ...user,
    email: 'owner@x',
    isOwner: true,
    rights: listRightsBut('health'),
    sessionId: '',
    confirmedAt: null,
  };
  const ctx = () => ({ ...t.jobContext(), actor, em: orm.em.fork() });
  const sheets = await Promise.all([1, 2, 3].map((id) => getClosing(ctx(), id)));
  expect(sheets.map(({ items }) => items.map(({ amount }) => amount))).toEqual([[200], [4], [50_000]]);
  expect(
    sheets.map(({ expected, items }) => expected - items.reduce((sum, { amount }) => sum + amount, 0)),
  ).toEqual([0, 0, 0]);
  expect((await listUnclosedCash(ctx())).items).toEqual([
    { day: '2026-03-02', cashier: 'other@x', amount: 30, count: 1 },
    { day: '2026-03-01', cashier: 'till@x', amount: 1000, count: 1 },
    { day: '2026-03-05', cashier: 'till@x', amount: 600_000, count: 1 },
  ]);
  const closed = await closeCash(ctx(), { counted: 601_000, recordedBy: 'till@x' });
  expect(closed).toMatchObject({ expected: 601_000, from: '2026-03-01', to: '2026-03-05' });
  // Found among the closings of today, and among those of its days
  for (const day of [addDaysToToday(0), '2026-03-05'])
    expect((await listClosings(ctx(), { from: day, to: day })).items).toMatchObject([{ id: closed.id }]);
});
