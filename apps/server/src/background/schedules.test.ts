import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryRulesByWork } from '../composition/background.ts';
import { schedules as allSchedules } from '../composition/schedules.ts';
import { testApp, useTestApp } from '../testing/app/test-app.ts';
import { startBackground } from './background.ts';
import { createScheduler, listSchedules, type Schedule } from './schedules.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const soon = { timeout: 60_000, interval: 20 };

const t = await useTestApp();
let waited = 0;
const processes: ReturnType<typeof startBackground>[] = [];
beforeEach(async () => {
  await t.sql('delete from schedules');
  waited = 0;
});
afterEach(stop);

/** At noon in Kampala, so that no schedule of a test is due at the start. The clock moves only by `waited`. */
const now = () => new Date(Date.parse('2026-05-01T09:00:30Z') + waited);
const open = (schedules: readonly Schedule[], options: Parameters<typeof createScheduler>[3] = {}) =>
  processes.push(
    startBackground({
      em: t.db.orm.em,
      log: t.app.log,
      now,
      pollMs: 20,
      // A stop that waits for work must not end because the machine is busy
      closeTimeoutMs: 600_000,
      work: [createScheduler(schedules, () => t.jobContext(now), retryRulesByWork.schedules, options)],
    }),
  );
async function stop(): Promise<void> {
  await Promise.all(processes.splice(0).map((each) => each.close()));
}
const nextRuns = () =>
  t.sql<{ name: string; at: string; tries: number }>(
    `select name, tries, to_char(next_run_at at time zone 'Africa/Kampala', 'MM-DD HH24:MI') as at from schedules order by name`,
  );
const prepared = (count = 1) => vi.waitFor(async () => expect(await nextRuns()).toHaveLength(count), soon);
const counted = (cron = '30 3 * * *', name = 'counted') => {
  const run = vi.fn(async () => {});
  return { run, schedule: { name, cron, run } };
};

test('runs at its time in Kampala, once, and plans the next time', async () => {
  const { schedule, run } = counted();
  open([schedule]);
  await prepared();
  expect(await nextRuns()).toEqual([{ name: 'counted', at: '05-02 03:30', tries: 0 }]);
  expect(run).not.toHaveBeenCalled();
  waited = DAY;
  await vi.waitFor(async () => expect((await nextRuns())[0]?.at).toBe('05-03 03:30'), soon);
  expect(run).toHaveBeenCalledTimes(1);
});

test('40 schedules are 40 runs, however many processes there are', async () => {
  const ran: string[] = [];
  const schedules = Array.from({ length: 40 }, (_, n) => {
    const name = `tick-${n}`;
    return { name, cron: '* * * * *', run: async () => void ran.push(name) };
  });
  for (const _ of [1, 2, 3]) open(schedules);
  await prepared(40);
  for (const turn of [1, 2]) {
    waited += MINUTE;
    await vi.waitFor(() => expect(ran).toHaveLength(40 * turn), soon);
    const times = async () => new Set((await nextRuns()).map(({ at }) => at));
    await vi.waitFor(async () => expect(await times()).toEqual(new Set([`05-01 12:0${turn + 1}`])), soon);
  }
  await stop();
  expect(new Set(ran).size).toBe(40);
  expect(ran).toHaveLength(80);
});

test('turns that were missed while the product was off run once after the next start', async () => {
  const { schedule, run } = counted();
  open([schedule]);
  await prepared();
  await stop();
  waited = 4 * DAY;
  open([schedule]);
  await vi.waitFor(async () => expect((await nextRuns())[0]?.at).toBe('05-06 03:30'), soon);
  expect(run).toHaveBeenCalledTimes(1);
});

test('failed work is tried again after 10, 20 and 40 s, then given up until its next time', async () => {
  const { schedule, run } = counted();
  run.mockRejectedValue(new Error('not now'));
  const onRun = vi.fn();
  open([schedule], { onRun });
  await prepared();
  waited = DAY;
  for (const tries of [1, 2, 3]) {
    await vi.waitFor(async () => {
      const [row] = await t.sql("select tries from schedules where last_error = 'not now'");
      expect(row).toEqual({ tries });
    }, soon);
    expect(await listSchedules({ em: t.em(), now })).toEqual([
      { name: 'counted', isWaiting: true, hasFailed: false },
    ]);
    waited += 10_000 * 2 ** (tries - 1);
  }
  await vi.waitFor(
    async () => expect((await nextRuns())[0]).toMatchObject({ at: '05-03 03:30', tries: 0 }),
    soon,
  );
  expect(onRun.mock.calls).toEqual(Array(4).fill(['counted', 'failed', expect.any(Number)]));
  const listed = () => listSchedules({ em: t.em(), now });
  expect(await listed()).toEqual([{ name: 'counted', isWaiting: false, hasFailed: true }]);

  run.mockResolvedValue();
  waited += DAY + MINUTE;
  await vi.waitFor(() => expect(onRun).toHaveBeenLastCalledWith('counted', 'done', expect.any(Number)), soon);
  await vi.waitFor(
    async () => expect(await listed()).toEqual([{ name: 'counted', isWaiting: false, hasFailed: false }]),
    soon,
  );
});

test('work of a process that died runs again after its lease', async () => {
  const { schedule, run } = counted();
  const sooner = counted('30 3 * * *', 'sooner');
  open([schedule, sooner.schedule]);
  await prepared(2);
  await stop();
  const endLease = (name: string, minutes: number) =>
    t.sql('update schedules set tries = 1, next_run_at = ? where name = ?', [
      new Date(now().getTime() + minutes * MINUTE),
      name,
    ]);
  await endLease('counted', 5);
  await endLease('sooner', 4);
  open([schedule, sooner.schedule]);
  waited = 4 * MINUTE;
  await vi.waitFor(async () => expect((await nextRuns())[1]?.tries).toBe(0), soon);
  expect(sooner.run).toHaveBeenCalledTimes(1);
  expect(run).not.toHaveBeenCalled();
  waited = 5 * MINUTE;
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), soon);
});

test('a time of a clock that was ahead, and schedules of another version, are forgotten', async () => {
  await t.sql(
    `insert into schedules (name, next_run_at) values ('counted', '2036-01-01'), ('former', '2026-01-01')`,
  );
  open([counted().schedule]);
  await vi.waitFor(
    async () => expect(await nextRuns()).toEqual([{ name: 'counted', at: '05-02 03:30', tries: 0 }]),
    soon,
  );
});

test('lost connections end neither the process nor the work', async () => {
  const { schedule, run } = counted('* * * * *');
  open([schedule]);
  await prepared();
  await t.sql(
    'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  waited = MINUTE;
  await vi.waitFor(() => expect(run).toHaveBeenCalled(), soon);
});

test('a stop waits for work that runs', async () => {
  const { schedule, run } = counted();
  const { promise, resolve } = Promise.withResolvers<void>();
  run.mockReturnValue(promise);
  open([schedule]);
  await prepared();
  waited = DAY;
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), soon);
  const stopped = vi.fn();
  const stopping = stop().then(stopped);
  // A process that starts now has prepared its schedules, which takes more turns than a stop without work
  const other = counted('30 3 * * *', 'other');
  open([schedule, other.schedule]);
  await prepared(2);
  expect(stopped).not.toHaveBeenCalled();
  resolve();
  await stopping;
  expect((await nextRuns())[0]?.at).toBe('05-03 03:30');
});

test('the product keeps its schedules once it listens, and each may run twice', async () => {
  const listening = await testApp();
  await listening.app.listen({ port: 0, host: '127.0.0.1' });
  const names = async () =>
    (await listSchedules({ em: listening.db.orm.em.fork(), now })).map(({ name }) => name);
  await vi.waitFor(
    async () => expect(await names()).toEqual(allSchedules.map(({ name }) => name).sort()),
    soon,
  );
  for (const _ of [1, 2]) for (const { run } of allSchedules) await run(listening.jobContext());
  await listening.close();
});
