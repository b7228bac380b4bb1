import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as api from '@opentelemetry/api';
import { tracing } from '@opentelemetry/sdk-node';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startBackground } from '../background/background.ts';
import { createScheduler } from '../background/schedules.ts';
import { retryRulesByWork } from '../composition/background.ts';
import { samples } from '../testing/app/content-samples.ts';
import { testApp } from '../testing/app/test-app.ts';
import { makeImageForm, makeNoisyImage } from '../testing/files/images.ts';
import { createTestDatabase, type TestDatabase } from '../testing/processes/cluster.ts';
import {
  makeDatabaseSettings,
  makeScratchDataDir,
  type ServerProcess,
  spawnServer,
} from '../testing/processes/server-process.ts';
import { type Collector, startCollector } from '../testing/stand-ins/collector.ts';
import { type ObjectStore, startObjectStore } from '../testing/stand-ins/object-store.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/stand-ins/webhook-receiver.ts';
import { setTracingApi } from './span.ts';

const marked = {
  firstName: 'Markedann',
  lastName: "O'Markedson",
  email: 'markedmail@example.org',
  phone: '+256 700 987 654',
  dateOfBirth: '2001-02-03',
  startDate: '2099-02-01',
  emergencyName: 'Markedbo',
  emergencyPhone: '0700 987 321',
  emergencyRelation: 'Uncle',
  medicalConditions: 'Markedasthma \\ and more',
  consent: true,
} as const;
const personal = /marked|987 ?654|987 ?321|2001-02-03|203\.0\.113/i;

const SERVER = 2;
const CLIENT = 3;
const soon = { timeout: 60_000, interval: 50 };

/** A process of its own, because tracing patches modules while they load. */
async function startTraced(settings: Record<string, string>) {
  const collector = await startCollector();
  const server = spawnServer('testing/app/without-pages.ts', {
    DATA_DIR: data.path,
    ...makeDatabaseSettings(database.url),
    S3_URL: store.url,
    WEBHOOKS_ALLOW_PRIVATE: 'true',
    ADMIN_SIGNUP: 'open',
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    ...settings,
  });
  return { collector, server, address: await server.address };
}

const data = makeScratchDataDir();
let database: TestDatabase;
let store: ObjectStore;
let receiver: WebhookReceiver;
let collector: Collector;
let server: ServerProcess;
let address: string;
let office: Record<string, string>;
beforeAll(async () => {
  [database, store, receiver] = await Promise.all([
    createTestDatabase(),
    startObjectStore(),
    startWebhookReceiver(),
  ]);
  ({ collector, server, address } = await startTraced({
    TRUST_PROXY: 'loopback',
    OTEL_SERVICE_NAME: 'traced site',
  }));
  const password = 'a long and simple sentence';
  const account = { email: 'markedowner@example.org', password, confirmPassword: password };
  const { token } = await created('/api/v1/admin/signup', account);
  office = { authorization: `Bearer ${token}` };
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  await Promise.all([collector.close(), store.close(), receiver.close(), data.remove(), database.drop()]);
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
async function created(path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await post(path, body, headers);
  const content = (await answer.json()) as { data: { id: number; token: string } };
  expect(answer.ok, JSON.stringify(content)).toBe(true);
  return content.data;
}
const program = () => created('/api/v1/programs', samples.programs.required, office);

function newCaller() {
  const traceId = randomBytes(16).toString('hex');
  const traceparent = `00-${traceId}-${'d'.repeat(16)}-01`;
  const headers = {
    traceparent,
    tracestate: 'vendor=marked',
    'x-forwarded-for': '203.0.113.7',
    'user-agent': 'MarkedAgent/1',
  };
  return { traceId, headers };
}
const spansOf = (traceId: string, of = collector) => of.spans().filter((span) => span.traceId === traceId);
/** The span of a request arrives after those of its work. */
async function traceOf(traceId: string) {
  const serverSpan = () => spansOf(traceId).find(({ kind }) => kind === SERVER);
  await vi.waitFor(() => expect(serverSpan()).toBeDefined(), soon);
  return { spans: spansOf(traceId), request: serverSpan() };
}
async function spanNamed(name: string) {
  await vi.waitFor(() => expect(collector.spans().map((span) => span.name)).toContain(name), soon);
  return collector.spans().find((span) => span.name === name);
}
function expectNothingPersonal(of = collector) {
  for (const { bytes } of of.requests) expect(bytes.toString()).not.toMatch(personal);
}

test('one trace joins a registration, its statements and its log, and goes out as Protobuf', async () => {
  const { id: programId } = await program();
  const { traceId, headers } = newCaller();
  const answer = await post('/api/v1/registrations?ref=markedquery', { ...marked, programId }, headers);
  expect(answer.status, await answer.text()).toBe(201);

  const { spans, request } = await traceOf(traceId);
  expect(request).toMatchObject({
    name: 'POST /api/v1/registrations',
    parentSpanId: 'd'.repeat(16),
  });
  expect(request?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/registrations',
    'http.response.status_code': '201',
  });
  const framework = spans.find(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(framework?.name).toBe('POST /api/v1/registrations');
  const insert = spans.find(({ name }) => name === 'INSERT registrations');
  expect(insert).toMatchObject({ kind: CLIENT, parentSpanId: framework?.spanId });
  expect(insert?.attributes).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'INSERT',
    'db.collection.name': 'registrations',
    'db.query.text': expect.stringContaining('insert into "registrations" ('),
  });
  expect(server.output().stdout).toMatch(
    new RegExp(`"trace_id":"${traceId}","span_id":"\\w{16}".*"msg":"request"`),
  );
  expect(collector.requests[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/x-protobuf' },
  });
  expect(collector.resource()).toEqual({
    'service.name': 'traced site',
    'service.instance.id': expect.any(String),
  });
  expectNothingPersonal();
});

test('an unknown address is named without what it holds, and a refusal is no failure', async () => {
  const { traceId, headers } = newCaller();
  await fetch(`${address}/api/v1/markedaddress/markedname?markedquery`, { headers });
  const { spans, request } = await traceOf(traceId);
  expect(request).toMatchObject({
    name: 'GET /api/v1/*',
    attributes: { 'http.route': '/api/v1/*', 'http.response.status_code': '404' },
  });
  const refused = newCaller();
  expect((await post('/api/v1/registrations', marked, refused.headers)).status).toBe(400);
  await traceOf(refused.traceId);
  for (const span of [...spans, ...spansOf(refused.traceId)]) {
    expect(span.attributes).not.toHaveProperty('error.type');
    expect(span.status.code ?? 0).toBe(0);
  }
  expectNothingPersonal();
});

test('an answer from memory is traced without a statement, and a probe not at all', async () => {
  const { id } = await program();
  const read = async () => {
    const { traceId, headers } = newCaller();
    await (await fetch(`${address}/api/v1/programs/${id}`, { headers })).text();
    return traceOf(traceId);
  };
  const first = await read();
  expect(first.spans.map(({ name }) => name)).toContain('SELECT programs');
  // The notice that empties the memory may come late
  let second = first;
  await vi.waitFor(async () => {
    second = await read();
    // The request's and the framework's, and no statement
    expect(second.spans.map(({ name }) => name)).toEqual(Array(2).fill('GET /api/v1/programs/:id'));
  }, soon);
  for (const { request } of [first, second]) {
    expect(request).toMatchObject({ name: 'GET /api/v1/programs/:id', parentSpanId: 'd'.repeat(16) });
  }
  const probe = newCaller();
  await fetch(`${address}/healthz?now`, { headers: probe.headers });
  await read();
  expect(spansOf(probe.traceId)).toEqual([]);
});

test('a trace that the caller does not record is not recorded here', async () => {
  const unrecorded = newCaller();
  const last = newCaller();
  const traceparent = unrecorded.headers.traceparent.replace(/01$/, '00');
  expect((await fetch(`${address}/api/v1/site`, { headers: { traceparent } })).status).toBe(200);
  await fetch(`${address}/api/v1/site`, { headers: last.headers });
  await traceOf(last.traceId);
  expect(spansOf(unrecorded.traceId)).toEqual([]);
});

test('an email, a webhook and a call of the store have spans, without receivers and addresses', async () => {
  const webhook = { url: receiver.url, events: ['registration.created'] };
  const made = await post('/api/trpc/webhooks.create', webhook, office);
  expect(made.status, await made.text()).toBe(200);
  const { id: programId } = await program();
  await created('/api/v1/registrations', { ...marked, email: 'markedother@example.org', programId });
  const body = makeImageForm(await makeNoisyImage('jpeg'));
  const path = '/uploads/demo/image/upload?marked=query';
  expect((await fetch(address + path, { method: 'POST', headers: office, body })).status).toBe(200);

  expect(await spanNamed('send registration-received')).toMatchObject({
    kind: CLIENT,
    attributes: { 'institute.message.kind': 'registration-received', 'institute.attempt': '1' },
  });
  const sent = await spanNamed('POST webhook');
  expect(sent).toMatchObject({ kind: CLIENT, attributes: { 'http.response.status_code': '204' } });
  expect((await spanNamed('PUT'))?.attributes).toEqual({
    'http.request.method': 'PUT',
    'http.response.status_code': '200',
    'server.address': '127.0.0.1',
  });
  expectNothingPersonal();
  for (const { bytes } of collector.requests) expect(bytes.toString()).not.toContain(receiver.url);
  expect(receiver.received[0]?.headers).not.toHaveProperty('traceparent');
});

test('traces go out as JSON, strangers continue none, and the last ones are sent before the end', async () => {
  const other = await startTraced({
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '60000',
  });
  try {
    const { traceId, headers } = newCaller();
    expect((await fetch(`${other.address}/api/v1/programs?marked`, { headers })).status).toBe(200);
    other.server.child.kill('SIGINT');
    expect(await other.server.ended).toBe(0);
    expect(other.collector.requests[0]?.headers['content-type']).toBe('application/json');
    expect(other.collector.resource()).toMatchObject({ 'service.name': 'institute' });
    const request = other.collector.spans().find(({ kind }) => kind === SERVER);
    expect(request).toMatchObject({ name: 'GET /api/v1/programs' });
    expect(request?.parentSpanId || undefined).toBeUndefined();
    expect(spansOf(traceId, other.collector)).toEqual([]);
    expect(other.collector.spans().map(({ name }) => name)).toContain('SELECT programs');
    expectNothingPersonal(other.collector);
  } finally {
    other.server.child.kill('SIGKILL');
    await other.server.ended;
    await other.collector.close();
  }
});

test('a collector that is away is one line in the log, and so is its return', async () => {
  const lines = (text: string) => server.output().stdout.split(text).length - 1;
  const isSaid = (text: string) => vi.waitFor(() => expect(lines(text)).toBe(1), soon);
  const call = async () => (await fetch(`${address}/api/v1/posts?page=${Math.random()}`)).text();
  collector.status = 400;
  await vi.waitFor(async () => {
    await call();
    expect(lines('traces cannot be sent')).toBe(1);
  }, soon);
  await call();
  collector.status = 200;
  await call();
  await isSaid('traces are sent again');
  expect(lines('traces cannot be sent')).toBe(1);
});

test('nothing of OpenTelemetry is loaded unless traces are', () => {
  const loaded = `Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('opentelemetry')).length`;
  const script = `import { createRequire } from 'node:module';
    await Promise.all([import('./start.ts'), import('./app.ts')]);
    const before = ${loaded};
    await import('./tracing/sdk.ts');
    console.log(before, ${loaded} > 0);`;
  const options = { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' } as const;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], options);
  expect(said).toBe('0 true\n');
});

test('a schedule is a trace with its name and attempt', async () => {
  const exporter = new tracing.InMemorySpanExporter();
  const provider = new tracing.BasicTracerProvider({
    spanProcessors: [new tracing.SimpleSpanProcessor(exporter)],
  });
  setTracingApi({
    ...api,
    trace: Object.assign(Object.create(api.trace), { getTracer: provider.getTracer.bind(provider) }),
  });
  const t = await testApp();
  const schedule = {
    name: 'traced',
    cron: '* * * * *',
    run: () => Promise.reject(new RangeError('about Markedann')),
  };
  const ctx = t.jobContext();
  await ctx.em.execute(`insert into schedules (name, next_run_at) values ('traced', now())`);
  const background = startBackground({
    ...ctx,
    work: [createScheduler([schedule], () => t.jobContext(), retryRulesByWork.schedules)],
  });
  try {
    await vi.waitFor(() => expect(exporter.getFinishedSpans()).not.toEqual([]), soon);
  } finally {
    setTracingApi(undefined);
    await background.close();
    await t.close();
  }
  const [span] = exporter.getFinishedSpans();
  expect(span).toMatchObject({
    name: 'process traced',
    kind: api.SpanKind.CONSUMER,
    status: { code: api.SpanStatusCode.ERROR },
    attributes: {
      'messaging.destination.name': 'traced',
      'institute.attempt': 1,
      'error.type': 'RangeError',
    },
  });
  expect(span?.parentSpanContext).toBeUndefined();
});
