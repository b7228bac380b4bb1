import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure, type Client, createClient } from './client.ts';
import { keepSession, memoryStore } from './session.ts';

const url = 'https://institute.example';
type Made = { url: string; init: RequestInit; headers: Headers };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const refusal = (status: number, code: string, headers?: Record<string, string>) =>
  json(
    status,
    { error: { code, message: 'No', details: [{ path: 'name', message: 'Why' }], requestId: 'r' } },
    headers,
  );
const list = () => json(200, { data: [], meta: { total: 0, limit: 10, offset: 0 } });

function site(...answers: (() => Response | Promise<Response>)[]) {
  const made: Made[] = [];
  const fetch = async (address: string, init: RequestInit = {}) => {
    made.push({ url: address, init, headers: new Headers(init.headers) });
    const answer = answers[made.length - 1];
    if (!answer) throw new Error('Nobody expects this call');
    return answer();
  };
  return { fetch, made };
}
const noConnection = () => Promise.reject(new TypeError('fetch failed'));

async function finished<T>(work: Promise<T>): Promise<T> {
  const outcome = work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.runAllTimersAsync();
  const settled = await outcome;
  if ('error' in settled) throw settled.error;
  return settled.value;
}

const contact = { name: 'Ann', email: 'ann@example.org', subject: 'Hello', message: 'A question' };

test('an answer is a value with data, meta and headers', async () => {
  const { fetch, made } = site(() => json(200, { data: { id: 7 } }, { etag: '"a"' }), list);
  const institute = createClient({ url: `${url}/`, key: 'ik_1', fetch });

  const one = await institute('GET /programs/:id', { params: { id: 7 } });
  const many = await institute('GET /posts', { query: { q: 'open day' } });

  expect(one.error).toBeUndefined();
  expect(one.data).toEqual({ id: 7 });
  expect(one.headers?.get('etag')).toBe('"a"');
  expect(many).toMatchObject({ data: [], meta: { total: 0 } });
  expect(made.map((call) => call.url)).toEqual([
    `${url}/api/v1/programs/7`,
    `${url}/api/v1/posts?q=open+day`,
  ]);
  expect(made[0]?.headers.get('authorization')).toBe('Bearer ik_1');
  expect(made[0]?.headers.has('idempotency-key')).toBe(false);
});

test('a refusal is a value with code, details and request id', async () => {
  const { fetch } = site(() => refusal(404, 'NOT_FOUND'));
  const { data, error } = await createClient({ url, fetch })('GET /programs/:id', { params: { id: 9 } });
  expect(data).toBeUndefined();
  expect(error).toBeInstanceOf(ApiFailure);
  expect(error).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
    requestId: 'r',
    details: [{ path: 'name' }],
  });
});

test('an answer that is no JSON is a value too', async () => {
  const { fetch } = site(() => new Response('<h1>Hello</h1>'));
  const { error } = await createClient({ url, fetch })('GET /programs');
  expect(error).toMatchObject({ status: 200, code: 'INTERNAL_ERROR' });
});

test('a POST keeps its idempotency key over its retries, and each call has its own', async () => {
  const done = () => json(201, { data: { id: 1 } }, { 'idempotency-replayed': 'true' });
  const { fetch, made } = site(noConnection, () => refusal(503, 'UNAVAILABLE'), done, done, done);
  const institute = createClient({ url, fetch });

  const first = await finished(institute('POST /contact', { body: contact }));
  await institute('POST /contact', { body: contact });
  await institute('POST /contact', { body: contact, headers: { 'idempotency-key': 'mine' } });

  expect(first.data).toEqual({ id: 1 });
  expect(first.headers?.get('idempotency-replayed')).toBe('true');
  const keys = made.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/^[\da-f]{32}$/);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
  expect(keys[4]).toBe('mine');
});

test('headers of the caller replace those of the client, however they are written', async () => {
  const { fetch, made } = site(() => json(201, { data: { id: 1 } }));
  const headers = { 'Idempotency-Key': 'mine', Authorization: 'Bearer other' } as object;
  await createClient({ url, key: 'ik_1', fetch })('POST /contact', { body: contact, headers });
  expect(made[0]?.headers.get('idempotency-key')).toBe('mine');
  expect(made[0]?.headers.get('authorization')).toBe('Bearer other');
});

test('a read is tried again with longer and longer pauses, and its last failure is the answer', async () => {
  const { fetch, made } = site(noConnection, noConnection, noConnection, noConnection);
  const startedAt = Date.now();
  const { error } = await finished(createClient({ url, fetch })('GET /programs'));
  expect(error).toMatchObject({ status: 0, code: 'NETWORK' });
  expect(made).toHaveLength(4);
  const waited = Date.now() - startedAt;
  expect(waited).toBeGreaterThanOrEqual((500 + 1000 + 2000) / 2);
  expect(waited).toBeLessThanOrEqual(500 + 1000 + 2000);
});

test('a body that breaks off is tried again', async () => {
  const broken = () =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) }));
  const { fetch, made } = site(broken, list);
  expect((await finished(createClient({ url, fetch })('GET /programs'))).data).toEqual([]);
  expect(made).toHaveLength(2);
});

test('a change that may have been done is not sent again, one that was refused for its number is', async () => {
  for (const [answer, tries] of [
    [noConnection, 1],
    [() => refusal(503, 'UNAVAILABLE'), 1],
    [() => refusal(429, 'RATE_LIMITED', { 'retry-after': '1' }), 2],
  ] as const) {
    const { fetch, made } = site(answer, () => json(200, { data: {} }));
    await finished(createClient({ url, fetch })('PUT /programs/:id', { params: { id: 1 }, body: {} }));
    expect(made).toHaveLength(tries);
  }
});

test('a change that cannot be done twice is sent again to a busy site, and not after a lost answer', async () => {
  const calls: ((institute: Client) => Promise<unknown>)[] = [
    (institute) =>
      institute('PUT /programs/:id', { params: { id: 1 }, headers: { 'if-match': '"a"' }, body: {} }),
    (institute) => institute('DELETE /programs/:id', { params: { id: 1 } }),
  ];
  for (const call of calls) {
    for (const [answer, tries] of [
      [() => refusal(503, 'UNAVAILABLE', { 'retry-after': '1' }), 2],
      [noConnection, 1],
      [() => refusal(504, 'INTERNAL_ERROR'), 1],
    ] as const) {
      const { fetch, made } = site(answer, () => json(200, { data: {} }));
      await finished(call(createClient({ url, fetch })));
      expect(made).toHaveLength(tries);
    }
  }
});

test('a refusal is not tried again', async () => {
  for (const status of [400, 401, 403, 404, 409, 500]) {
    const { fetch, made } = site(() => refusal(status, 'CONFLICT'));
    await createClient({ url, fetch })('POST /contact', { body: contact });
    expect(made).toHaveLength(1);
  }
});

test('signing in is sent once, without an idempotency key', async () => {
  const { fetch, made } = site(noConnection);
  const body = { email: 'a@example.org', password: 'a' };
  const { error } = await finished(createClient({ url, fetch })('POST /admin/login', { body }));
  expect(error?.code).toBe('NETWORK');
  expect(made).toHaveLength(1);
  expect(made[0]?.headers.has('idempotency-key')).toBe(false);
});

test.each([
  ['seconds', () => '20'],
  ['a date', () => new Date(Date.now() + 20_000).toUTCString()],
])('waits as long as Retry-After asks in %s', async (_, retryAfter) => {
  vi.setSystemTime('2026-11-21T10:00:00Z');
  const { fetch } = site(() => refusal(429, 'RATE_LIMITED', { 'retry-after': retryAfter() }), list);
  const startedAt = Date.now();
  expect((await finished(createClient({ url, fetch })('GET /programs'))).error).toBeUndefined();
  expect(Date.now() - startedAt).toBe(20_000);
});

test('does not wait longer than it may, nor try more often', async () => {
  const long = site(() => refusal(429, 'RATE_LIMITED', { 'retry-after': '61' }));
  expect((await createClient({ url, fetch: long.fetch })('GET /programs')).error?.code).toBe('RATE_LIMITED');
  const once = site(noConnection);
  const { error } = await createClient({ url, fetch: once.fetch, retries: 0 })('GET /programs');
  expect(error?.code).toBe('NETWORK');
});

test('the signal of the caller ends the call, its pause, and what was not begun', async () => {
  const leaving = new AbortController();
  const reason = new Error('The user has left');
  const { fetch, made } = site(() => refusal(503, 'UNAVAILABLE', { 'retry-after': '30' }), list);
  const institute = createClient({ url, fetch });
  const call = institute('GET /programs', {}, { signal: leaving.signal });
  call.catch(() => {});
  await vi.advanceTimersByTimeAsync(1000);
  leaving.abort(reason);
  await expect(call).rejects.toBe(reason);
  await expect(institute('GET /programs', {}, { signal: leaving.signal })).rejects.toBe(reason);
  expect(made).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('a session renews its token below the call', async () => {
  const user = { id: 1, email: 'a@example.org', name: 'Ann', role: 'admin', avatar: '' } as const;
  const { fetch, made } = site(
    () => refusal(401, 'TOKEN_EXPIRED'),
    () => json(200, { data: { user, token: 'new' } }),
    list,
  );
  const session = keepSession({ baseUrl: `${url}/api/v1`, storage: memoryStore(), fetch });
  session.write({ user, token: 'old' } as never);
  const { data } = await createClient({ url, session, fetch })('GET /registrations');
  expect(data).toEqual([]);
  expect(made.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', null, 'Bearer new']);
});
