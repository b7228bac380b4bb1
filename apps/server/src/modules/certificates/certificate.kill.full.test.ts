import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase, query } from '../../testing/cluster.ts';
import { scratchDataDir, spawnServer, testDataKey } from '../../testing/server-process.ts';

const KILLS = 50;
const CLASS = 5;
/** The kill comes at another moment of the issue each time. */
const LATEST_MS = 40;

const spawned: ReturnType<typeof spawnServer>[] = [];
const data = scratchDataDir();
afterEach(async () => {
  for (const { child, ended } of spawned) {
    child.kill('SIGKILL');
    await ended;
  }
  await data.remove();
});

test('killed 50 times while it issues: all of a class or none, and no number is lost', async () => {
  const database = await createTestDatabase();
  const settings = {
    DATA_DIR: data.path,
    DATABASE_URL: database.url,
    AUTH_SECRET: 's'.repeat(32),
    DATA_KEY: testDataKey,
    ADMIN_SIGNUP: 'open',
    LOG_LEVEL: 'silent',
  };
  const begin = () => {
    const started = spawnServer('testing/without-pages.ts', settings);
    spawned.push(started);
    return started;
  };
  const sql = <Row extends object>(text: string) => query<Row>(database.connection, text);

  let [present, next] = [begin(), begin()];
  const post = async (path: string, body: object, headers: object = {}) => {
    const answer = await fetch((await present.address) + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as never };
  };
  const password = 'a long test phrase';
  const account = { email: 'office@example.org', password, confirmPassword: password };
  const { body } = await post(`${apiPrefix}/admin/signup`, account);
  const { data: session } = body as { data: { token: string } };
  await sql(`insert into programs (name, description, category, duration, schedule, price, image_url)
    values ('Tailoring', '', 'training', '', '', 0, '/images/one.jpg')`);
  await sql(`insert into registrations (first_name, last_name, phone, consent, status, program_id)
    select 'N', n::text, '0772', true, 'completed', 1 from generate_series(1, ${(KILLS + 1) * CLASS}) as n`);
  const issue = (turn: number) => {
    const registrations = Array.from({ length: CLASS }, (_, index) => ({ id: turn * CLASS + index + 1 }));
    const headers = { authorization: `Bearer ${session.token}` };
    return post('/api/trpc/certificates.issue', { registrations }, headers).catch(() => undefined);
  };
  expect(await issue(0)).toMatchObject({ status: 200 });

  let answered = 0;
  for (let turn = 1; turn <= KILLS; turn += 1) {
    const issuing = issue(turn);
    await sleep((turn * 7) % LATEST_MS);
    present.child.kill('SIGKILL');
    await present.ended;
    if ((await issuing)?.status === 200) answered += 1;
    [present, next] = [next, begin()];
    await present.address;
  }

  // The database may still undo what the last process had begun
  const open = `select 1 from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`;
  await vi.waitFor(async () => expect(await sql(open)).toEqual([]), { timeout: 60_000 });
  const classes = await sql<{ size: number }>(
    `select count(*)::int as size from certificates group by (registration_id - 1) / ${CLASS}`,
  );
  expect(classes.every(({ size }) => size === CLASS)).toBe(true);
  expect(classes.length).toBeGreaterThanOrEqual(answered + 1);
  const numbers = await sql<{ number: string }>('select number from certificates order by number');
  expect(numbers.map(({ number }) => Number(number.slice(-6)))).toEqual(numbers.map((_, index) => index + 1));
  expect(await sql('select id from signing_keys')).toHaveLength(1);
  await next.address;
}, 1_200_000);
