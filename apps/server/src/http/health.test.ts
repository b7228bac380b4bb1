import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { openOrm } from '../database/orm.ts';
import { testApp, useTestApp } from '../testing/test-app.ts';

const token = 'a token for the metrics';
const t = useTestApp({ METRICS_TOKEN: token });

test('/healthz answers while the process runs', async () => {
  const answer = await t.app.inject('/healthz');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('/metrics counts the answers by kind, for callers with its token', async () => {
  await t.app.inject('/api/v1/programs/999');
  const answer = await t.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain('text/plain');
  expect(answer.body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/v1/programs/:id",status="404",source="rendered"} 1\n',
  );
  expect(answer.body).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test('/metrics says how long the event loop was blocked since the last reading', async () => {
  const lag = async () => {
    // the delay is measured every 20 ms
    await sleep(100);
    const { body } = await t.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
    return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(body)?.[1]);
  };
  await sleep(40);
  const until = performance.now() + 1500;
  while (performance.now() < until);
  expect(await lag()).toBeGreaterThan(1);
  expect(await lag()).toBeLessThan(1);
});

test.each([{}, { authorization: 'Bearer another one' }])('/metrics is 404 for %o', async (headers) => {
  const answer = await t.app.inject({ url: '/metrics', headers });
  expect([404, 401]).toContain(answer.statusCode);
  expect(answer.body).not.toContain('process_');
});

test('/metrics is 404 when no token is set', async () => {
  const other = await testApp();
  expect((await other.app.inject('/metrics')).statusCode).toBe(404);
  await other.close();
});

test('/readyz turns to 503 when the database is unreachable, and /healthz does not', async () => {
  expect((await t.app.inject('/readyz')).statusCode).toBe(200);

  const connection = { host: '/nowhere', user: 'institute', database: 'none' };
  const orm = openOrm(connection, []);
  const app = await buildApp({ config: t.config, db: { orm, connection } });
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json().error.code).toBe('UNAVAILABLE');
  expect(answer.headers['retry-after']).toBeTruthy();
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await app.close();
});
