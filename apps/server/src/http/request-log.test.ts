import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { fastify } from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { openLog } from '../log.ts';
import { patience } from '../testing/app/patience.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { answerFailure } from './failures.ts';
import { toLoggedError } from './request-log.ts';

let lines: string[] = [];

const t = await useTestApp();
const app = await buildApp({
  ...patience,
  config: { ...t.config, logLevel: 'trace', trustProxy: ['10.1.0.0/16'] },
  db: t.db,
  logTo: { write: (line) => lines.push(line) },
});
beforeEach(() => {
  lines = [];
});
afterAll(() => app.close());

const person = {
  firstName: 'Nakato',
  lastName: 'Ssebunya',
  email: 'nakato@applicant.example',
  phone: '+256 772 123 456',
  programId: 1,
  emergencyName: 'Babirye',
  medicalConditions: 'asthma',
  consent: true,
};

test('a registration logs one line with its id and nothing about the applicant', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/registrations?from=kampala-road',
    headers: { authorization: 'Bearer seCret', 'idempotency-key': 'key-of-nakato', 'user-agent': 'phone-x' },
    remoteAddress: '203.0.113.9',
    payload: person,
  });
  const withoutBearer = await app.inject({ method: 'POST', url: '/api/v1/registrations', payload: person });

  const log = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(log).toHaveLength(2);
  expect(log[0]).toMatchObject({
    method: 'POST',
    route: '/api/v1/registrations',
    status: answer.statusCode,
    ms: expect.any(Number),
    reqId: answer.headers['x-request-id'],
  });
  expect(log[1].reqId).toBe(withoutBearer.headers['x-request-id']);

  const secrets = Object.values(person).filter((value) => typeof value === 'string');
  for (const secret of [...secrets, 'kampala-road', 'seCret', 'key-of-nakato', 'phone-x', '203.0.113.9']) {
    expect(lines.join('')).not.toContain(secret);
  }
});

const ids = { 'x-request-id': 'of-the-proxy/1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
const post = (remoteAddress: string, headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: '/api/v1/contact', remoteAddress, headers, payload: {} });
const logged = () => lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request');

test('the request id and the trace of a trusted proxy are in the log, the answer and its envelope', async () => {
  const answer = await post('10.1.2.3', ids);

  expect(answer.headers).toMatchObject(ids);
  expect(answer.json().error.requestId).toBe(ids['x-request-id']);
  expect(logged()).toMatchObject({ reqId: ids['x-request-id'], traceparent: ids.traceparent });
});

test.each([
  ['of a stranger', '203.0.113.9', ids],
  ['longer than 200 signs', '10.1.2.3', { 'x-request-id': 'a'.repeat(201), traceparent: 'a'.repeat(201) }],
  ['with a space', '10.1.2.3', { 'x-request-id': 'a b', traceparent: 'a b' }],
])('a request id and a trace %s are not taken over', async (_, address, headers) => {
  const answer = await post(address, headers);

  expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  expect(answer.headers).not.toHaveProperty('traceparent');
  expect(logged()).not.toHaveProperty('traceparent');
});

test('an answer of the cache has the ids of its own caller, and so has its line of the log', async () => {
  const read = (id: string) =>
    app.inject({
      url: '/api/v1/posts?limit=3',
      remoteAddress: '10.1.2.3',
      headers: { 'x-request-id': id, traceparent: `trace-${id}` },
    });
  for (const id of ['first', 'second', 'third']) {
    expect((await read(id)).headers).toMatchObject({ 'x-request-id': id, traceparent: `trace-${id}` });
    expect(logged()).toMatchObject({ reqId: id, traceparent: `trace-${id}`, status: 200 });
    lines = [];
  }
  expect((await app.inject('/api/v1/posts?limit=3')).headers).not.toHaveProperty('traceparent');
});

test('what a handler logs has the id of its request', async () => {
  const probe = await buildApp({
    ...patience,
    config: { ...t.config, logLevel: 'warn' },
    db: t.db,
    withPages: false,
    logTo: { write: (line) => lines.push(line) },
  });
  probe.get('/probe', async ({ log, ctx }, reply) => {
    for (const one of [log, ctx.log, reply.log]) one.warn('probe');
    return '';
  });
  const answer = await probe.inject('/probe');
  await probe.close();

  const reqId = answer.headers['x-request-id'];
  const msg = 'probe';
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(Array(3).fill({ reqId, msg }));
});

test('a fault before the hook that opens the log of a request is logged with its id', async () => {
  const bare = fastify({ genReqId: () => 'of-the-call' });
  bare.log = openLog('error', { write: (line) => lines.push(line) });
  bare.setErrorHandler(answerFailure);
  bare.addHook('onRequest', (_request, _reply, done) => done(new Error('broken')));
  bare.get('/', async () => 'never');

  expect((await bare.inject('/')).json().error.requestId).toBe('of-the-call');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { reqId: 'of-the-call', msg: 'request failed', err: { message: 'broken' } },
  ]);
});

test('an internal error is logged without the SQL statement and its values', async () => {
  await expect(t.sql(`insert into programs (name) values ('Nakato Ssebunya')`)).rejects.toSatisfy(
    (error: Error) => {
      const logged = toLoggedError(error);
      expect(JSON.stringify(logged)).not.toContain('Nakato');
      expect(logged.stack).toContain('request-log.test.ts');
      return true;
    },
  );
  const cause = Object.assign(new Error('Key (email)=(nakato@applicant.example) exists'), {
    severity: 'ERROR',
    code: '23505',
    constraint: 'accounts_email_unique',
  });
  const text = JSON.stringify(toLoggedError(new UniqueConstraintViolationException(cause)));
  expect(text).not.toContain('nakato');
  expect(text).toContain('accounts_email_unique');
});

test.each([
  ['select nonsense from programs', 'Refused by the database, 42703, column "nonsense" does not exist'],
  [`select * from programs 'Nakato'`, 'Refused by the database, 42601'],
  [`select 'Nakato'::date`, 'Refused by the database, 22007'],
])('of the SQL %s it logs at most which column, table or type is wrong', async (sql, message) => {
  const error: Error = await t.sql(sql).catch((fault) => fault);
  expect(toLoggedError(error).message).toBe(message);
});

test('email addresses are removed from logged errors', () => {
  const { message } = toLoggedError(new Error('550 no such user <nakato@applicant.example>'));
  expect(message).toBe('550 no such user <…>');
});

test('successful reads are not logged at the default level', async () => {
  await app.inject('/api/v1/programs');
  await app.inject('/healthz');
  const levels = lines.map((line) => JSON.parse(line).level);
  expect(levels.every((level) => level < 30)).toBe(true);
});
