import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { jobs as allJobs } from '../composition/jobs.ts';
import { IdempotencyKeyEntity } from '../modules/idempotency/idempotency-key.entity.ts';
import { succeeded } from '../testing/answers.ts';
import { registration } from '../testing/given.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { transaction } from '../transaction.ts';
import type { Job } from './job.ts';
import { openJobs } from './queue.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const soon = { timeout: 20_000, interval: 50 };

const context = () => t.jobContext();

const open = (jobs: readonly Job[], connection: pg.ClientConfig = t.db.connection) =>
  openJobs({ connection, log: t.app.log, jobs, context });

/** A job that records its data. */
function recordingJob(name: string, run: (data: object) => void = () => {}) {
  const ran: object[] = [];
  const job: Job = {
    name,
    pollSeconds: 0.5,
    run: async (_, data) => {
      ran.push(data);
      run(data);
    },
  };
  return { job, ran };
}

const waiting = (name: string) =>
  t.db.orm.em
    .fork()
    .execute<{ data: object; state: string }[]>(
      'select data, state from pgboss.job where name = ? order by created_on',
      [name],
    );

test('a job exists when its transaction commits, and not when it is rolled back', async () => {
  const { job } = recordingJob('kept');
  const queue = open([job]);
  const em = t.db.orm.em.fork();
  await transaction({ em }, (tx) => queue.send(tx, 'kept', { n: 1 }));
  const failed = transaction({ em }, async (tx) => {
    await queue.send(tx, 'kept', { n: 2 });
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  expect(await waiting('kept')).toEqual([{ data: { n: 1 }, state: 'created' }]);
  await queue.close();
});

test('tells how long a job took, and whether it failed', async () => {
  const { job } = recordingJob('measured', () => {
    if (onRun.mock.calls.length === 0) throw new Error('not at the first try');
  });
  const onRun = vi.fn();
  const { db, app } = t;
  const queue = openJobs({ connection: db.connection, log: app.log, jobs: [job], context, onRun });
  queue.start();
  const em = db.orm.em.fork();
  for (const n of [1, 2]) await transaction({ em }, (tx) => queue.send(tx, 'measured', { n }));
  await vi.waitFor(() => expect(onRun).toHaveBeenCalledTimes(2), soon);
  expect(onRun.mock.calls).toEqual([
    ['measured', 'failed', expect.any(Number)],
    ['measured', 'done', expect.any(Number)],
  ]);
  await queue.close();
});

test('a job is run by one of two replicas', async () => {
  const { job, ran } = recordingJob('once');
  const replicas = [open([job]), open([job])];
  for (const replica of replicas) replica.start();
  const em = t.db.orm.em.fork();
  for (const n of [1, 2, 3]) await transaction({ em }, async (tx) => replicas[0]?.send(tx, 'once', { n }));

  await vi.waitFor(async () => {
    expect((await waiting('once')).map(({ state }) => state)).toEqual([
      'completed',
      'completed',
      'completed',
    ]);
  }, soon);
  expect(ran).toHaveLength(3);
  expect(ran).toEqual(expect.arrayContaining([{ n: 1 }, { n: 2 }, { n: 3 }]));
  for (const replica of replicas) await replica.close();
});

test('40 ticks of a schedule are 40 runs, however many replicas there are', async () => {
  const { job, ran } = recordingJob('ticks');
  const replicas = [open([job]), open([job])];
  const em = t.db.orm.em.fork();
  await transaction({ em }, async (tx) => {
    for (let n = 0; n < 40; n += 1) await replicas[n % 2]?.send(tx, 'ticks', { n });
  });
  for (const replica of replicas) replica.start();

  await vi.waitFor(
    async () => {
      expect((await waiting('ticks')).filter(({ state }) => state !== 'completed')).toEqual([]);
    },
    { timeout: 100_000, interval: 500 },
  );
  expect(ran).toHaveLength(40);
  expect(new Set(ran.map((data) => JSON.stringify(data))).size).toBe(40);
  for (const replica of replicas) await replica.close();
});

test('a failed job is retried', async () => {
  let fails = true;
  const { job, ran } = recordingJob('failing', () => {
    if (!fails) return;
    fails = false;
    throw new Error('not now');
  });
  const queue = open([job]);
  queue.start();
  await transaction({ em: t.db.orm.em.fork() }, (tx) => queue.send(tx, 'failing', {}));
  await vi.waitFor(async () => expect((await waiting('failing'))[0]?.state).toBe('completed'), soon);
  expect(ran).toHaveLength(2);
  await queue.close();
});

test('lost database connections do not end the process or the jobs', async () => {
  const { job } = recordingJob('surviving');
  const queue = open([job]);
  queue.start();
  const em = t.db.orm.em.fork();
  await transaction({ em }, (tx) => queue.send(tx, 'surviving', { n: 1 }));
  await vi.waitFor(async () => expect((await waiting('surviving'))[0]?.state).toBe('completed'), soon);

  await em.execute(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'institute jobs' and datname = current_database()",
  );
  await transaction({ em }, (tx) => queue.send(tx, 'surviving', { n: 2 }));
  await vi.waitFor(async () => {
    expect((await waiting('surviving')).map(({ state }) => state)).toEqual(['completed', 'completed']);
  }, soon);
  await queue.close();
});

test('an unreachable database delays neither start nor shutdown', async () => {
  const queue = open([], { host: '/nonexistent', database: 'x', user: 'x' });
  queue.start();
  await expect(transaction({ em: t.db.orm.em.fork() }, (tx) => queue.send(tx, 'x', {}))).rejects.toThrow();
  await queue.close();
});

test('the product runs jobs once it listens', async () => {
  const listening = await testApp();
  await listening.app.listen({ port: 0, host: '127.0.0.1' });
  const schedules = () =>
    listening.db.orm.em
      .fork()
      .execute<{ name: string; cron: string; timezone: string }[]>(
        'select name, cron, timezone from pgboss.schedule order by name',
      );
  await vi.waitFor(async () => expect(await schedules()).toHaveLength(allJobs.length), soon);
  expect(await schedules()).toEqual(
    [...allJobs]
      .sort((a, b) => a.name.localeCompare(b.name))
      .map(({ name, schedule }) => ({ name, cron: schedule, timezone: 'Africa/Kampala' })),
  );
  await listening.close();
});

test('a scheduled job whose time passed while the product was off runs once at the next start', async () => {
  const { job, ran } = recordingJob('missed');
  // never due while this test runs
  const schedule = `${(new Date().getMinutes() + 30) % 60} * * * *`;
  const open = (polling: object = {}) =>
    openJobs({
      connection: t.db.connection,
      log: t.app.log,
      jobs: [{ ...job, schedule }],
      context,
      ...polling,
    });
  const em = t.db.orm.em.fork();
  const before = open();
  before.start();
  const scheduled = () => em.execute('select 1 from pgboss.schedule where name = ?', ['missed']);
  await vi.waitFor(async () => expect(await scheduled()).toHaveLength(1), soon);
  await before.close();
  await em.execute("update pgboss.schedule set created_on = now() - interval '4 days' where name = 'missed'");
  await em.execute("update pgboss.version set cron_on = now() - interval '3 days'");

  const after = open({ schedulePollSeconds: 1 });
  after.start();
  await vi.waitFor(() => expect(ran).toHaveLength(1), soon);
  await after.close();
});

test('the queue purges only keys older than a day', async () => {
  const { id: programId } = await t.given.program();
  const body = { ...registration, programId };
  for (const key of ['old', 'older', 'fresh']) {
    const headers = { 'idempotency-key': key };
    await succeeded(t.visitor.api.registrations.create({ headers, body }));
  }
  const em = t.db.orm.em.fork();
  await em.execute(
    "update idempotency_keys set created_at = now() - interval '25 hours' where key like 'old%'",
  );

  const queue = open(allJobs.map((job) => ({ ...job, pollSeconds: 0.5 })));
  queue.start();
  await transaction({ em }, (tx) => queue.send(tx, 'purge-idempotency-keys', {}));
  const keys = async () => (await em.fork().find(IdempotencyKeyEntity, {})).map(({ key }) => key);
  await vi.waitFor(async () => expect(await keys()).toEqual(['fresh']), soon);
  await queue.close();

  // Running it again is safe.
  for (const job of allJobs) await job.run(context(), {});
  expect(await keys()).toEqual(['fresh']);
});
