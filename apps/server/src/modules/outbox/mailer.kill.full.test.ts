import { runningServer } from '@institute/embedded-postgres';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { query } from '../../testing/cluster.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { scratchDataDir, spawnServer } from '../../testing/server-process.ts';

const soon = { timeout: 20_000, interval: 20 };

let data: ReturnType<typeof scratchDataDir>;
let server: MailServer;
const spawned: ReturnType<typeof spawnServer>[] = [];
beforeEach(async () => {
  data = scratchDataDir();
  server = await startMailServer();
});
afterEach(async () => {
  for (const { child, ended } of spawned.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await server.close();
  await data.remove();
});

async function start() {
  const settings = { DATA_DIR: data.path, SMTP_URL: server.url, LOG_LEVEL: 'silent' };
  const started = spawnServer('testing/without-pages.ts', settings);
  spawned.push(started);
  return { ...started, origin: await started.address };
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
  expect((await write('before')).status).toBe(201);
  const isSent = async () =>
    (await ask('select 1 from outgoing_messages where state = $$waiting$$')).length === 0 &&
    server.emails.length === 1;
  await vi.waitFor(async () => expect(await isSent()).toBe(true), soon);

  server.manner = () => 'hang at the end';
  expect((await write('under way')).status).toBe(201);
  await vi.waitFor(() => expect(server.asked).toHaveLength(2), soon);
  first.child.kill('SIGKILL');
  await first.ended;

  server.manner = () => 'take';
  await start();
  await ask('update outgoing_messages set next_try_at = now() where state = $$waiting$$');
  await vi.waitFor(() => expect(server.emails).toHaveLength(2), soon);
  expect(server.emails.map((email) => email.header('Subject'))).toEqual([
    expect.stringContaining('before'),
    expect.stringContaining('under way'),
  ]);
  expect(server.asked).toHaveLength(3);
}, 60_000);
