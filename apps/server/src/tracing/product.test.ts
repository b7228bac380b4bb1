import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { startBackground } from '../background/background.ts';
import { scheduler } from '../background/schedules.ts';
import { writeEmail } from '../composition/emails.ts';
import { queueEmail } from '../modules/emails/email.service.ts';
import { mailer } from '../modules/emails/mailer.ts';
import { webhookSender } from '../modules/webhooks/webhook-sender.ts';
import { createTestDatabase } from '../testing/cluster.ts';
import { type Collector, startCollector } from '../testing/collector.ts';
import { scratchDataDir, spawnServer, testDataKey } from '../testing/server-process.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { startWebhookReceiver } from '../testing/webhook-receiver.ts';
import { transaction } from '../transaction.ts';
import { startTracing } from './exporter.ts';

const marked = {
  firstName: 'Markedann',
  lastName: "O'Markedson",
  email: 'markedmail@example.org',
  phone: '+256 700 987 654',
  dateOfBirth: '2001-02-03',
  startDate: '2026-09-01',
  emergencyName: 'Markedbo',
  emergencyPhone: '0700 987 321',
  emergencyRelation: 'Uncle',
  medicalConditions: 'Markedasthma \\ and more',
  consent: true,
} as const;
const traces = /marked|987 ?654|987 ?321|2001-02-03|MarkedAgent|203\.0\.113/i;

let collector: Collector;
let address: string;
let tracing: ReturnType<typeof startTracing>;
let t: TestApp;
let app: FastifyInstance;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  collector = await startCollector();
  tracing = startTracing({
    ...{ url: collector.url, headers: {}, resource: {}, ratio: 1, followsCaller: true, everyMs: 20 },
    log: { info: () => {}, warn: () => {} },
  });
  t = await testApp({ WEBHOOKS_ALLOW_PRIVATE: 'true' });
  app = await buildApp({
    config: { ...t.config, logLevel: 'trace', trustProxy: ['loopback'] },
    ...{ db: t.db, withPages: false, logTo: { write: (line) => lines.push(JSON.parse(line)) } },
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => {
  lines = [];
});
afterAll(async () => {
  await app.close();
  await t.close();
  await tracing.close();
  await collector.close();
});

const soon = { timeout: 20_000, interval: 20 };
const spansOf = (traceId: string) => collector.spans().filter((span) => span.traceId === traceId);
function newCaller() {
  const traceId = randomBytes(16).toString('hex');
  const traceparent = `00-${traceId}-${'d'.repeat(16)}-01`;
  return { traceId, headers: { traceparent, 'x-forwarded-for': '203.0.113.7' } };
}
/** The span of a request comes after those of its statements. */
async function traceOf(traceId: string) {
  await vi.waitFor(() => expect(spansOf(traceId).some(({ kind }) => kind === 2)).toBe(true), soon);
  const spans = spansOf(traceId);
  return { spans, server: spans.find(({ kind }) => kind === 2), sql: spans.filter(({ kind }) => kind === 3) };
}
async function spanNamed(name: string) {
  await vi.waitFor(() => expect(collector.spans().map((span) => span.name)).toContain(name), soon);
  return collector.spans().find((span) => span.name === name);
}

test('one trace joins a registration, its statements and its log, without anything of the person', async () => {
  const { id: programId } = await t.given.program();
  const { traceId, headers } = newCaller();
  const answer = await fetch(`${address}/api/v1/registrations?ref=markedquery`, {
    method: 'POST',
    headers: { ...headers, 'user-agent': 'MarkedAgent/1', 'content-type': 'application/json' },
    body: JSON.stringify({ ...marked, programId }),
  });
  expect(answer.status, await answer.text()).toBe(201);

  const { server, sql } = await traceOf(traceId);
  expect(server).toMatchObject({
    name: 'POST /api/v1/registrations',
    parentSpanId: 'd'.repeat(16),
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/v1/registrations',
      'http.response.status_code': '201',
    },
  });
  expect(sql.length).toBeGreaterThan(0);
  for (const span of sql) expect(span.parentSpanId).toBe(server?.spanId);
  expect(sql.map(({ name }) => name)).toContain('INSERT registrations');
  const insert = sql.find(({ name }) => name === 'INSERT registrations');
  expect(insert?.attributes).toMatchObject({
    'db.system.name': 'postgresql',
    'db.operation.name': 'INSERT',
    'db.collection.name': 'registrations',
    'db.query.text': expect.stringContaining('insert into "registrations" ('),
  });
  const request = lines.find(({ msg }) => msg === 'request');
  expect(request).toMatchObject({ trace_id: traceId, span_id: server?.spanId, status: 201 });
  for (const { body } of collector.requests) expect(body).not.toMatch(traces);
});

test('an unknown address is named without what it holds', async () => {
  const { traceId, headers } = newCaller();
  await app.inject({ url: '/api/v1/markedaddress/markedname', headers });
  const { server } = await traceOf(traceId);
  expect(server).toMatchObject({
    name: 'GET /api/v1/*',
    attributes: { 'http.route': '/api/v1/*', 'http.response.status_code': '404' },
  });
  for (const { body } of collector.requests) expect(body).not.toMatch(traces);
});

test('an answer from memory has a span of its own, and a probe none', async () => {
  const { id } = await t.given.program();
  const read = async () => {
    const { traceId, headers } = newCaller();
    await (await fetch(`${address}/api/v1/programs/${id}`, { headers })).text();
    return traceOf(traceId);
  };
  const first = await read();
  expect(first.sql.length).toBeGreaterThan(0);
  // the notice that empties the memory may come late
  let second = first;
  await vi.waitFor(async () => {
    second = await read();
    expect(second.spans).toHaveLength(1);
  }, soon);
  for (const { server } of [first, second]) {
    expect(server).toMatchObject({ name: 'GET /api/v1/programs/:id', parentSpanId: 'd'.repeat(16) });
  }
  const probe = newCaller();
  await app.inject({ url: '/healthz', headers: probe.headers });
  await read();
  expect(spansOf(probe.traceId)).toEqual([]);
});

test('a trace that the caller does not record is not recorded here, and strangers continue none', async () => {
  const [unrecorded, stranger, last] = [newCaller(), newCaller(), newCaller()];
  const url = '/api/v1/site';
  const traceparent = unrecorded.headers.traceparent.replace(/01$/, '00');
  expect((await app.inject({ url, headers: { traceparent } })).statusCode).toBe(200);
  // this one trusts no proxy
  await t.app.inject({ url, headers: stranger.headers });
  await app.inject({ url, headers: last.headers });
  await traceOf(last.traceId);
  expect(spansOf(unrecorded.traceId)).toEqual([]);
  expect(spansOf(stranger.traceId)).toEqual([]);
});

test('a job is a trace with its name and attempt', async () => {
  const schedule = {
    ...{ name: 'traced', cron: '* * * * *' },
    run: async () => {
      await t.db.orm.em.fork().execute('select count(*) from programs');
      throw new RangeError('about Markedann');
    },
  };
  const ctx = t.jobContext();
  await ctx.em.execute(`insert into schedules (name, next_run_at) values ('traced', now())`);
  const background = startBackground({ ...ctx, work: [scheduler([schedule], () => t.jobContext())] });
  const span = await spanNamed('process traced');
  await background.close();
  expect(span).toMatchObject({
    ...{ kind: 5, status: { code: 2 } },
    attributes: {
      'messaging.destination.name': 'traced',
      'institute.attempt': '1',
      'error.type': 'RangeError',
    },
  });
  expect(span?.parentSpanId).toBeUndefined();
  expect(spansOf(span?.traceId ?? '').map(({ name }) => name)).toContain('SELECT programs');
});

test('an email and a webhook have spans without their receivers', async () => {
  const { em } = t.db.orm;
  const receiver = await startWebhookReceiver();
  await t.office.admin.webhooks.create.mutate({
    ...{ url: receiver.url, events: ['registration.created'] },
  });
  const { id: programId } = await t.given.program();
  await t.given.registration({ ...marked, programId });
  await transaction({ em: em.fork(), now: t.now }, (tx) =>
    queueEmail(tx, {
      ...{ kind: 'newsletter-welcome', data: { token: 't'.repeat(43) }, recipient: marked.email },
    }),
  );
  const background = startBackground({
    ...t.jobContext(),
    work: [
      mailer(() => t.jobContext(), { writeEmail, linkToken: () => 'markedtoken' }),
      webhookSender(() => t.jobContext()),
    ],
  });
  const email = await spanNamed('send newsletter-welcome');
  const webhook = await spanNamed('POST webhook');
  await background.close();
  await receiver.close();
  expect(email).toMatchObject({
    kind: 3,
    attributes: { 'institute.email.kind': 'newsletter-welcome', 'institute.attempt': '1' },
  });
  expect(webhook).toMatchObject({ kind: 3, attributes: { 'http.response.status_code': '204' } });
  for (const { body } of collector.requests) expect(body).not.toMatch(traces);
  expect(collector.requests.map(({ body }) => body).join()).not.toContain(receiver.url);
});

test('a process sends its traces to the collector of the settings before it ends', async () => {
  const own = await startCollector();
  const [data, database] = [scratchDataDir(), await createTestDatabase()];
  const server = spawnServer('testing/without-pages.ts', {
    ...{ DATA_DIR: data.path, DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
    ...{ AUTH_SECRET: 'x'.repeat(32), DATA_KEY: testDataKey },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: new URL(own.url).origin, OTEL_SERVICE_NAME: 'traced site' },
  });
  try {
    const { status } = await fetch(`${await server.address}/api/v1/programs`);
    expect(status).toBe(200);
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(own.requests[0]?.path).toBe('/v1/traces');
    expect(own.resource()).toMatchObject({ 'service.name': 'traced site' });
    const request = own.spans().find(({ name }) => name === 'GET /api/v1/programs');
    expect(request).toMatchObject({ kind: 2 });
    expect(own.spans()).toContainEqual(
      expect.objectContaining({ name: 'SELECT programs', parentSpanId: request?.spanId }),
    );
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
    await Promise.all([data.remove(), database.drop(), own.close()]);
  }
}, 60_000);
