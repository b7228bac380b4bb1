import { type Need, type Right, rights } from '@institute/contract/rights.constants';
import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { adminRouter } from '../../composition/admin-router.ts';
import { everyContent } from '../app/content-samples.ts';
import { listRightsBut } from '../app/rights.ts';
import { useTestApp } from '../app/test-app.ts';
import { type Access, accessTable } from './access-table.ts';
import { callNames, listAllRoutes } from './every-route.ts';

/** A text in a medical field. Only those who may read it may get it. */
const canary = 'Canary of a medical field';

const t = await useTestApp({ METRICS_TOKEN: 'm'.repeat(40) });
type Bearer = 'nobody' | 'expired' | 'deactivated' | 'withoutMedical' | 'account' | 'owner';
/** An account that has no other right, or every other right. */
const withOnly = new Map<Right, string>();
const withoutAny = new Map<Access, string>();
const listRights = (access: string): Right[] => rights.filter((right) => access.split(', ').includes(right));
const withPages = await t.openPages();
await t.signIn();
const expired = (await t.signIn('expired@example.org')).token;
t.wait(15 * 60_000);
const gone = await t.signIn('gone@example.org');
const withoutMedical = await t.signIn('reader@example.org');
const { accounts } = t.office.admin;
await accounts.setActive.mutate({ id: gone.user.id, isActive: false });
await accounts.setRights.mutate({ id: withoutMedical.user.id, rights: listRightsBut('health') });
for (const { resource, full } of everyContent) await t.given.content(resource, full);
await t.given.registration({ medicalConditions: canary, allergies: canary, medications: canary });
await t.given.message();
const bearers = {
  nobody: '',
  expired,
  deactivated: gone.token,
  withoutMedical: withoutMedical.token,
  account: (await t.signIn('account@example.org')).token,
  owner: (await t.signIn()).token,
};
const signInWith = async (email: string, held: Right[]) => {
  const { token } = await t.signIn(email);
  await t.sql(`update accounts set rights = '{${held}}' where email = ?`, [email]);
  return token;
};
for (const right of rights) withOnly.set(right, await signInWith(`only.${right}@example.org`, [right]));
for (const [at, access] of Object.keys(accessTable).entries()) {
  withoutAny.set(
    access as Access,
    await signInWith(`without${at}@example.org`, listRightsBut(...listRights(access))),
  );
}

/** The highest caller who is refused, and the lowest who is let in. */
const expected: Partial<Record<Access, Partial<Record<Bearer, number | 'let in'>>>> = {
  anyone: { nobody: 'let in' },
  account: { nobody: 401, withoutMedical: 'let in' },
  owner: { account: 403, owner: 'let in' },
  secret: { nobody: 401, owner: 401 },
  hidden: { nobody: 404, owner: 404 },
  wrongMethod: { nobody: 405, owner: 405 },
};

const procedures = adminRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string; meta?: { needs?: Need; file?: string } } }
>;
type Method = NonNullable<InjectOptions['method']>;

function addressOf(name: string): { method: Method; url: string; payload?: object } {
  const [method = '', path = ''] = name.split(' ');
  if (method === 'trpc') {
    const isMutation = procedures[path]?._def.type === 'mutation';
    const url = `/api/trpc/${path}`;
    return isMutation
      ? { method: 'POST', url, payload: {} }
      : { method: 'GET', url: `${url}?input=${encodeURIComponent('{"id":1,"number":1}')}` };
  }
  return { method: method as Method, url: path.replace('*', '/').replace(/:[\w|:]+/g, '1') };
}

const bearerHeader = (token: string | undefined) =>
  token ? { authorization: `Bearer ${token}` } : undefined;
const sessionOf = (bearer: Bearer) => bearerHeader(bearers[bearer]);

/** An event stream never ends for a caller that it lets in. */
const isEndless = (name: string) => name === 'trpc stats.changes';
const endsSession = ['POST /api/v1/admin/logout', 'trpc account.endSessions'];

const isDeletion = ([name]: readonly [string, Access]) => /^DELETE|remove|purge|erase/.test(name);
const lines = Object.entries(accessTable)
  .flatMap(([access, names]) => names.map((name) => [name, access as Access] as const))
  // Deletions come last, because other calls need the rows.
  .sort((a, b) => Number(isDeletion(a)) - Number(isDeletion(b)));

const file = 'apps/server/src/testing/guarantees/access-table.ts';

test('every route and procedure stands in the table once, and nothing else does', () => {
  const known = [...callNames, ...listAllRoutes(withPages)].sort();
  const listed = lines.map(([name]) => name).sort();
  const without = (names: string[], others: string[]) => names.filter((name) => !others.includes(name));
  expect(without(known, listed), `Say in ${file} who may call`).toEqual([]);
  expect(without(listed, known), `Take out of ${file}, because nothing answers`).toEqual([]);
  expect(listed, `${file} names something twice`).toEqual(known);
});

test.each(callNames.filter((name) => name.startsWith('trpc')))('%s declares what the table says', (name) => {
  const need = procedures[name.slice('trpc '.length)]?._def.meta?.needs;
  const [, access] = lines.find(([listed]) => listed === name) ?? [];
  expect(access, `Its line in ${file}`).toBe([need].flat().join(', '));
});

test('there is a file for each ticket of an export', () => {
  const wanted = Object.values(procedures).flatMap(({ _def: { meta } }) => meta?.file ?? []);
  const served = listAllRoutes(withPages);
  const missing = wanted.filter((path) => !served.includes(`POST ${path}`));
  expect(wanted).toContain('/api/exports/registrations');
  expect(missing, 'Add these to `exports` in apps/server/src/composition/resources.ts').toEqual([]);
});

test('accounts that may read medical text get it', async () => {
  const { body } = await t.app.inject({ url: '/api/v1/registrations', headers: sessionOf('account') ?? {} });
  expect(body).toContain(canary);
});

test.each(lines)('%s is for %s', async (name, access) => {
  for (const [caller, token, answer] of callersOf(access)) {
    if (answer === 'let in' && (isEndless(name) || endsSession.includes(name))) continue;
    const { statusCode, body } = await withPages.inject({
      ...addressOf(name),
      headers: bearerHeader(token) ?? {},
    });
    const isLetIn = statusCode !== 401 && !(statusCode === 403 && body.includes('has no right to'));
    const found = answer === 'let in' && isLetIn ? 'let in' : statusCode;
    expect([caller, found], body.slice(0, 200)).toEqual([caller, answer]);
    if (caller !== 'owner') expect(body).not.toContain(canary);
  }
});

type AskedBy = [caller: string, token: string | undefined, answer: number | 'let in'];

function callersOf(access: Access): AskedBy[] {
  const named = Object.entries(expected[access] ?? {}) as [Bearer, number | 'let in'][];
  const listed = named.map(([bearer, answer]): AskedBy => [bearer, bearers[bearer], answer]);
  const needed = listRights(access);
  if (needed.length === 0) return listed;
  return [
    ['nobody', '', 401],
    [`without ${access}`, withoutAny.get(access), 403],
    ...needed.map((right): AskedBy => [`only ${right}`, withOnly.get(right), 'let in']),
  ];
}

/** Some servers and proxies take these spellings for the same address. */
const tricks: ((url: string) => string)[] = [
  (url) => `${url}/`,
  (url) => `${url}//`,
  (url) => `/${url}`,
  (url) => url.replaceAll('/', '//'),
  (url) => url.toUpperCase(),
  (url) => url.replace('/api', '/API'),
  (url) => `/x/..${url}`,
  (url) => `/.${url}`,
  (url) => `/%2e${url}`,
  (url) => `/x/%2e%2e${url}`,
  (url) => url.replace('/api/', '/api/./'),
  (url) => url.replace('/api/', '/api/x/../'),
  (url) => url.replace('/api/', '/api%2f'),
  (url) => url.replace('/api/', '/%61pi/'),
  (url) => url.replace('/api/', '/api\\'),
  (url) => url.replace('/api/', '/api;a=b/'),
  (url) => `${url}%00`,
  (url) => `${url}%20`,
  (url) => `${url}.json`,
  (url) => `${url}?`,
  (url) => `${url}#a`,
  (url) => `${url}?access_token=1&_method=GET`,
  (url) => `http://localhost:3000${url}`,
];
const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override', 'x-original-method'];

/** Answers that hold nothing private. */
const isPlain = (answer: { statusCode: number; headers: object; body: string }) =>
  answer.statusCode >= 300 || (answer.statusCode === 204 && answer.body === '');

const guarded = [
  'GET /api/v1/registrations',
  'PUT /api/v1/registrations/:id',
  'POST /api/v1/programs',
  'trpc registrations.list',
  'trpc programs.remove',
  'trpc accounts.list',
];

describe.each(guarded)('%s', (name) => {
  const { method, url, ...body } = addressOf(name);
  const path = url.split('?')[0] ?? url;
  const rest = url.slice(path.length);

  test('is closed however the address is written, also to sessions that have ended', async () => {
    for (const trick of [(same: string) => same, ...tricks]) {
      for (const bearer of ['nobody', 'expired', 'deactivated'] as const) {
        const answer = await t.app.inject({
          ...body,
          method,
          url: trick(path) + rest.replace('?', trick(path).includes('?') ? '&' : '?'),
          headers: sessionOf(bearer) ?? {},
        });
        expect(isPlain(answer), `${trick(path)} ${answer.statusCode}`).toBe(true);
      }
    }
  });

  test('is closed to every other method and to headers that name one', async () => {
    const isPublic = (sent: string) =>
      accessTable.anyone.includes(`${sent.replace('HEAD', 'GET')} ${name.split(' ')[1]}`);
    for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as Method[]) {
      for (const header of ['x-nothing', ...overrides]) {
        const answer = await t.app.inject({ method: other, url, headers: { [header]: method } });
        expect(isPublic(other) || isPlain(answer), `${header} ${other} ${answer.statusCode}`).toBe(true);
      }
    }
  });
});

test('a header cannot turn a method or an address into another one', async () => {
  const { id } = await t.given.program();
  for (const header of overrides) {
    await t.app.inject({
      url: `/api/v1/programs/${id}`,
      headers: { [header]: 'DELETE', ...sessionOf('owner') },
    });
  }
  for (const header of ['x-original-url', 'x-rewrite-url', 'x-forwarded-uri']) {
    const answer = await t.app.inject({
      url: '/healthz',
      headers: { [header]: '/api/v1/registrations', ...sessionOf('owner') },
    });
    expect(answer.json()).toEqual({ status: 'ok' });
  }
  expect((await t.app.inject(`/api/v1/programs/${id}`)).statusCode).toBe(200);
});

test('pages written in other ways show no API', async () => {
  for (const trick of tricks) {
    const url = trick('/api/v1/registrations');
    const answer = await withPages.inject({ url, headers: { accept: 'application/json' } });
    expect(answer.body, url).not.toContain(canary);
    expect(answer.statusCode, url).toBeGreaterThanOrEqual(300);
  }
});
