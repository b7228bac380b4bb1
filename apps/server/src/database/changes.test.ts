import { once } from 'node:events';
import type { PostgresConnection } from '@institute/embedded-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, query } from '../testing/processes/cluster.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/stand-ins/database-proxy.ts';
import { openChangeNotices } from './changes.ts';
import { openClient } from './client.ts';

const database = await createTestDatabase({ isEmpty: true });
afterAll(() => database.drop());

const soon = { timeout: 60_000, interval: 10 };

/** A notice that does not arrive is given up soon; one that a busy machine delays is waited for. */
async function listening({ dropsNotices }: { dropsNotices: boolean }) {
  const proxy: DatabaseProxy = await startDatabaseProxy(database.connection);
  proxy.dropNotices(dropsNotices);
  const log = { warn: vi.fn(), info: vi.fn() };
  const changes = openChangeNotices(proxy.connection, log as unknown as FastifyBaseLogger, {
    checkMs: 200,
    checkUnheardMs: 100,
    echoMayTakeMs: dropsNotices ? 300 : 600_000,
  });
  onTestFinished(async () => {
    await changes.close();
    await proxy.close();
  });
  return { proxy, changes, log };
}

const notify = (connection: PostgresConnection, channel: string) =>
  query(connection, 'select pg_notify($1, $2)', [channel, 'another process']);

test('a process hears itself at the start, and the changes of others', async () => {
  const { changes, log } = await listening({ dropsNotices: false });
  const onChange = vi.fn();
  changes.onChange(onChange);
  await vi.waitFor(() => expect(changes.isListening()).toBe(true), soon);
  onChange.mockClear();
  await notify(database.connection, 'content');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), soon);
  expect(log.warn).not.toHaveBeenCalled();
});

test('its own check is no change for other processes', async () => {
  const { changes } = await listening({ dropsNotices: false });
  await vi.waitFor(() => expect(changes.isListening()).toBe(true), soon);
  const onChange = vi.fn();
  changes.onChange(onChange);
  // Notices arrive in the order in which they were sent
  for (const channel of ['echo', 'activity', 'content']) await notify(database.connection, channel);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), soon);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('where LISTEN succeeds and hears nothing, the log says why, once', async () => {
  const { changes, log } = await listening({ dropsNotices: true });
  const onActivity = vi.fn();
  changes.onActivity(onActivity);
  await vi.waitFor(() => expect(onActivity.mock.calls.length).toBeGreaterThan(2), soon);
  expect(changes.isListening()).toBe(false);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('PgBouncer'));
  expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('5 s at most'));
});

test('recovers when notices arrive again, and notices when they stop', async () => {
  const { changes, proxy, log } = await listening({ dropsNotices: true });
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1), soon);
  const onChange = vi.fn();
  changes.onChange(onChange);

  proxy.dropNotices(false);
  await vi.waitFor(() => expect(changes.isListening()).toBe(true), soon);
  expect(onChange).toHaveBeenCalled();
  expect(log.info).toHaveBeenCalledWith('notices of the database arrive again');

  proxy.dropNotices(true);
  await vi.waitFor(() => expect(changes.isListening()).toBe(false), soon);
  // A busy machine may also have delayed a notice meanwhile
  expect(log.warn.mock.calls.length).toBeGreaterThan(1);
});

test('closes at once while it waits for its notice', async () => {
  const proxy = await startDatabaseProxy(database.connection);
  proxy.dropNotices(true);
  const log = { warn: vi.fn() } as unknown as FastifyBaseLogger;
  const other = await openClient(database.connection, 'other');
  const sent = once(other, 'notification');
  await other.query('LISTEN echo');
  // Longer than the test may take
  const changes = openChangeNotices(proxy.connection, log, { echoMayTakeMs: 600_000 });
  await sent;
  await changes.close();
  await other.end();
  await proxy.close();
});
