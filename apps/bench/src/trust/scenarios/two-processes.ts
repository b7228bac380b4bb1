import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { message, registration } from '../../../../server/src/testing/given.ts';
import { startProduct } from '../../product.ts';
import { query, startDatabase, urlOf } from '../database.ts';
import { exactly, none, noted, type Scenario } from '../scenario.ts';

const AT_ONCE = 100;
const ROUNDS = 5;
const MOST_REFUSED = 10 * AT_ONCE;
const TICKS = 100;
/** Each job starts with one statement that deletes rows of its table, which a trigger counts. */
const jobs = [
  { name: 'purge-idempotency-keys', table: 'idempotency_keys' },
  { name: 'purge-wrong-tries', table: 'wrong_tries' },
  { name: 'purge-sessions', table: 'sessions' },
  { name: 'purge-activities', table: 'activities' },
];
/** The schedule is looked at every half minute, and each process takes one job of a kind in this time. */
const RUNS_WITHIN_MS = 10 * 60_000;

/** Two processes on one PostgreSQL get the same forms at the same time, and keep one schedule. */
export const scenario: Scenario = {
  name: 'two-processes',
  limitSeconds: 900,
  async run(folder) {
    const { dataDir, server } = await startDatabase(folder);
    const settings = {
      DATABASE_URL: urlOf(server.connection),
      AUTH_SECRET: 'the secret of both processes of this scenario',
      // a database of one's own starts empty, and a registration needs a program
      SEED_DEMO: 'true',
    };
    const processes = [
      await startProduct(join(folder, 'one'), settings),
      await startProduct(join(folder, 'two'), settings),
    ];
    const origins = processes.map(({ origin }) => origin);

    const forms = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      forms.push(await sendAtOnce('contact', message, { origins, dataDir, table: 'messages' }));
      forms.push(
        await sendAtOnce(
          'registrations',
          { ...registration, programId: 1 },
          {
            ...{ origins, dataDir, table: 'registrations' },
          },
        ),
      );
    }
    const ticks = await tick(dataDir);

    for (const each of processes) await each.stop();
    await server.stop();
    return [
      noted(`times that ${AT_ONCE} equal forms with one key came at once to two processes`, forms.length),
      noted(
        'of these forms refused with 503, and sent again',
        forms.reduce((sum, { refused }) => sum + refused, 0),
      ),
      none(
        'answers other than 201',
        forms.flatMap(({ failed }) => failed),
      ),
      none(
        'times with other than one row',
        forms.filter(({ rows }) => rows !== 1).map(({ path, rows }) => `${path}: ${rows}`),
      ),
      none(
        'times with unequal answers',
        forms.filter(({ answers }) => answers !== 1).map(({ path, answers }) => `${path}: ${answers}`),
      ),
      exactly('jobs of the schedule queued by two processes', ticks.queued, TICKS),
      exactly('of them completed', ticks.completed, TICKS),
      exactly('runs', ticks.runs, TICKS),
    ];
  },
};

interface Where {
  origins: string[];
  dataDir: string;
  table: string;
}

/** Sends the same form with one key from many connections, in turn to each process. */
async function sendAtOnce(path: string, form: object, { origins, dataDir, table }: Where) {
  const count = async () =>
    (await query<{ n: number }>(dataDir, `select count(*)::int as n from ${table}`))[0]?.n;
  const before = (await count()) ?? 0;
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const body = JSON.stringify(form);
  let refused = 0;
  const send = async (number: number): Promise<{ status: number; text: string }> => {
    for (;;) {
      const url = `${origins[number % origins.length]}${apiPrefix}/${path}`;
      const answer = await fetch(url, { method: 'POST', headers, body });
      const text = await answer.text();
      // a busy machine refuses some of so many at once, and the caller comes back as it is told
      if (answer.status !== 503 || refused > MOST_REFUSED) return { status: answer.status, text };
      refused += 1;
      await sleep(Number(answer.headers.get('retry-after')) * 1000);
    }
  };
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => send(number)));
  return {
    path,
    refused,
    rows: ((await count()) ?? 0) - before,
    answers: new Set(answers.map(({ text }) => text)).size,
    failed: answers
      .filter(({ status }) => status !== 201)
      .map(({ status, text }) => `${path}: ${status} ${text}`),
  };
}

/** Lets each of many schedules fall due once, in the same minute, and counts what the jobs do. */
async function tick(dataDir: string): Promise<{ queued: number; completed: number; runs: number }> {
  const names = jobs.map(({ name }) => `'${name}'`).join(', ');
  await untilScheduled(dataDir);
  await query(dataDir, 'create table runs (at timestamptz not null default now())');
  await query(
    dataDir,
    `create function count_run() returns trigger language plpgsql as 'begin insert into runs default values; return null; end'`,
  );
  for (const { table } of jobs) {
    await query(
      dataDir,
      `create trigger count_run after delete on ${table} for each statement execute function count_run()`,
    );
  }
  // the product's own schedules would add runs
  await query(dataDir, 'delete from pgboss.schedule');
  const due = new Date(Date.now() + 2 * 60_000);
  await query(
    dataDir,
    `insert into pgboss.schedule (name, key, cron, timezone)
     select name, 'tick-' || n, '${due.getUTCMinutes()} ${due.getUTCHours()} * * *', 'UTC'
     from unnest(array[${names}]) as name, generate_series(1, ${TICKS / jobs.length}) as n`,
  );

  const count = async () => {
    const [counts] = await query<{ queued: number; completed: number; runs: number }>(
      dataDir,
      `select count(*)::int as queued, count(*) filter (where state = 'completed')::int as completed,
         (select count(*)::int from runs) as runs
       from pgboss.job where name in (${names})`,
    );
    return counts ?? { queued: 0, completed: 0, runs: 0 };
  };
  const deadline = performance.now() + RUNS_WITHIN_MS;
  while ((await count()).completed < TICKS && performance.now() < deadline) await sleep(2000);
  // a job that runs twice would do so later
  await sleep(5000);
  return count();
}

/** The processes make their queues and schedules some seconds after they are up. */
async function untilScheduled(dataDir: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  const isThere = () =>
    query<{ n: number }>(
      dataDir,
      `select count(*)::int as n from pgboss.schedule where name in (${jobs.map(({ name }) => `'${name}'`).join(', ')})`,
    ).then(
      ([row]) => row?.n === jobs.length,
      () => false,
    );
  while (!(await isThere())) {
    if (performance.now() > deadline) throw new Error('The schedules are not there.');
    await sleep(500);
  }
  await sleep(5000);
}
