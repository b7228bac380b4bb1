import { contract } from '@institute/contract';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { askUntilAdmitted, readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { samples, typicalContent } from '../../../testing/app/content-samples.ts';
import { message, registration } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { purgeIdempotencyKeys } from './idempotency-key.service.ts';

const t = await useTestApp();
const programId = (await t.given.program()).id;

const DAY = 24 * 60 * 60 * 1000;
const good = () => ({ ...registration, programId });
const other = () => ({ ...good(), firstName: 'Other' });

let keys = 0;
const newKey = () => `key-${++keys}`;

describe('the key of a registration', () => {
  const send = (key: string | undefined, body: object = good()) =>
    t.visitor.send('POST', '/registrations', {
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const stored = async () =>
    (await t.sql<{ n: number }>('select count(*)::int as n from registrations'))[0]?.n;
  const activities = async () =>
    (await t.sql<{ n: number }>('select count(*)::int as n from activities'))[0]?.n;

  test('100 at once with one key on two replicas store one row and get one answer', async () => {
    const replica = await t.openReplica();
    const key = newKey();
    const rows = await stored();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, number) =>
        askUntilAdmitted(() =>
          (number % 2 ? replica : t.app).inject({
            method: 'POST',
            url: '/api/v1/registrations',
            payload: good(),
            headers: { 'idempotency-key': key },
          }),
        ),
      ),
    );

    for (const answer of answers) {
      expect([answer.statusCode, answer.json()]).toEqual([201, answers[0]?.json()]);
    }
    expect(await stored()).toBe((rows ?? 0) + 1);
  });

  test('the same key and content return the first answer and store nothing more', async () => {
    const key = newKey();
    const first = await send(key);
    const rows = await stored();
    const done = await activities();
    for (const body of [good(), Object.fromEntries(Object.entries(good()).reverse())]) {
      const again = await send(key, body);
      expect([again.status, again.body, again.headers.get('location')]).toEqual([
        201,
        first.body,
        first.headers.get('location'),
      ]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    }
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect([await stored(), await activities()]).toEqual([rows, done]);
  });

  test('the content is compared after validation', async () => {
    const key = newKey();
    const first = await send(key);
    const same = Object.fromEntries(
      Object.entries(good()).map(([name, value]) => [name, typeof value === 'string' ? ` ${value} ` : value]),
    );
    delete same.dateOfBirth;
    delete same.startDate;
    const dates = { dateOfBirth: '2001-02-03', startDate: '2099-02-01' };
    expect((await send(key, { ...same, ...dates, unknown: 'field' })).body).toEqual(first.body);
  });

  test('the same key with another content is a conflict', async () => {
    const key = newKey();
    await send(key);
    const rows = await stored();
    expect(await readRefusal(send(key, other()))).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await stored()).toBe(rows);
  });

  test('another key or none stores another', async () => {
    const ids = [];
    for (const key of [newKey(), newKey(), undefined, undefined])
      ids.push(JSON.stringify((await requireSuccess(send(key))).body));
    expect(new Set(ids).size).toBe(4);
  });

  test('a refused body does not use up the key', async () => {
    const key = newKey();
    expect((await send(key, {})).status).toBe(400);
    expect((await send(key)).status).toBe(201);
  });

  test.each(['', ' ', 'a b', 'é', '\t', 'a'.repeat(256)])('the key %j is refused', async (key) => {
    const { status, details } = await readRefusal(send(key));
    expect([status, details.map((detail) => detail.path)]).toEqual([400, ['idempotency-key']]);
  });

  test('the longest key and special characters are accepted', async () => {
    for (const key of ['~'.repeat(255), `!"#$%&'()*+,-./:;<=>?@[]^_{|}`]) {
      const first = await send(key);
      expect([first.status, (await send(key)).body]).toEqual([201, first.body]);
    }
  });

  test('keys are stored without the content of the form', async () => {
    await send(newKey());
    const rows = await t.sql('select * from idempotency_keys');
    for (const text of ['Asthma', 'Inhaler', 'ann@example.org', 'Example', '0700'])
      expect(JSON.stringify(rows)).not.toContain(text);
  });

  test('a key can be used again after a day', async () => {
    const key = newKey();
    const first = await send(key);
    t.wait(DAY - 60_000);
    expect((await send(key)).body).toEqual(first.body);
    t.wait(60_000);
    const next = await send(key, other());
    expect(next.status).toBe(201);
    expect(next.body).not.toEqual(first.body);
    expect((await send(key, other())).body).toEqual(next.body);
  });
});

test('the same key is independent for each form', async () => {
  const headers = { 'idempotency-key': 'shared' };
  await requireSuccess(t.visitor.api.registrations.create({ headers, body: { ...registration, programId } }));
  await requireSuccess(t.visitor.api.contact.send({ headers, body: message }));
});

test('the answer is returned again although the program has closed since', async () => {
  const { id } = await t.given.program();
  const body = { ...registration, programId: id };
  const { registrations } = t.visitor.api;
  const again = () => readData(registrations.create({ headers: { 'idempotency-key': 'closing' }, body }));
  const first = await again();
  await requireSuccess(t.office.api.programs.update({ params: { id }, body: { isActive: false } }));
  expect(await again()).toEqual(first);
  expect(await registrations.create({ body })).toMatchObject({ status: 400 });
});

/**
 * Every POST of the contract, except those that ignore the key: sign-in, sign-out and payment verification.
 */
const posts = Object.entries(contract).flatMap(([group, routes]) =>
  Object.entries(routes as Record<string, { method: string; path: string; headers?: z.ZodObject }>).flatMap(
    ([name, { method, path, headers }]) =>
      method === 'POST' ? [{ call: `${group}.${name}`, path, headers }] : [],
  ),
);

test('every POST takes a key, except signing in and asking the payment provider', () => {
  const without = posts.filter(({ headers }) => !headers || !('idempotency-key' in headers.shape));
  expect(without.map(({ call }) => call)).toEqual([
    // The same pair gives another ticket, and changes nothing
    'documents.createTicket',
    'session.login',
    'session.signup',
    'session.refresh',
    'session.logout',
    'donations.verify',
  ]);
});

test.each(typicalContent)('$resource is created once for each key', async ({ resource, full }) => {
  await t.given.groundFor(resource);
  const headers = { 'idempotency-key': newKey() };
  const send = (body: object = full) => t.office.send('POST', `/${resource}`, { body, headers });
  const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => send()));
  const again = await send();
  const answers = [first, ...others, again].map((answer) => [
    answer?.status,
    answer?.headers.get('location'),
    answer?.headers.get('etag'),
    JSON.stringify(answer?.body),
  ]);
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(first?.status).toBe(201);
  const made = [first, ...others].filter((answer) => !answer?.headers.get('idempotency-replayed'));
  expect([made.length, again.headers.get('idempotency-replayed')]).toEqual([1, 'true']);
  const other = 'note' in full ? { note: 'Other' } : 'title' in full ? { title: 'Other' } : { name: 'Other' };
  expect(await readRefusal(send({ ...full, ...other }))).toMatchObject({ status: 409, code: 'CONFLICT' });
});

test('a refused creation does not use up the key', async () => {
  const headers = { 'idempotency-key': newKey() };
  const { id } = await t.given.program();
  const intake = (body: object) => t.office.send('POST', '/intakes', { headers, body });
  expect((await intake({ programId: 99_999, startsOn: '2030-01-01' })).status).toBe(400);
  expect((await intake({ programId: id, startsOn: '2030-01-01' })).status).toBe(201);
});

test('keys of different callers are independent', async () => {
  const headers = { 'idempotency-key': newKey() };
  const one = await t.given.apiKey('content:write');
  const two = await t.given.apiKey('content:write');
  const ids = await Promise.all(
    [one, two, t.office].map(async ({ api }) => {
      return (await readData(api.posts.create({ headers, body: samples.posts.required }))).id;
    }),
  );
  expect(new Set(ids).size).toBe(3);
  const body = { ...registration, programId };
  const receipts = await Promise.all(
    [one, two, t.visitor].map(
      async ({ api }) => (await readData(api.registrations.create({ headers, body }))).id,
    ),
  );
  expect(new Set(receipts).size).toBe(3);
});

test('a newsletter call is made once for each key, and keeps no address', async () => {
  const headers = { 'idempotency-key': newKey() };
  const body = { email: 'reader@example.org' };
  const emails = async () =>
    (await t.sql<{ n: number }>('select count(*)::int as n from outgoing_messages'))[0]?.n;
  const subscribe = () => t.visitor.api.newsletter.subscribe({ headers, body });
  const first = await subscribe();
  const sent = await emails();
  t.wait(11 * 60_000);
  const again = await subscribe();
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await emails()).toBe(sent);

  const em = t.em();
  const [row] = await em.execute<{ token: string }[]>(`select token from subscribers where email = ?`, [
    body.email,
  ]);
  const leave = { headers, body: { token: String(row?.token) } };
  expect(await readData(t.visitor.api.newsletter.unsubscribe(leave))).toEqual(body);
  // The address of a former subscriber is not kept
  expect(await readData(t.visitor.api.newsletter.unsubscribe(leave))).toEqual({ email: '' });
  expect(JSON.stringify(await em.execute('select * from idempotency_keys'))).not.toContain(body.email);
});

test('keys are kept for a day', async () => {
  const old = newKey();
  const fresh = newKey();
  for (const key of [old, fresh]) {
    await readData(t.visitor.api.contact.token({ headers: { 'idempotency-key': key } }));
  }
  const em = t.em();
  await em.execute(`update idempotency_keys set created_at = now() - interval '25 hours' where key = ?`, [
    old,
  ]);
  await purgeIdempotencyKeys(t.jobContext());
  expect(await em.execute('select key from idempotency_keys where key in (?, ?)', [old, fresh])).toEqual([
    { key: fresh },
  ]);
});

test('a form token is the same for each key', async () => {
  const headers = { 'idempotency-key': newKey() };
  const token = () => readData(t.visitor.api.contact.token({ headers }));
  expect(await token()).toEqual(await token());
});
