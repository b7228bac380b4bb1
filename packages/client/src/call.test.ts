import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Program } from '@institute/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Call, createCall, sendOverHttp } from './call.ts';
import { ok, okPage } from './failure.ts';

let server: Server;
let call: Call;
let heard: { line: string; type: string | undefined; key: string | undefined; body: string }[];
let answer: { status: number; body: string; type?: string } | 'nothing';

beforeEach(async () => {
  heard = [];
  answer = { status: 200, body: '{"data":{"id":7}}' };
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { 'content-type': type, 'idempotency-key': key } = request.headers;
    heard.push({ line: `${request.method} ${request.url}`, type, key: key?.toString(), body });
    if (answer !== 'nothing') {
      response
        .writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' })
        .end(answer.body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  call = createCall(sendOverHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`));
  return () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
});
afterEach(() => vi.restoreAllMocks());

test('returns the `data` of an answer, typed by the contract', async () => {
  const program: Program = await ok(call('GET /programs/:id', { params: { id: 7 } }));

  expect(program).toEqual({ id: 7 });
  expect(heard).toEqual([{ line: 'GET /api/v1/programs/7', type: undefined, key: undefined, body: '' }]);
});

test('returns a list with its total', async () => {
  answer = { status: 200, body: '{"data":[],"meta":{"total":0,"limit":1000,"offset":0}}' };

  const { data, meta } = await okPage(
    call('GET /posts', { query: { q: 'open day & more', category: undefined } }),
  );

  expect([data, meta.total]).toEqual([[], 0]);
  expect(heard[0]?.line).toBe('GET /api/v1/posts?q=open+day+%26+more');
});

test('sends JSON and the given headers', async () => {
  answer = { status: 201, body: '{"data":{"id":1,"createdAt":"2026-11-12T09:00:00Z"}}' };
  const body = { name: 'Jane', email: 'jane@example.org', subject: 'Hours', message: 'When do you open?' };

  await ok(call('POST /contact', { body, headers: { 'idempotency-key': 'one' } }));

  expect(heard).toEqual([
    { line: 'POST /api/v1/contact', type: 'application/json', key: 'one', body: JSON.stringify(body) },
  ]);
});

test('a failure carries status, code, message, details and request id', async () => {
  const details = [{ path: 'email', message: 'Enter a valid email address' }];
  const error = {
    code: 'VALIDATION_ERROR',
    message: 'Some of the fields are not right',
    details,
    requestId: 'r-9',
  };
  answer = { status: 400, body: JSON.stringify({ error }) };

  await expect(ok(call('POST /newsletter/subscribe', { body: { email: 'x' } }))).rejects.toMatchObject({
    name: 'ApiFailure',
    status: 400,
    ...error,
  });
});

test.each([
  [502, '<h1>Bad gateway</h1>', 'INTERNAL_ERROR', 'The server answered 502'],
  [503, '', 'UNAVAILABLE', 'The server answered 503'],
  [200, 'Welcome to the hotel network', 'INTERNAL_ERROR', 'The server gave an answer that makes no sense'],
])('an answer %i that is not ours is a failure', async (status, body, code, message) => {
  answer = { status, body, type: 'text/html' };
  await expect(ok(call('GET /site'))).rejects.toMatchObject({ status, code, message });
});

test('a server that cannot be reached is a failure without status', async () => {
  const gone = createCall(sendOverHttp('http://127.0.0.1:1/api/v1'));
  await expect(ok(gone('GET /site'))).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
});

test('a server that does not answer in the agreed time is a failure without status', async () => {
  const elapsed = new AbortController();
  const asked = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(elapsed.signal);
  answer = 'nothing';

  const failed = expect(ok(call('GET /site'))).rejects.toMatchObject({ status: 0, code: 'TIMEOUT' });
  await expect.poll(() => heard).not.toEqual([]);
  elapsed.abort();

  await failed;
  expect(asked).toHaveBeenCalledWith(30_000);
});
