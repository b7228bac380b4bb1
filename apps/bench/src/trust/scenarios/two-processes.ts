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
  { name: 'purge-sessions', table: 'sessions' },
  { name: 'purge-emails', table: 'emails' },
  { name: 'purge-activities', table: 'activities' },
  { name: 'purge-webhook-deliveries', table: 'webhook_deliveries' },
];
const names = jobs.map(({ name }) => `'${name}'`).join(', ');
const TURN_WITHIN_MS = 60_000;

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
      exactly('turns of schedules that two processes keep', ticks.turns, TICKS),
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

/** Lets schedules of the night fall due again and again, and counts what their jobs do. */
async function tick(dataDir: string): Promise<{ turns: number; runs: number }> {
  await untilPlanned(dataDir);
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
  let turns = 0;
  for (; turns < TICKS; turns += jobs.length) {
    await query(dataDir, `update schedules set next_run_at = now() where name in (${names})`);
    await untilPlanned(dataDir);
  }
  // a job that runs twice would do so later
  await sleep(5000);
  const [counted] = await query<{ n: number }>(dataDir, 'select count(*)::int as n from runs');
  return { turns, runs: counted?.n ?? 0 };
}

/** Waits until every job has run, and its next time is planned. */
async function untilPlanned(dataDir: string): Promise<void> {
  const deadline = performance.now() + TURN_WITHIN_MS;
  const planned = `select count(*)::int as n from schedules
    where name in (${names}) and tries = 0 and next_run_at > now()`;
  while ((await query<{ n: number }>(dataDir, planned))[0]?.n !== jobs.length) {
    if (performance.now() > deadline) throw new Error('The jobs of the schedules do not run.');
    await sleep(100);
  }
}
