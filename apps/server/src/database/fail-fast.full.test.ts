import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { entities } from '../composition/entities.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { createTestDatabase } from '../testing/processes/cluster.ts';
import { startDatabaseProxy } from '../testing/stand-ins/database-proxy.ts';
import { openOrm } from './orm.ts';

const t = await useTestApp();
const database = await createTestDatabase();
const proxy = await startDatabaseProxy(database.connection);
const orm = openOrm(proxy.connection, entities);
const app = await buildApp({ config: t.config, db: { orm, connection: proxy.connection }, withPages: false });
await app.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
afterAll(async () => {
  proxy.thaw();
  await app.close();
  await orm.close(true);
  await proxy.close();
  await database.drop();
});

const message = { name: 'Amina', email: 'amina@example.org', subject: 'Intake', message: 'When?' };
const credentials = { email: 'amina@example.org', password: 'a long test phrase' };
const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const calls: [path: string, init?: RequestInit][] = [
  ['/api/v1/programs?q=unknown'],
  ['/api/v1/posts/1'],
  ['/api/v1/stats'],
  ['/sitemap.xml'],
  ['/readyz'],
  ['/api/v1/contact', post(message)],
  ['/api/v1/newsletter/subscribe', post({ email: 'amina@example.org' })],
  ['/api/v1/admin/login', post(credentials)],
  ['/api/v1/admin/refresh', { method: 'POST', headers: { cookie: 'refresh_token=x' } }],
  ['/api/trpc/stats.get'],
];

async function ask([path, init]: (typeof calls)[number]) {
  const answer = await fetch(origin + path, init);
  await answer.text();
  const { status, headers } = answer;
  return { path, status, retryAfter: headers.get('retry-after') };
}

test('while PostgreSQL is frozen every call gets a 503, and later ones without asking it', async () => {
  // Opens connections; a read could be kept in memory
  await Promise.all(calls.filter(([, init]) => init).map(ask));
  const kept = await ask(['/api/v1/programs']);
  expect(kept.status).toBe(200);

  proxy.freeze();
  // More than the pool has connections
  const first = await Promise.all([...calls, ...calls, ...calls].map(ask));
  for (const { path, status, retryAfter } of first) {
    // A call without a session needs no database to be refused
    if (path !== '/api/trpc/stats.get')
      expect([path, status, Number(retryAfter) > 0]).toEqual([path, 503, true]);
  }
  expect((await ask(['/api/v1/programs'])).status).toBe(200);

  const failure = () =>
    orm.em
      .fork()
      .execute('select 1')
      .catch(({ message }: Error) => message);
  await expect.poll(failure).toContain('The database does not answer');
  const later = await Promise.all(calls.filter(([path]) => path !== '/api/trpc/stats.get').map(ask));
  expect(new Set(later.map(({ status }) => status))).toEqual(new Set([503]));

  proxy.thaw();
  await expect.poll(async () => (await ask(['/readyz'])).status).toBe(200);
  const after = await Promise.all(calls.map(ask));
  expect(after.filter(({ status }) => status >= 500)).toEqual([]);
});

test('a statement that waits for a lock or takes too long gets a 503', async () => {
  const em = orm.em.fork();
  await em.begin();
  await em.execute('lock table messages in access exclusive mode');
  const waiting = await ask(['/api/v1/contact', post(message)]);
  await em.rollback();

  expect([waiting.status, Number(waiting.retryAfter) > 0]).toEqual([503, true]);
  expect((await ask(['/api/v1/contact', post(message)])).status).toBe(201);
});

test('a slow statement is cancelled without affecting others', async () => {
  // Without the limit of the driver, which on a busy machine ends the call before the server does
  const patient = openOrm({ ...proxy.connection, query_timeout: 0 }, entities);
  const [slow, cancelled] = [orm, patient].map(({ em }) =>
    em
      .fork()
      .execute('select pg_sleep(20)')
      .catch((error: Error) => error),
  );
  expect((await ask(['/api/v1/programs?q=meanwhile'])).status).toBe(200);
  expect(await cancelled).toMatchObject({ code: '57014' });
  expect(await slow).toBeInstanceOf(Error);
  await patient.close(true);
  expect((await ask(['/api/v1/programs?q=afterwards'])).status).toBe(200);
});
