import { get } from 'node:http';
import { fastify } from 'fastify';
import { expect, test, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { loadConfig } from '../config/config.ts';
import { openOrm } from '../database/orm.ts';
import { startAppWithoutDatabase } from '../testing/app/app-without-database.ts';
import { message } from '../testing/app/sample-bodies.ts';
import { testApp, useTestApp } from '../testing/app/test-app.ts';
import { makeTemporaryFolder } from '../testing/processes/temporary-folder.ts';
import { serveHealth } from './health.ts';
import { callInProcess } from './in-process-call.ts';
import { openMetrics } from './metrics.ts';
import { findFreePort } from './server/port.ts';

const anyPort = { host: '127.0.0.1', port: 0 };
const token = 'a token for the metrics';
const port = await findFreePort(anyPort);
const t = await useTestApp({ METRICS_PORT: String(port) });
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });

const metrics = async (at = port) => (await fetch(`http://127.0.0.1:${at}/metrics`)).text();

const figure = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length),
  );
const answers = (text: string, route: string, source: string) =>
  figure(
    text,
    `http_request_duration_seconds_count{method="GET",route="${route}",status="200",source="${source}"}`,
  );

test('serves figures on a port of their own, to no other host name and at no other address', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ]);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  const { statusCode } = await t.app.inject('/metrics');
  expect(statusCode).toBe(404);
  const options = { host: '127.0.0.1', port, path: '/metrics', headers: { host: 'evil.example' } };
  const foreign = await new Promise((resolve) => get(options, (answer) => resolve(answer.statusCode)));
  expect(foreign).toBe(404);
});

test('tells answers from memory from those that were made, by route', async () => {
  await t.given.program();
  const before = await metrics();
  for (let read = 0; read < 3; read += 1) await (await fetch(`${origin}/api/v1/coaches`)).text();
  // The same read by another address: the framework finds it in memory
  await (await fetch(`${origin}/api/v1/coaches?utm_source=mail`)).text();
  const after = await metrics();

  const grown = (source: string) =>
    answers(after, '/api/v1/coaches', source) - (answers(before, '/api/v1/coaches', source) || 0);
  expect([grown('rendered'), grown('memory')]).toEqual([1, 3]);
  expect(figure(after, 'page_cache_hit_ratio')).toBe(0.75);
  const reads = (result: string) =>
    figure(after, `page_cache_reads_total{result="${result}"}`) -
    figure(before, `page_cache_reads_total{result="${result}"}`);
  expect([reads('hit'), reads('miss')]).toEqual([3, 1]);
});

test('does not count calls of the process to itself as requests', async () => {
  const text = await metrics();
  const count = (of: string) => answers(of, '/api/v1/alumni', 'rendered') || 0;
  await callInProcess(t.app, { method: 'GET', url: '/api/v1/alumni' });
  expect(count(await metrics())).toBe(count(text));
});

test('shows pool, event loop, jobs and the mail queue', async () => {
  await t.given.message();
  const text = await metrics();
  expect(figure(text, 'database_pool_max')).toBe(12);
  expect(figure(text, 'database_pool_connections{state="idle"}')).toBeGreaterThan(0);
  expect(figure(text, 'database_pool_waiting')).toBe(0);
  // Each answer starts its mean again, which is NaN until the next sample
  const meanLag = async () => figure(await metrics(), 'nodejs_eventloop_lag_mean_seconds');
  await expect.poll(meanLag).toBeGreaterThanOrEqual(0);
  expect(figure(text, 'nodejs_eventloop_lag_max_seconds')).toBeGreaterThanOrEqual(0);
  expect(figure(text, 'emails_queued{state="parked"}')).toBe(0);
  expect(figure(text, 'emails_queued{state="waiting"}')).toBeGreaterThan(0);
  expect(figure(text, 'sms_queued{state="waiting"}')).toBe(0);
  expect(figure(text, 'content_changes_heard')).toBe(1);
});

test('counts waiting and given-up jobs by their kind', async () => {
  await t.jobContext().em.execute(
    `insert into schedules (name, next_run_at, failed_at) values
       ('late', now() - interval '1 hour', null), ('failed', now() + interval '1 hour', now() - interval '23 hours')`,
  );
  const text = await metrics();
  const jobs = (job: string, state: string) => figure(text, `jobs_queued{job="${job}",state="${state}"}`);
  expect([jobs('late', 'waiting'), jobs('late', 'failed')]).toEqual([1, 0]);
  expect([jobs('failed', 'waiting'), jobs('failed', 'failed')]).toEqual([0, 1]);
});

test('leaves out what it cannot read while the database is away', async () => {
  const folder = makeTemporaryFolder();
  const free = await findFreePort(anyPort);
  const settings = { DATA_DIR: folder.path, LOG_LEVEL: 'silent', METRICS_PORT: String(free) };
  const app = await startAppWithoutDatabase(loadConfig(settings, []));
  await app.ready();
  const text = await metrics(free);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).toContain('\ncontent_changes_heard 0\n');
  expect(text).not.toMatch(/^emails_queued\{/m);
  await app.close();
  folder.remove();
});

test('a taken port stops the start with the name of the setting', async () => {
  const folder = makeTemporaryFolder();
  const settings = { DATA_DIR: folder.path, LOG_LEVEL: 'silent', METRICS_PORT: String(port) };
  const app = await startAppWithoutDatabase(loadConfig(settings, []));
  await expect(app.ready()).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is already in use; set METRICS_PORT to another.`,
  );
  await app.close();
  folder.remove();
});

test('a job is measured by its name and result', async () => {
  const own = openMetrics();
  own.jobRan('purge-trash', 'failed', 2);
  expect(await own.text()).toContain(
    'job_duration_seconds_bucket{le="10",job="purge-trash",result="failed"} 1\n',
  );
});

test('with a token the site shows the metrics to callers who have it', async () => {
  const site = await testApp({ METRICS_TOKEN: token });
  const answerFor = (authorization?: string) =>
    site.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });
  await site.app.inject('/api/v1/programs/999');
  const { statusCode, headers, body } = await answerFor(`Bearer ${token}`);
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/v1/programs/:id",status="404",source="rendered"} 1\n',
  );
  expect((await answerFor()).statusCode).toBe(404);
  expect((await answerFor('Bearer another one')).body).not.toContain('process_');
  await site.close();
});

test('/readyz asks the database once for all callers of a moment', async () => {
  const em = t.db.orm.em.fork();
  const fork = vi.spyOn(em, 'fork');
  const probed = fastify();
  await serveHealth(probed, { em, metricsToken: undefined });
  const ask = async () => (await probed.inject('/readyz')).statusCode;
  expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill(200));
  expect(fork).toHaveBeenCalledTimes(1);
  await expect
    .poll(async () => {
      await ask();
      return fork.mock.calls.length;
    })
    .toBe(2);
  await probed.close();
});

const raising = (returned: string, condition: string) => `returns ${returned} language plpgsql as $$ begin
  raise exception 'could not extend file' using errcode = '${condition}'; end $$`;
/** The write of a probe fails, and reads go on. */
const refusePages = (condition = 'disk_full') =>
  t.sql(`create or replace function no_pages() ${raising('event_trigger', condition)};
    create event trigger no_pages on ddl_command_start when tag in ('CREATE TABLE AS') execute function no_pages()`);

async function openLogged() {
  const lines: string[] = [];
  const app = await buildApp({
    config: { ...t.config, metricsPort: undefined },
    db: t.db,
    logTo: { write: (line) => lines.push(line) },
  });
  return { app, lines, ready: async () => (await app.inject('/readyz')).json() };
}

test('/readyz finds a full disk without any write of a visitor, and logs it once', async () => {
  const { app, lines, ready } = await openLogged();
  const clock = vi.spyOn(performance, 'now');
  expect(await ready()).toEqual({ status: 'ok' });
  await refusePages();
  const later = performance.now() + 60_000;
  clock.mockImplementation(() => later);
  await expect.poll(ready).toMatchObject({ error: { message: 'No space left on the disk' } });
  await expect.poll(ready).toMatchObject({ error: { message: 'No space left on the disk' } });
  expect(lines.filter((line) => line.includes('No space left on the disk'))).toHaveLength(1);

  await t.sql('drop event trigger no_pages');
  await expect.poll(ready).toEqual({ status: 'ok' });
  clock.mockRestore();
  await app.close();
});

test('a role that may make no temporary table is ready all the same', async () => {
  await refusePages('insufficient_privilege');
  const app = await buildApp({ config: { ...t.config, metricsPort: undefined }, db: t.db });
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok' });
  await t.sql('drop event trigger no_pages');
  await app.close();
});

test('/readyz says 503 while the disk is full, and the log says why, until there is space again', async () => {
  const { app, lines, ready } = await openLogged();
  expect(await ready()).toEqual({ status: 'ok' });
  await refusePages();
  await t.sql(`create function no_space() ${raising('trigger', 'disk_full')};
    create trigger no_space before insert on messages execute function no_space()`);
  const sent = await app.inject({ method: 'POST', url: '/api/v1/contact', payload: message });
  expect(sent.statusCode).toBe(503);
  expect(lines.join('')).toContain('No space left on the disk');
  expect(lines.join('')).not.toContain('the database is unreachable');
  await expect.poll(ready).toMatchObject({ error: { message: 'No space left on the disk' } });

  await t.sql('drop event trigger no_pages; drop trigger no_space on messages');
  await expect.poll(ready).toEqual({ status: 'ok' });
  await app.close();
});

test('/readyz turns to 503 when the database is unreachable, and /healthz does not', async () => {
  expect((await t.app.inject('/readyz')).statusCode).toBe(200);

  const connection = { host: '/nowhere', user: 'institute', database: 'none' };
  const db = { orm: openOrm(connection, []), connection };
  const app = await buildApp({ config: { ...t.config, metricsPort: undefined }, db });
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(answer.headers['retry-after']).toBeTruthy();
  const health = await app.inject('/healthz');
  expect([health.statusCode, health.json()]).toEqual([200, { status: 'ok' }]);
  expect(health.headers['cache-control']).toBe('no-store');
  await app.close();
});
