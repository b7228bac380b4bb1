import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { entities } from '../../composition/entities.ts';
import { openOrm } from '../../database/orm.ts';
import { dataOf, refusalOf, succeeded } from '../../testing/answers.ts';
import { message, registration } from '../../testing/given.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let programId: number;
beforeAll(async () => {
  t = await testApp();
  programId = (await t.given.program()).id;
});
afterAll(() => t.close());

const DAY = 24 * 60 * 60 * 1000;
const forms = [
  {
    path: '/registrations',
    table: 'registrations',
    good: () => ({ ...registration, programId }),
    other: () => ({ ...registration, programId, firstName: 'Other' }),
    secret: ['Asthma', 'Inhaler', 'ann@example.org', 'Example', '0700'],
  },
  {
    path: '/contact',
    table: 'messages',
    good: () => message,
    other: () => ({ ...message, message: 'Other' }),
    secret: ['ann@example.org', 'How much'],
  },
];

let keys = 0;
const newKey = () => `key-${++keys}`;

describe.each(forms)('$path', ({ path, table, good, other, secret }) => {
  const send = (key: string | undefined, body: object = good()) =>
    t.visitor.send('POST', path, { body, headers: key === undefined ? {} : { 'idempotency-key': key } });
  const stored = async () =>
    (await t.db.orm.em.fork().execute<{ n: number }[]>(`select count(*)::int as n from ${table}`))[0]?.n;
  const activities = async () =>
    (await t.db.orm.em.fork().execute<{ n: number }[]>('select count(*)::int as n from activities'))[0]?.n;

  test('100 at once with one key on two replicas store one row and get one answer', async () => {
    const orm = openOrm(t.db.connection, entities);
    const replica = await buildApp({
      config: t.config,
      db: { orm, connection: t.db.connection },
      withPages: false,
    });
    const [key, rows] = [newKey(), await stored()];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, number) =>
        (number % 2 ? replica : t.app).inject({
          ...{ method: 'POST', url: `/api/v1${path}`, payload: good() },
          headers: { 'idempotency-key': key },
        }),
      ),
    );
    await replica.close();
    await orm.close(true);

    for (const answer of answers) {
      expect([answer.statusCode, answer.json()]).toEqual([201, answers[0]?.json()]);
    }
    expect(await stored()).toBe((rows ?? 0) + 1);
  });

  test('the same key and content return the first answer and store nothing more', async () => {
    const key = newKey();
    const first = await send(key);
    const [rows, done] = [await stored(), await activities()];
    for (const body of [good(), Object.fromEntries(Object.entries(good()).reverse())]) {
      const again = await send(key, body);
      expect([again.status, again.body, again.headers.get('location')]).toEqual([
        201,
        first.body,
        first.headers.get('location'),
      ]);
    }
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
    const dates = 'dateOfBirth' in good() ? { dateOfBirth: '2001-02-03', startDate: '2026-09-01' } : {};
    expect((await send(key, { ...same, ...dates, unknown: 'field' })).body).toEqual(first.body);
  });

  test('the same key with another content is a conflict', async () => {
    const key = newKey();
    await send(key);
    const rows = await stored();
    expect(await refusalOf(send(key, other()))).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await stored()).toBe(rows);
  });

  test('of identical simultaneous requests one is stored, and all get its answer', async () => {
    const key = newKey();
    const rows = (await stored()) ?? 0;
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await stored()).toBe(rows + 1);
  });

  test('another key or none stores another', async () => {
    const ids = [];
    for (const key of [newKey(), newKey(), undefined, undefined])
      ids.push(JSON.stringify((await succeeded(send(key))).body));
    expect(new Set(ids).size).toBe(4);
  });

  test('a refused body does not use up the key', async () => {
    const key = newKey();
    expect((await send(key, {})).status).toBe(400);
    expect((await send(key)).status).toBe(201);
  });

  test.each(['', ' ', 'a b', 'é', '\t', 'a'.repeat(256)])('the key %j is refused', async (key) => {
    const { status, details } = await refusalOf(send(key));
    expect([status, details.map((detail) => detail.path)]).toEqual([400, ['idempotency-key']]);
  });

  test('the longest key and special characters are accepted', async () => {
    for (const key of ['~'.repeat(255), `!"#$%&'()*+,-./:;<=>?@[]^_{|}${table}`]) {
      const first = await send(key);
      expect([first.status, (await send(key)).body]).toEqual([201, first.body]);
    }
  });

  test('keys are stored without the content of the form', async () => {
    await send(newKey());
    const rows = await t.db.orm.em.fork().execute('select * from idempotency_keys');
    for (const text of secret) expect(JSON.stringify(rows)).not.toContain(text);
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
  await succeeded(t.visitor.api.registrations.create({ headers, body: { ...registration, programId } }));
  await succeeded(t.visitor.api.contact.send({ headers, body: message }));
});

test('the answer is returned again although the program has closed since', async () => {
  const { id } = await t.given.program();
  const body = { ...registration, programId: id };
  const { registrations } = t.visitor.api;
  const again = () => dataOf(registrations.create({ headers: { 'idempotency-key': 'closing' }, body }));
  const first = await again();
  await succeeded(t.office.api.programs.update({ params: { id }, body: { isActive: false } }));
  expect(await again()).toEqual(first);
  expect(await registrations.create({ body })).toMatchObject({ status: 400 });
});
