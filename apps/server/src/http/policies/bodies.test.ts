import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  contactInput,
  contract,
  limitBodyBytes,
  type RouteRules,
  registrationInput,
} from '@institute/contract';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { buildApp } from '../../app.ts';
import { message } from '../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../testing/app/test-app.ts';
import { timeLimits } from './timeouts.ts';

interface Route {
  method: string;
  path: string;
  metadata: RouteRules;
}
const isRoute = (value: object): value is Route => 'method' in value && 'path' in value;
const routesOf = (router: object): Route[] =>
  Object.values(router).flatMap((value: object) => (isRoute(value) ? [value] : routesOf(value)));
const withBody = routesOf(contract).filter(({ method }) => method === 'POST' || method === 'PUT');

const LATE_BODY_MS = 300;
const t = await useTestApp();
const app = await buildApp({
  config: t.config,
  db: t.db,
  withPages: false,
  limits: { ...timeLimits, lateBodyMs: LATE_BODY_MS },
});
await app.listen({ port: 0, host: '127.0.0.1' });
const port = (app.server.address() as AddressInfo).port;
afterAll(() => app.close());

const json = { 'content-type': 'application/json' };
const ofBytes = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
const urlOf = ({ path }: Route) => path.replace(/:\w+/g, '1');

describe.each(withBody.filter(({ metadata }) => metadata.access === 'anyone'))('$method $path', (route) => {
  test('accepts bodies from visitors up to its limit', async () => {
    const ask = (bytes: number) =>
      t.app.inject({
        method: route.method as 'POST',
        url: urlOf(route),
        headers: json,
        payload: ofBytes(bytes),
      });
    const limit = limitBodyBytes(route.metadata);
    if (!route.metadata.takes) expect(limit).toBeLessThanOrEqual(64 * 1024);
    expect((await ask(limit)).statusCode).not.toBe(413);
    // The secret of the payment provider's notices, and an applicant's ticket, are checked first
    const isClosed = route.path.endsWith('/webhook') || route.metadata.ticket === 'needed';
    expect((await ask(limit + 1)).statusCode).toBe(isClosed ? 401 : 413);
  });
});

test.each(withBody.filter(({ metadata }) => metadata.access === 'bearer'))(
  '$method $path refuses a visitor before it reads the body',
  async (route) => {
    const answer = await t.app.inject({
      method: route.method as 'POST',
      url: urlOf(route),
      headers: json,
      payload: ofBytes(2 * 1024 * 1024),
    });
    expect(answer.statusCode).toBe(401);
  },
);

test.each([
  ['a registration', contract.registrations.create, registrationInput],
  ['a message', contract.contact.send, contactInput],
])('%s with the longest texts fits in every encoding', (_, { metadata }, schema) => {
  const { $defs, $ref = '', ...whole } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  const { properties = {} } = $defs?.[$ref.split('/').at(-1) ?? ''] ?? whole;
  expect(Object.keys(properties).length).toBeGreaterThan(3);
  const lengths = Object.values(properties).map((rules) => {
    const { maxLength = 40, anyOf = [] } = rules as { maxLength?: number; anyOf?: { maxLength?: number }[] };
    return anyOf[0]?.maxLength ?? maxLength;
  });
  const escaped = lengths.reduce((sum, length) => sum + length * '\\u1234'.length + 40, 0);
  expect(escaped).toBeLessThan(limitBodyBytes(metadata));
});

test('the dashboard’s calls refuse a visitor before they read a large body', async () => {
  const ask = (payload: string, token?: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/trpc/programs.create',
      payload,
      headers: { ...json, ...(token && { authorization: `Bearer ${token}` }) },
    });
  const refused = await ask(ofBytes(2 * 1024 * 1024));
  expect([refused.statusCode, refused.json().error.data.apiError.code]).toEqual([401, 'UNAUTHENTICATED']);

  const { token } = await t.given.account();
  expect((await ask(ofBytes(500 * 1024), token)).statusCode).toBe(400);
});

test.each(['gzip', 'br', 'x-unknown', 'identity, gzip'])(
  'a body in Content-Encoding %s is refused with a word about it',
  async (encoding) => {
    const send = (headers: Record<string, string>) =>
      t.app.inject({
        method: 'POST',
        url: '/api/v1/contact',
        headers: { ...json, ...headers },
        payload: gzipSync(JSON.stringify(message)),
      });
    const answer = await send({ 'content-encoding': encoding });
    expect(answer.statusCode).toBe(415);
    expect(answer.json().error.message).toContain('Content-Encoding');
    expect((await send({ 'content-encoding': 'Identity' })).statusCode).toBe(400);
  },
);

test('the dashboard’s calls refuse a body without a length, which could be of any size', async () => {
  const { token } = await t.given.account();
  const call = 'POST /api/trpc/programs.create HTTP/1.1\r\nContent-Type: application/json';
  const answer = await sendWithoutEnd(`${call}\r\nAuthorization: Bearer ${token}`);
  expect(answer).toContain('HTTP/1.1 413 ');
  expect(answer).toContain('PAYLOAD_TOO_LARGE');
});

/** The answer, when the server has closed the connection. */
async function sendWithoutEnd(head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(`${head}\r\nHost: localhost:3000\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const sending = setInterval(() => socket.write('4\r\nbody\r\n'), 50);
  // Not `once`, which rejects when the server resets the connection
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(sending);
  return answer;
}

test.each([
  ['an unknown address', 'POST /nowhere HTTP/1.1', 404],
  ['a call that needs a session', 'POST /api/v1/programs HTTP/1.1', 401],
  ['a read', 'GET /healthz HTTP/1.1', 200],
  ['a read from memory', 'GET /api/v1/programs HTTP/1.1', 200],
])('a body that continues after the answer of %s closes the connection', async (_, head, status) => {
  await fetch(`http://127.0.0.1:${port}/api/v1/programs`);
  expect(await sendWithoutEnd(head)).toContain(`HTTP/1.1 ${status} `);
});

test('a body that ends soon after the answer leaves the connection open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const head = 'Host: localhost:3000\r\nContent-Length: 8\r\n\r\n';
  socket.write(`POST /nowhere HTTP/1.1\r\n${head}four`);
  await expect.poll(() => answer).toContain('404');
  socket.write('more');
  for (const count of [1, 2]) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost:3000\r\n\r\n');
    await expect.poll(() => answer.match(/200 OK/g)).toHaveLength(count);
    vi.advanceTimersByTime(10 * LATE_BODY_MS);
  }
  socket.destroy();
});

test('takes at most 2,000 connections', () => {
  expect(t.app.server).toMatchObject({ maxOpen: 2000 });
});
