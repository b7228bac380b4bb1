import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCall, sendOverHttp } from './call.ts';
import { ok } from './failure.ts';
import { keepSession } from './session.ts';

const jane = { id: 1, email: 'jane.doe@example.org', name: 'Jane Doe', avatar: 'JD' };
const memory = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

type Answer = [status: number, body: unknown];
const unauthenticated: Answer = [
  401,
  { error: { code: 'TOKEN_EXPIRED', message: 'Sign in again', details: [], requestId: 'r-1' } },
];

let server: Server;
let baseUrl: string;
let storage: ReturnType<typeof memory>;
let signedOut: number;
let heard: { call: string; bearer: string | undefined }[];
let valid: string;
let refresh: (request: IncomingMessage) => Answer | Promise<Answer>;
let protectedAnswer: (bearer: string | undefined) => Answer | Promise<Answer>;

beforeEach(async () => {
  storage = memory();
  signedOut = 0;
  heard = [];
  valid = 'fresh';
  refresh = () => [200, { data: { user: jane, token: 'fresh' } }];
  protectedAnswer = (bearer) =>
    bearer === `Bearer ${valid}`
      ? [200, { data: [], meta: { total: 0, limit: 1000, offset: 0 } }]
      : unauthenticated;

  server = createServer(async (request, response) => {
    const bearer = request.headers.authorization;
    heard.push({ call: `${request.method} ${request.url}`, bearer });
    const path = request.url?.replace('/api/v1', '');
    const [status, body] =
      path === '/admin/refresh'
        ? await refresh(request)
        : path?.startsWith('/admin/')
          ? unauthenticated
          : await protectedAnswer(bearer);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  return () => new Promise((resolve) => server.close(resolve));
});
afterEach(() => vi.restoreAllMocks());

const callWithSession = () => {
  const session = keepSession({
    baseUrl,
    storage,
    onSignedOut: () => {
      signedOut += 1;
    },
  });
  return createCall(sendOverHttp(baseUrl, session.fetch));
};
const calls = (name: string) => heard.filter(({ call }) => call.includes(name));
const signIn = (token: string) => keepSession({ baseUrl, storage }).write({ user: jane, token });

test('sends the stored bearer, and no Authorization header when none is stored', async () => {
  protectedAnswer = () => [200, { data: [] }];
  await callWithSession()('GET /registrations');
  signIn('fresh');
  await callWithSession()('GET /registrations');

  expect(heard.map(({ bearer }) => bearer)).toEqual([undefined, 'Bearer fresh']);
});

test('calls without a session neither send the stored bearer nor renew it', async () => {
  signIn('stale');
  const call = createCall(sendOverHttp(baseUrl));

  expect(await call('GET /registrations')).toMatchObject({ status: 401 });
  expect(heard).toEqual([{ call: 'GET /api/v1/registrations', bearer: undefined }]);
});

test('a 401 is refreshed once and the call retried once with the new bearer, which is stored', async () => {
  signIn('stale');

  expect(await ok(callWithSession()('GET /registrations'))).toEqual([]);
  expect(heard.map(({ call, bearer }) => [call, bearer])).toEqual([
    ['GET /api/v1/registrations', 'Bearer stale'],
    ['POST /api/v1/admin/refresh', undefined],
    ['GET /api/v1/registrations', 'Bearer fresh'],
  ]);
  expect(storage.kept.get('token')).toBe('fresh');
  expect(JSON.parse(storage.kept.get('user') ?? '')).toEqual(jane);
});

test('concurrent 401s share one refresh', async () => {
  signIn('stale');
  const call = callWithSession();

  const answers = await Promise.all([
    call('GET /registrations'),
    call('GET /contact-submissions'),
    call('GET /stats'),
    call('GET /registrations'),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(calls('refresh')).toHaveLength(1);
});

test('a second 401 after the retry is passed to the caller, without a loop', async () => {
  signIn('stale');
  valid = 'never';

  await expect(ok(callWithSession()('GET /registrations'))).rejects.toMatchObject({
    status: 401,
    code: 'TOKEN_EXPIRED',
  });
  expect(calls('registrations')).toHaveLength(2);
  expect(calls('refresh')).toHaveLength(1);
});

test('a bearer that another tab has renewed meanwhile is used without a refresh', async () => {
  signIn('stale');
  protectedAnswer = (bearer) => {
    storage.kept.set('token', 'fresh');
    return bearer === 'Bearer fresh' ? [200, { data: [] }] : unauthenticated;
  };

  expect(await callWithSession()('GET /registrations')).toMatchObject({ status: 200 });
  expect(calls('refresh')).toHaveLength(0);
});

test('a refresh that fails after another tab has succeeded uses that tab’s bearer', async () => {
  signIn('stale');
  refresh = () => {
    storage.kept.set('token', 'fresh');
    return unauthenticated;
  };

  expect(await callWithSession()('GET /registrations')).toMatchObject({ status: 200 });
  expect(signedOut).toBe(0);
});

const cutOff = ({ socket }: IncomingMessage) => {
  socket.destroy();
  return unauthenticated;
};

test.each<[string, typeof refresh]>([
  ['refused', () => unauthenticated],
  ['broken', () => [500, 'out of order']],
  ['without a token', () => [200, { data: { user: jane, token: '' } }]],
  ['cut off', cutOff],
])('a refresh that is %s removes both keys, is logged and leads to sign-in', async (_, answer) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  signIn('stale');
  refresh = answer;
  const call = callWithSession();

  const answers = await Promise.all([call('GET /registrations'), call('GET /contact-submissions')]);

  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  expect([...storage.kept]).toEqual([]);
  expect(logged.mock.calls.map(([text]) => text)).toEqual(['Refresh token failed']);
  expect(signedOut).toBe(1);
});

test('a 401 that comes after the session has ended neither renews nor ends it again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  signIn('stale');
  refresh = () => unauthenticated;
  const call = callWithSession();
  const answers = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
  let asked = 0;
  protectedAnswer = () => answers[asked++]?.promise ?? unauthenticated;

  const both = [call('GET /registrations'), call('GET /registrations')];
  await expect.poll(() => calls('registrations')).toHaveLength(2);
  answers[0]?.resolve(unauthenticated);
  await Promise.any(both);
  answers[1]?.resolve(unauthenticated);

  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([401, 401]);
  expect(calls('refresh')).toHaveLength(1);
  expect(logged.mock.calls).toEqual([['Refresh token failed']]);
  expect(signedOut).toBe(1);
});

test.each(['POST /admin/login', 'POST /admin/signup'] as const)(
  'a 401 of %s itself is passed to the caller',
  async (endpoint) => {
    const body = { email: 'jane.doe@example.org', password: 'not it', confirmPassword: 'not it' };

    expect(await callWithSession()(endpoint, { body })).toMatchObject({ status: 401 });
    expect(calls('refresh')).toHaveLength(0);
  },
);

test.each([
  ['nothing', {}],
  ['a user that is no JSON', { user: '{"email":', token: 'fresh' }],
  ['a user that is something else', { user: '17', token: 'fresh' }],
  ['a user without an address', { user: '{}', token: 'fresh' }],
  ['a user whose name is an object', { user: JSON.stringify({ ...jane, name: {} }), token: 'fresh' }],
  ['a user whose avatar is a list', { user: JSON.stringify({ ...jane, avatar: ['J'] }), token: 'fresh' }],
  ['a user without a name', { user: JSON.stringify({ ...jane, name: undefined }), token: 'fresh' }],
  ['a user whose id is text', { user: JSON.stringify({ ...jane, id: '1' }), token: 'fresh' }],
  ['no token', { user: JSON.stringify(jane) }],
])('%s in the storage means signed out', (_, stored) => {
  for (const [key, value] of Object.entries(stored)) storage.kept.set(key, value);
  expect(keepSession({ baseUrl, storage }).read()).toBeNull();
});

test('restores the stored user and token, and forgets both', () => {
  signIn('fresh');
  const session = keepSession({ baseUrl, storage });
  expect(session.read()).toEqual({ user: jane, token: 'fresh' });

  session.clear();
  expect([...storage.kept]).toEqual([]);
});

test('signing out aborts the calls under way, and their late answers renew nothing', async () => {
  signIn('stale');
  const session = keepSession({ baseUrl, storage, onSignedOut: () => signedOut++ });
  protectedAnswer = () => {
    session.clear();
    return unauthenticated;
  };

  await expect(session.fetch(`${baseUrl}/registrations`)).rejects.toMatchObject({ name: 'AbortError' });
  expect(calls('refresh')).toHaveLength(0);
  expect(signedOut).toBe(0);
});

test('calls after signing out are not sent, so that they renew nothing', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  signIn('fresh');
  const session = keepSession({ baseUrl, storage, onSignedOut: () => signedOut++ });
  session.clear();

  await expect(session.fetch(`${baseUrl}/registrations`)).rejects.toMatchObject({ name: 'AbortError' });
  expect(heard).toEqual([]);
  expect(signedOut).toBe(0);
  expect(logged).not.toHaveBeenCalled();

  signIn('fresh');
  expect((await session.fetch(`${baseUrl}/registrations`)).status).toBe(200);
});

test.each<[string, Answer]>([
  ['brings a new bearer', [200, { data: { user: jane, token: 'fresh' } }]],
  ['is refused', unauthenticated],
])('a refresh that %s after signing out changes nothing', async (_, answer) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  signIn('stale');
  const session = keepSession({ baseUrl, storage, onSignedOut: () => signedOut++ });
  refresh = () => {
    session.clear();
    return answer;
  };

  await expect(session.fetch(`${baseUrl}/registrations`)).rejects.toMatchObject({ name: 'AbortError' });
  expect([...storage.kept]).toEqual([]);
  expect(signedOut).toBe(0);
  expect(logged).not.toHaveBeenCalled();
});

test('a sign-in after a sign-out is not affected by late answers, and renews as usual', async () => {
  signIn('stale');
  const session = keepSession({ baseUrl, storage });
  refresh = () => {
    session.clear();
    session.write({ user: jane, token: 'other' });
    return unauthenticated;
  };
  await expect(session.fetch(`${baseUrl}/registrations`)).rejects.toMatchObject({ name: 'AbortError' });
  expect(session.read()).toEqual({ user: jane, token: 'other' });

  refresh = () => [200, { data: { user: jane, token: 'fresh' } }];
  expect((await session.fetch(`${baseUrl}/registrations`)).status).toBe(200);
  expect(session.read()).toEqual({ user: jane, token: 'fresh' });
});

test('a refresh that ends after another tab has signed out does not sign in again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  signIn('stale');
  refresh = () => {
    storage.kept.clear();
    return [200, { data: { user: jane, token: 'fresh' } }];
  };

  expect(await callWithSession()('GET /registrations')).toMatchObject({ status: 401 });
  expect([...storage.kept]).toEqual([]);
  expect(signedOut).toBe(1);
});

test('a sign-in waits for the answer to the sign-out before it, which clears the cookie', async () => {
  const order: string[] = [];
  const { fetch } = keepSession({
    baseUrl,
    storage,
    fetch: async (url) => {
      order.push(`asked ${url}`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`answered ${url}`);
      return Response.json({});
    },
  });

  await Promise.all([fetch('/admin/logout'), fetch('/admin/login')]);

  expect(order).toEqual([
    'asked /admin/logout',
    'answered /admin/logout',
    'asked /admin/login',
    'answered /admin/login',
  ]);
});
