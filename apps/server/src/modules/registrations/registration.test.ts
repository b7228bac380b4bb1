import type { Registration } from '@institute/contract';
import { kampalaYear } from '@institute/contract/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { application, apply, givenProgram } from '../../testing/applications.ts';
import { fingerprint } from '../../testing/stored.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let t: TestApp;
let token: string;
let programId: number;
beforeAll(async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1000' });
  token = (await t.signIn()).token;
  programId = await givenProgram(t, { name: 'Tailoring' });
});
afterAll(() => t.close());

const read = (id: number) => t.call<Registration>('GET', `/registrations/${id}`, undefined, { token });
const list = (query = '') => t.call<Registration[]>('GET', `/registrations${query}`, undefined, { token });
const put = (id: number, body: object, headers: Record<string, string> = {}) =>
  t.call<Registration>('PUT', `/registrations/${id}`, body, { token, headers });
const remove = (id: number, headers: Record<string, string> = {}) =>
  t.call('DELETE', `/registrations/${id}`, undefined, { token, headers });
const applied = async (body: object = {}) => (await apply(t, { programId, ...body })).body.data;

test('an applicant learns the number, the reference and the time, and nothing else', async () => {
  const { status, body, headers } = await apply(t, { programId });
  expect(status).toBe(201);
  const year = kampalaYear(new Date());
  expect(body).toEqual({
    data: {
      id: expect.any(Number),
      reference: expect.stringMatching(new RegExp(`^REG-${year}-\\d{6}$`)),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  });
  expect(headers.location).toBe(`/api/v1/registrations/${body.data.id}`);
  expect(headers['cache-control']).toBe('no-store');
});

test('the office reads all that was sent', async () => {
  const receipt = await applied();
  const { status, body, headers } = await read(receipt.id);
  expect(status).toBe(200);
  expect(body.data).toEqual({
    ...application,
    ...receipt,
    updatedAt: receipt.createdAt,
    programId,
    program: { id: programId, name: 'Tailoring' },
    status: 'new',
    note: null,
  });
  expect(headers.etag).toMatch(/^"[^"]+"$/);
  expect(headers['cache-control']).toBe('private, no-store');
  expect((await list()).body.data).toContainEqual(body.data);
});

test('what may be left out is null, in whatever form it is left out', async () => {
  const { firstName, lastName, email, phone, consent, ...rest } = application;
  const required = { firstName, lastName, email, phone, consent, programId };
  const none = Object.fromEntries(Object.keys(rest).map((name) => [name, null]));
  const blank = Object.fromEntries(Object.keys(rest).map((name) => [name, '  ']));
  for (const body of [required, { ...required, ...none }, { ...required, ...blank }]) {
    const { body: answer } = await t.call<{ id: number }>('POST', '/registrations', body);
    expect((await read(answer.data.id)).body.data).toMatchObject(none);
  }
});

test('the reference goes on counting past a million', async () => {
  await t.db.orm.em.fork().execute(`select setval('registrations_id_seq', 1234566)`);
  expect((await applied()).reference).toMatch(/^REG-\d{4}-1234567$/);
  await t.db.orm.em.fork().execute(`select setval('registrations_id_seq', 2000)`);
});

test('a program must be there, active, published and not deleted', async () => {
  const later = new Date(Date.now() + 60_000).toISOString();
  const deleted = await givenProgram(t);
  await t.call('DELETE', `/programs/${deleted}`, undefined, { token });
  const closed = [
    await givenProgram(t, { isActive: false }),
    await givenProgram(t, { status: 'draft' }),
    await givenProgram(t, { status: 'scheduled', publishAt: later }),
    deleted,
    2147483647,
  ];
  const before = await fingerprint(t);
  for (const id of closed) {
    const { status, body } = await apply(t, { programId: id });
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      [{ path: 'programId', message: 'This program is not open for registration' }],
    ]);
  }
  expect(await fingerprint(t)).toEqual(before);
  const open = await givenProgram(t, { status: 'scheduled', publishAt: '2020-01-01T00:00:00Z' });
  expect((await apply(t, { programId: open })).status).toBe(201);
});

test('without consent nothing is stored', async () => {
  const before = await fingerprint(t);
  for (const consent of [false, 'true', null, undefined]) {
    const { status, body } = await apply(t, { programId, consent });
    expect([status, body.error.details]).toEqual([
      400,
      [{ path: 'consent', message: 'You must agree to the terms and consent to data usage' }],
    ]);
  }
  expect(await fingerprint(t)).toEqual(before);
});

test('an applicant cannot set what belongs to the office', async () => {
  const { id } = await applied({
    status: 'accepted',
    note: 'let in',
    reference: 'REG-1',
    id: 5,
    createdAt: 'x',
  });
  expect((await read(id)).body.data).toMatchObject({ status: 'new', note: null });
});

test('the activity names the reference and nobody', async () => {
  const { id, reference } = await applied();
  const rows = await t.db.orm.em
    .fork()
    .execute("select * from activities where entity_type = 'registration' and entity_id = ?", [id]);
  expect(rows).toEqual([
    expect.objectContaining({
      type: 'create',
      description: `New registration ${reference}`,
      account_id: null,
      user_email: null,
      ip_address: '127.0.0.1',
      user_agent: expect.any(String),
    }),
  ]);
});

test('visitors cannot read, change or remove registrations', async () => {
  const { id } = await applied();
  const before = await fingerprint(t);
  for (const [method, path] of [
    ['GET', '/registrations'],
    ['GET', `/registrations/${id}`],
    ['PUT', `/registrations/${id}`],
    ['DELETE', `/registrations/${id}`],
  ] as const) {
    const { status, body } = await t.call(method, path, method === 'PUT' ? {} : undefined);
    expect([status, body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
  }
  expect(await fingerprint(t)).toEqual(before);
});

test('the office changes what it is given and leaves the rest', async () => {
  const { id } = await applied();
  const { body: before, headers } = await read(id);
  const other = await givenProgram(t, { name: 'Hairdressing' });
  const { status, body } = await put(id, {
    status: 'reviewing',
    note: ' Called twice ',
    phone: '0700 111 222',
    allergies: '',
    programId: other,
  });
  expect([status, body.data]).toEqual([
    200,
    {
      ...before.data,
      status: 'reviewing',
      note: 'Called twice',
      phone: '0700 111 222',
      allergies: null,
      programId: other,
      program: { id: other, name: 'Hairdressing' },
      updatedAt: body.data.updatedAt,
    },
  ]);
  const after = await read(id);
  expect(after.body.data).toEqual(body.data);
  expect(after.headers.etag).not.toBe(headers.etag);
});

test('the reference, the consent and the number stay', async () => {
  const { id } = await applied();
  const { data } = (await read(id)).body;
  const { status, body } = await put(id, {
    ...data,
    id: 9,
    reference: 'REG-1',
    consent: false,
    createdAt: 'x',
  });
  expect([status, body.data]).toEqual([200, data]);
});

test('a change of nothing changes nothing', async () => {
  const { id } = await applied();
  const { headers, body } = await read(id);
  const before = await fingerprint(t);
  for (const same of [{}, body.data, { unknown: 1 }]) {
    const answer = await put(id, same);
    expect([answer.status, answer.headers.etag, answer.body.data]).toEqual([200, headers.etag, body.data]);
  }
  expect(await fingerprint(t)).toEqual(before);
});

test('of two who change the same, the second is told', async () => {
  const { id } = await applied();
  const match = { 'if-match': String((await read(id)).headers.etag) };
  expect((await put(id, { status: 'accepted' }, match)).status).toBe(200);
  expect((await put(id, { status: 'rejected' }, match)).body.error.code).toBe('PRECONDITION_FAILED');
  expect((await remove(id, match)).status).toBe(412);
  expect((await read(id)).body.data.status).toBe('accepted');
});

test('a program that is closed since then may stay, but no other closed one comes', async () => {
  const closing = await givenProgram(t, { name: 'Closing' });
  const { id } = await applied({ programId: closing });
  await t.call('PUT', `/programs/${closing}`, { isActive: false }, { token });
  const { body } = await put(id, { ...(await read(id)).body.data, note: 'Sent whole' });
  expect(body.data).toMatchObject({ note: 'Sent whole', programId: closing });

  const moved = await put((await applied()).id, { programId: closing });
  expect([moved.status, moved.body.error.details[0]?.path]).toEqual([400, 'programId']);
});

test('the program keeps its name when it is deleted', async () => {
  const going = await givenProgram(t, { name: 'Going' });
  const { id } = await applied({ programId: going });
  await t.call('DELETE', `/programs/${going}`, undefined, { token });
  const kept = { programId: going, program: { id: going, name: 'Going' } };
  expect((await read(id)).body.data).toMatchObject(kept);
  expect((await list()).body.data.find((one) => one.id === id)).toMatchObject(kept);
});

test('what was deleted is found nowhere, and was not thrown away', async () => {
  const { id } = await applied();
  const { status, body } = await remove(id);
  expect([status, body.data]).toEqual([200, { id }]);
  for (const answer of [await read(id), await put(id, {}), await remove(id), await read(2147483647)]) {
    expect([answer.status, answer.body.error.message]).toEqual([404, 'Registration not found']);
  }
  expect((await list()).body.data.map((one) => one.id)).not.toContain(id);
  const rows = await t.db.orm.em.fork().execute('select id from registrations where id = ?', [id]);
  expect(rows).toHaveLength(1);
});
