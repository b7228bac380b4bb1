import { expect, test, vi } from 'vitest';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const dayMs = 24 * 60 * 60 * 1000;

test('accounts as of a past day have what was recorded until its end, and what was due by then', async () => {
  const { list, charge, record } = t.office.admin.fees;
  const { id, programId } = await t.given.student();
  const yesterday = addDaysToToday(0);
  await charge.mutate({
    registrationId: id,
    kind: 'extra',
    label: 'Kit',
    amount: 50_000,
    dueOn: addDaysToToday(1),
    reason: null,
  });
  await record.mutate(makeFeePayment(id, { amount: 300_000 }));
  const shown = async (asOf?: string) => {
    const { items, totals } = await list.query({ programId, asOf, sort: 'nextDueOn' });
    const [{ charged, paid, balance, overdue, nextDueOn } = {}] = items;
    expect(totals).toEqual({ charged, paid, balance, overdue });
    return [charged, paid, balance, overdue, nextDueOn];
  };
  const before = await shown(yesterday);
  expect(before).toEqual([950_000, 300_000, 650_000, 600_000, null]);

  const tomorrow = addDaysToToday(1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayMs });
  t.wait(0);
  await record.mutate(makeFeePayment(id, { amount: 100_000, receivedOn: tomorrow }));
  await charge.mutate({
    registrationId: id,
    kind: 'extra',
    label: 'Trip',
    amount: 20_000,
    dueOn: yesterday,
    reason: null,
  });
  expect(await shown(yesterday)).toEqual(before);
  expect((await shown())?.slice(0, 4)).toEqual([970_000, 400_000, 570_000, 570_000]);
  expect((await list.query({ programId, asOf: '2026-01-02' })).items).toEqual([]);
});
