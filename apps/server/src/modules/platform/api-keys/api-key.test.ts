import { contract, type RouteRules } from '@institute/contract';
import { apiScopes } from '@institute/contract/api-keys.constants';
import type { Right } from '@institute/contract/rights.constants';
import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { addDaysToToday, registration } from '../../../testing/app/sample-bodies.ts';
import { type TestApp, testApp, useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();

interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  metadata: RouteRules;
}
const routes = Object.values(contract).flatMap((group) => Object.values(group) as Route[]);
const addressOf = ({ path }: Route) => path.replace('/api/v1', '').replace(/:\w+/g, '1');

const keys = () => t.office.admin.apiKeys;
const newKey = (
  input: Partial<Parameters<TestApp['office']['admin']['apiKeys']['create']['mutate']>[0]> = {},
) => keys().create.mutate({ name: 'Timetable', scopes: ['registrations:read'], ...input });
const callWith = (key: string) => readRefusal(t.withToken(key).api.registrations.list());

test('shows a key once, stores its hash, and lists its start', async () => {
  const { id, key } = await newKey({ name: ' Timetable ', scopes: ['messages:read', 'content:read'] });
  expect(key).toMatch(/^ik_[\w-]{40}$/);
  const [listed] = await keys().list.query();
  expect(listed).toMatchObject({
    id,
    name: 'Timetable',
    prefix: key.slice(0, 11),
    scopes: ['content:read', 'messages:read'],
    state: 'active',
    createdBy: 'office@example.org',
    expiresAt: null,
    lastUsedAt: null,
  });
  const rows = JSON.stringify(await t.sql('select * from api_keys, activities'));
  expect(rows).not.toContain(key.slice(11));
  expect(JSON.stringify(listed)).not.toMatch(/hash/i);
});

test.each([
  ['an unknown scope', { scopes: ['content:read', 'everything'] as never }, 'scopes.1'],
  ['no scope', { scopes: [] }, 'scopes'],
  ['no name', { name: '  ' }, 'name'],
  ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ['an end after the year 9999', { expiresAt: '9999-12-31T23:59:59-05:00' }, 'expiresAt'],
])('refuses %s', async (_, input, path) => {
  expect(await readRefusal(newKey(input))).toMatchObject({ status: 400, details: [{ path }] });
});

test('an unknown, altered, expired or revoked key is 401 on every call, on public ones too', async () => {
  const expiring = await newKey({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
  expect((await t.withToken(expiring.key).api.registrations.list()).status).toBe(200);
  t.wait(60_000);
  const revoked = await newKey();
  await keys().revoke.mutate({ id: revoked.id });
  const { key } = await newKey();
  const altered = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
  for (const bad of [expiring.key, revoked.key, altered, `${key}A`, 'ik_', `ik_${'a'.repeat(40)}`]) {
    for (const route of routes) {
      const { status, body, headers } = await t.withToken(bad).send(route.method, addressOf(route));
      expect([route.path, status, body.error?.code]).toEqual([route.path, 401, 'UNAUTHENTICATED']);
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
  }
  const states = (await keys().list.query()).map(({ id, state }) => [id, state]);
  expect(states).toEqual(
    expect.arrayContaining([
      [expiring.id, 'expired'],
      [revoked.id, 'revoked'],
    ]),
  );
});

test('a call without its scope is 403 and names the scope; with it the key is let in', async () => {
  const scoped = routes.filter(({ metadata }) => metadata.access === 'bearer');
  expect(new Set(scoped.map(({ metadata }) => metadata.scope))).toEqual(
    // Both calls change what a read shows
    new Set(apiScopes.filter((scope) => scope !== 'content:read' && scope !== 'medical:read')),
  );
  for (const route of scoped) {
    const scope = route.metadata.scope;
    if (!scope || scope === 'none') throw new Error(`${route.path} has no scope`);
    const without = await t.given.apiKey(...apiScopes.filter((each) => each !== scope));
    expect(await readRefusal(without.send(route.method, addressOf(route)))).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: `This API key needs the scope ${scope}`,
      details: [{ path: 'scope', message: scope }],
    });
    const { status } = await (await t.given.apiKey(scope)).send(route.method, addressOf(route));
    expect([401, 403], `${route.method} ${route.path}`).not.toContain(status);
  }
});

test('no key signs in or out, or reaches the dashboard', async () => {
  const all = await newKey({ scopes: [...apiScopes] });
  const caller = t.withToken(all.key);
  for (const path of ['login', 'signup', 'refresh', 'logout']) {
    const answer = await readRefusal(caller.send('POST', `/admin/${path}`, { body: {} }));
    expect(answer).toMatchObject({ status: 403, message: 'An API key may not make this call' });
  }
  expect(await readRefusal(caller.admin.apiKeys.list.query())).toMatchObject({ status: 401 });
  expect(await readRefusal(caller.admin.account.get.query())).toMatchObject({ status: 401 });
  expect(await readRefusal(caller.admin.programs.get.query({ id: 1 }))).toMatchObject({ status: 401 });
});

test('content:read shows what the office sees, other keys see what visitors see', async () => {
  const { id } = await t.given.program({ status: 'draft' });
  const params = { id };
  const reader = await t.given.apiKey('content:read');
  const other = await t.given.apiKey('content:write');
  expect(await readData(reader.api.programs.get({ params }))).toMatchObject({ id, status: 'draft' });
  expect(await other.api.programs.get({ params })).toMatchObject({ status: 404 });
  expect(await readData(other.api.programs.update({ params, body: {} }))).toMatchObject({ status: 'draft' });
  const ids = async (caller: typeof reader) =>
    (await requireSuccess(caller.api.programs.summaries({ query: {} }))).body.data.map((item) => item.id);
  expect(await ids(reader)).toContain(id);
  expect(await ids(other)).not.toContain(id);
  const { headers, body } = await requireSuccess(other.api.programs.list({ query: {} }));
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(body).toEqual((await t.visitor.api.programs.list({ query: {} })).body);
  expect((await readData(reader.api.stats.get())).recentActivities).toEqual([]);
});

test('writes stand in the activity log under the name of the key', async () => {
  const caller = await t.given.apiKey('content:write', 'registrations:write');
  const program = await t.given.program();
  await requireSuccess(
    caller.api.programs.update({ params: { id: program.id }, body: { name: 'By a key' } }),
  );
  const { id } = await readData(
    caller.api.registrations.create({ body: { ...registration, programId: program.id } }),
  );
  await requireSuccess(caller.api.registrations.update({ params: { id }, body: { status: 'accepted' } }));

  const { items } = await t.office.admin.activity.list.query({ limit: 3 });
  expect(items.map(({ type, user }) => [type, user?.email])).toEqual(
    ['update', 'create', 'update'].map((type) => [
      type,
      expect.stringMatching(/^API key Timetable \(ik_.{8}…\)$/),
    ]),
  );
  expect((await t.office.admin.programs.lastChange.query({ id: program.id }))?.by).toContain('Timetable');
  const { items: made } = await t.office.admin.activity.list.query({ entityType: 'key', limit: 100 });
  expect(made.map(({ description }) => description)).toContain('Revoked API key “Timetable”');
  expect(made.map(({ description }) => description)).toContain(
    'Made API key “Timetable” with content:write, registrations:write',
  );
});

test('health answers are only for a key with medical:read, and reading them is recorded once', async () => {
  await t.given.registration({ medicalConditions: 'Sickle cells', allergies: 'Penicillin' });
  const without = await t.given.apiKey('registrations:read');
  const reader = await t.given.apiKey('registrations:read', 'medical:read');
  // Medical:read only adds to a read scope
  const writer = await t.given.apiKey('registrations:write', 'medical:read');
  const hidden = await requireSuccess(without.api.registrations.list({ query: { limit: 1 } }));
  expect(hidden.body.data[0]).toMatchObject({
    medicalConditions: null,
    allergies: null,
    medicalHidden: true,
  });
  const found = await requireSuccess(without.api.registrations.list({ query: { q: 'penicillin' } }));
  expect(found.body.meta.total).toBe(0);
  const id = Number(hidden.body.data[0]?.id);
  const params = { id };
  expect(await readData(without.api.registrations.get({ params }))).toMatchObject({ medicalHidden: true });
  expect(await readData(writer.api.registrations.update({ params, body: {} }))).toMatchObject({
    medicalConditions: null,
    medicalHidden: true,
  });
  expect(
    await readRefusal(without.api.registrations.update({ params, body: { allergies: 'None' } })),
  ).toMatchObject({ status: 403 });

  const reads = async () => {
    const { items } = await t.office.admin.activity.list.query({ medical: true, limit: 100 });
    return items.filter(({ user }) => user?.email.startsWith('API key'));
  };
  expect(await reads()).toEqual([]);
  for (const _ of [1, 2]) {
    const { body } = await requireSuccess(reader.api.registrations.list({ query: { limit: 1 } }));
    expect(body.data[0]).toMatchObject({ medicalConditions: 'Sickle cells', medicalHidden: false });
  }
  expect(await readData(reader.api.registrations.get({ params }))).toMatchObject({ allergies: 'Penicillin' });
  expect((await reads()).map(({ type, medical }) => [type, medical?.count])).toEqual([
    ['view', 1],
    ['view', 1],
  ]);
});

test('medical:read reads: no key changes health answers, and what it sends back unchanged stays', async () => {
  const { id } = await t.given.registration({ allergies: 'Penicillin' });
  const caller = await t.given.apiKey('registrations:read', 'registrations:write', 'medical:read');
  const params = { id };
  const { body, headers } = await requireSuccess(caller.api.registrations.get({ params }));
  const { allergies, medicalConditions } = body.data;
  const sent = { allergies, medicalConditions, note: 'Called' };
  const match = { 'if-match': headers.get('etag') ?? '' };
  const kept = await readData(caller.api.registrations.update({ params, headers: match, body: sent }));
  expect(kept).toMatchObject({ allergies: 'Penicillin', note: 'Called' });
  for (const changed of ['None', null]) {
    const refused = caller.api.registrations.update({ params, body: { allergies: changed } });
    expect(await readRefusal(refused)).toMatchObject({
      status: 403,
      message: 'An API key changes no health information',
    });
  }
});

test('whom a key withdraws keeps owing what is not due until the office decides, whatever it asks', async () => {
  const instalments = [{ label: 'Term', amount: 300_000, dueDays: 60 }];
  const { id: programId } = await t.given.program({ price: 300_000, instalments });
  const { id: intakeId } = await t.given.intake({ programId, startsOn: addDaysToToday(30) });
  const program = await t.given.apiKey('registrations:write', 'fees:read');
  const withdraw = async (
    { api }: Pick<TestApp['office'], 'api'>,
    decision: { reversesCharges?: boolean },
  ) => {
    const { id } = await t.given.registration({ programId, intakeId });
    await t.office.admin.registrations.decide.mutate({ id, status: 'accepted' });
    const body = { status: 'withdrawn', ...decision } as const;
    await requireSuccess(api.registrations.update({ params: { id }, body }));
    const { charged, undecided } = await t.office.admin.fees.account.query({ registrationId: id });
    return [charged, undecided?.days.length ?? 0];
  };
  for (const decision of [{}, { reversesCharges: true }, { reversesCharges: false }])
    expect(await withdraw(program, decision)).toEqual([300_000, 1]);
  expect(await withdraw(t.office, {})).toEqual([300_000, 1]);
  expect(await withdraw(t.office, { reversesCharges: false })).toEqual([300_000, 0]);
  expect(await withdraw(t.office, { reversesCharges: true })).toEqual([0, 0]);
});

test('the last use is written at most once a minute', async () => {
  const { id, key } = await newKey();
  const use = async () => {
    await t.withToken(key).api.registrations.list();
    return (await keys().list.query()).find((row) => row.id === id)?.lastUsedAt;
  };
  const first = await use();
  expect(Date.parse(first ?? '')).toBeGreaterThan(0);
  t.wait(50_000);
  expect(await use()).toBe(first);
  t.wait(10_000);
  expect(Date.parse((await use()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? '') + 60_000);
});

test('revoking takes effect at once on another replica, and twice is once', async () => {
  const replica = await t.openReplica();
  const { id, key } = await newKey();
  const ask = async () =>
    (await replica.inject({ url: '/api/v1/registrations', headers: { authorization: `Bearer ${key}` } }))
      .statusCode;
  expect(await ask()).toBe(200);
  await keys().revoke.mutate({ id });
  expect(await ask()).toBe(401);
  expect(await keys().revoke.mutate({ id })).toEqual({ id });
  expect(await readRefusal(keys().revoke.mutate({ id: 99_999 }))).toMatchObject({ status: 404 });
  expect(await callWith(key)).toMatchObject({ status: 401 });
});

test('each key has a rate limit of its own', async () => {
  const limited = await testApp({ RATE_LIMIT_FACTOR: '0.01' });
  try {
    const one = await limited.given.apiKey('content:read');
    const two = await limited.given.apiKey('content:read');
    for (let call = 0; call < 6; call += 1) expect((await one.api.stats.get()).status).toBe(200);
    const { status, headers } = await one.api.stats.get();
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await two.api.stats.get()).status).toBe(200);
    expect((await limited.visitor.api.stats.get()).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test('a key loses what its account loses, and ends with it for good', async () => {
  await t.given.account();
  const doctor = await t.signIn('doctor@example.org');
  const gone = await t.signIn('gone@example.org');
  const { accounts } = t.office.admin;
  for (const { user } of [doctor, gone]) await accounts.setRole.mutate({ id: user.id, role: 'owner' });
  const scopes = ['registrations:read', 'registrations:write', 'medical:read'] as const;
  const make = async (token: string) =>
    (await t.withToken(token).admin.apiKeys.create.mutate({ name: 'Sheet', scopes: [...scopes] })).key;
  const { id } = await t.given.registration({ allergies: 'Peanuts' });
  const params = { id };
  const ofDoctor = t.withToken(await make(doctor.token));
  const ofGone = t.withToken(await make(gone.token));
  expect(await readData(ofDoctor.api.registrations.get({ params }))).toMatchObject({ allergies: 'Peanuts' });

  const right = (...without: Right[]) =>
    accounts.setRights.mutate({ id: doctor.user.id, rights: listRightsBut(...without) });
  await accounts.setRole.mutate({ id: doctor.user.id, role: 'office' });
  await right('health');
  expect(await readData(ofDoctor.api.registrations.get({ params }))).toMatchObject({
    allergies: null,
    medicalHidden: true,
  });
  const write = ofDoctor.api.registrations.update({ params, body: { allergies: 'None' } });
  expect(await readRefusal(write)).toMatchObject({ status: 403 });
  await right();
  expect(await readData(ofDoctor.api.registrations.get({ params }))).toMatchObject({ allergies: 'Peanuts' });

  await right('registrations', 'fees');
  expect(await readRefusal(ofDoctor.api.registrations.list())).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
  });
  await right('registrations');
  expect((await ofDoctor.api.registrations.list()).status).toBe(200);
  const change = ofDoctor.api.registrations.update({ params, body: { note: 'Called' } });
  expect(await readRefusal(change)).toMatchObject({ status: 403 });

  const setActive = (isActive: boolean) => accounts.setActive.mutate({ id: gone.user.id, isActive });
  await setActive(false);
  expect(await readRefusal(ofGone.api.registrations.list())).toMatchObject({ status: 401 });
  await setActive(true);
  expect(await readRefusal(ofGone.api.registrations.list())).toMatchObject({ status: 401 });
  const listed = (await keys().list.query()).filter(({ name }) => name === 'Sheet');
  expect(listed.map(({ createdBy, state }) => [createdBy, state])).toEqual([
    ['gone@example.org', 'revoked'],
    ['doctor@example.org', 'active'],
  ]);
  const { items } = await t.office.admin.activity.list.query({ entityType: 'key', limit: 1 });
  expect(items[0]?.description).toBe('Revoked API key “Sheet”');
});

test('a key whose account was deactivated before keys ended with it is refused', async () => {
  const { user, token } = await t.signIn('former@example.org');
  await t.office.admin.accounts.setRole.mutate({ id: user.id, role: 'owner' });
  const { key } = await t
    .withToken(token)
    .admin.apiKeys.create.mutate({ name: 'Old', scopes: ['registrations:read'] });
  await t.sql('update accounts set deactivated_at = now() where id = ?', [user.id]);
  expect(await callWith(key)).toMatchObject({ status: 401 });
  expect((await keys().list.query()).find(({ name }) => name === 'Old')).toMatchObject({ state: 'revoked' });
});
