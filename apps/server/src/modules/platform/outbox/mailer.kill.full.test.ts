import { runningServer } from '@institute/embedded-postgres';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startAfricasTalking } from '../../../testing/africas-talking-stand-in.ts';
import { query } from '../../../testing/cluster.ts';
import { startKilledInTurns } from '../../../testing/killed-in-turns.ts';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { scratchDataDir, spawnServer } from '../../../testing/server-process.ts';

const soon = { timeout: 60_000, interval: 20 };

let data: ReturnType<typeof scratchDataDir>;
let server: MailServer;
const spawned: ReturnType<typeof spawnServer>[] = [];
beforeEach(async () => {
  data = scratchDataDir();
  server = await startMailServer();
});
afterEach(async () => {
  for (const one of spawned.splice(0)) await kill(one);
  await server.close();
  await data.remove();
});

async function start() {
  const settings = { DATA_DIR: data.path, SMTP_URL: server.url, LOG_LEVEL: 'silent' };
  const started = spawnServer('testing/without-pages.ts', settings);
  spawned.push(started);
  return { ...started, origin: await started.address };
}

async function kill({ child, ended }: ReturnType<typeof spawnServer>) {
  child.kill('SIGKILL');
  await ended;
}

const ask = <Row extends object>(sql: string) => query<Row>(runningServer(data.path) ?? {}, sql);

test('an email whose server had not answered when the process was killed goes out again, and no other does', async () => {
  const first = await start();
  const write = (subject: string) =>
    fetch(`${first.origin}/api/v1/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ann', email: 'ann@example.org', subject, message: 'When?' }),
    });
  await ask(`insert into site (content) values ('{"institute":{"emails":["office@example.org"]}}')`);
  expect((await write('before')).status).toBe(201);
  const isSent = async () =>
    (await ask('select 1 from outgoing_messages where state = $$waiting$$')).length === 0 &&
    server.emails.length === 1;
  await vi.waitFor(async () => expect(await isSent()).toBe(true), soon);

  server.manner = () => 'hang at the end';
  expect((await write('under way')).status).toBe(201);
  await vi.waitFor(() => expect(server.asked).toHaveLength(2), soon);
  await kill(first);

  server.manner = () => 'take';
  await start();
  await ask('update outgoing_messages set next_try_at = now() where state = $$waiting$$');
  await vi.waitFor(() => expect(server.emails).toHaveLength(2), soon);
  expect(server.emails.map((email) => email.header('Subject'))).toEqual([
    expect.stringContaining('before'),
    expect.stringContaining('under way'),
  ]);
  expect(server.asked).toHaveLength(3);
});

/** `KILLS=200` kills as often as docs/reliability.md says, which takes some minutes. */
const KILLS = Number(process.env.KILLS ?? 10);
const MESSAGES = 5 * KILLS;

test('killed again and again while SMS go out, the product loses none and doubles at most one for each', async () => {
  const gateway = await startAfricasTalking();
  onTestFinished(gateway.close);
  const product = await startKilledInTurns({ SMS_URL: gateway.url, SMS_DAILY_LIMIT: String(2 * MESSAGES) });
  onTestFinished(product.close);
  const { sql } = product;
  await sql(
    `insert into outgoing_messages (channel, kind, recipient, data)
     select 'sms', 'office-sms', '+25677' || (2000000 + n)::text, jsonb_build_object('text', 'Come on Monday.')
     from generate_series(1, ${MESSAGES}) as n`,
  );

  for (let kills = 1; kills <= KILLS; kills += 1) {
    const goal = Math.min(gateway.taken.length + 3, MESSAGES);
    await vi.waitFor(() => expect(gateway.taken.length).toBeGreaterThanOrEqual(goal), {
      timeout: 60_000,
      interval: 1,
    });
    await product.killAfter(0);
  }
  // What is under way now is stored, so that only what a kill cut off is sent again
  await product.restart();
  // That is taken after its lease
  await sql(`update outgoing_messages set next_try_at = now() where state = 'waiting'`);
  const left = async () => (await sql(`select id from outgoing_messages where state <> 'sent'`)).length;
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 120_000, interval: 100 });

  const times = Map.groupBy(gateway.taken, ({ to }) => to);
  expect(times.size).toBe(MESSAGES);
  expect(gateway.taken.length - MESSAGES).toBeLessThanOrEqual(KILLS);
}, 1_800_000);
