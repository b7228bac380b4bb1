import { localPhones, place } from '@institute/contract/place';
import { emptyAnswers, registrationFields } from '@institute/contract/registration-fields.constants';
import { toLocalYear } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { registration } from '../../../testing/app/sample-bodies.ts';
import { fingerprintDatabase } from '../../../testing/app/stored.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { RegistrationEntity, writeReference } from './registration.entity.ts';

const t = await useTestApp();
const office = t.office.api.registrations;
const visitor = t.visitor.api.registrations;
const programId = (await t.given.program({ name: 'Tailoring' })).id;

type Body = Parameters<typeof office.update>[0]['body'];
const read = (id: number) => office.get({ params: { id } });
const listed = () => readData(office.list());
const update = (id: number, body: Body, ifMatch?: string) =>
  office.update({ params: { id }, body, headers: { 'if-match': ifMatch } });
const remove = (id: number, ifMatch?: string) =>
  office.remove({ params: { id }, headers: { 'if-match': ifMatch } });
const applied = (fields: Parameters<typeof t.given.registration>[0] = {}) =>
  t.given.registration({ programId, ...fields });
const givenProgram = async (fields: Parameters<typeof t.given.program>[0] = {}) =>
  (await t.given.program(fields)).id;
const removeProgram = (id: number) => requireSuccess(t.office.api.programs.remove({ params: { id } }));
const applyWith = (fields: object) =>
  t.visitor.send('POST', '/registrations', { body: { ...registration, programId, ...fields } });

test('the answer to an applicant has only the id, the reference and the time', async () => {
  const body = { ...registration, programId };
  const { status, headers, ...answer } = await requireSuccess(visitor.create({ body }));
  expect(status).toBe(201);
  const year = toLocalYear(new Date());
  expect(answer.body).toEqual({
    data: {
      id: expect.any(Number),
      reference: expect.stringMatching(new RegExp(`^REG-${year}-\\d{6}$`)),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  });
  expect(headers.get('location')).toBe(`/api/v1/registrations/${answer.body.data.id}`);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('the office reads every field of the registration', async () => {
  const receipt = await applied();
  const { body, headers } = await requireSuccess(read(receipt.id));
  expect(body.data).toEqual({
    ...registration,
    ...receipt,
    updatedAt: receipt.createdAt,
    guardianName: null,
    guardianPhone: null,
    guardianConsent: false,
    intakeId: null,
    intake: null,
    medicalHidden: false,
    storedByOffice: false,
    consentVersion: expect.stringMatching(/^[0-9a-f]{12}$/),
    consentedAt: receipt.createdAt,
    programId,
    program: { id: programId, name: 'Tailoring' },
    status: 'new',
    note: null,
  });
  expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(await listed()).toContainEqual(body.data);
});

test('optional fields are empty, however they are left out', async () => {
  const names = registrationFields.filter(({ required, name }) => !required && name in registration);
  for (const value of [undefined, null, '  ']) {
    const none = Object.fromEntries(names.map(({ name }) => [name, value]));
    const { id } = await readData(visitor.create({ body: { ...registration, programId, ...none } }));
    const empty = Object.fromEntries(names.map(({ name }) => [name, emptyAnswers[name]]));
    expect(await readData(read(id))).toMatchObject(empty);
  }
});

const sentTo = async (reference: string) => {
  const em = t.em();
  const rows = await em.execute<{ kind: string; recipient: string | null }[]>(
    `select kind, recipient from outgoing_messages where channel = 'email' and data->>'reference' = ? order by kind`,
    [reference],
  );
  return rows.map(({ kind, recipient }) => [kind, recipient]);
};

test('somebody without an email address registers, and only the office gets an email', async () => {
  const { id, reference } = await readData(
    visitor.create({ body: { ...registration, email: '', programId } }),
  );
  expect(await readData(read(id))).toMatchObject({ reference, email: '', phone: registration.phone });
  expect(await sentTo(reference)).toEqual([['registration-for-office', null]]);
});

test('the office takes an email address away, and a new status sends none then', async () => {
  const { id, reference } = await applied({ email: 'ann@example.org' });
  expect(await sentTo(reference)).toContainEqual(['registration-received', 'ann@example.org']);
  expect(await readData(update(id, { email: '' }))).toMatchObject({ email: '' });
  await requireSuccess(update(id, { status: 'accepted' }));
  expect((await sentTo(reference)).map(([kind]) => kind)).not.toContain('registration-status');
});

test('the reference continues past a million', async () => {
  await t.sql(`select setval('registrations_id_seq', 1234566)`);
  expect((await applied()).reference).toMatch(/^REG-\d{4}-1234567$/);
  await t.sql(`select setval('registrations_id_seq', 2000)`);
});

test.each([
  [9001, '2026-12-31T20:59:59.999Z', 'REG-2026-009001'],
  [1_999_999, '2026-12-31T21:00:00Z', 'REG-2027-1999999'],
])('the answer’s reference of %i is that of the database', async (id, at, reference) => {
  const createdAt = new Date(at);
  const { dateOfBirth, phone } = registration;
  const row = { id, firstName: 'Ann', lastName: '', phone, dateOfBirth, consent: true };
  await t.em().insert(RegistrationEntity, { ...row, createdAt, updatedAt: createdAt });
  expect(await t.em().findOneOrFail(RegistrationEntity, id)).toMatchObject({ reference });
  expect(writeReference({ id, createdAt })).toBe(reference);
});

test('a program must exist, be active and published, and not be deleted', async () => {
  const later = new Date(Date.now() + 60_000).toISOString();
  const deleted = await givenProgram();
  await removeProgram(deleted);
  const closed = [
    await givenProgram({ isActive: false }),
    await givenProgram({ status: 'draft' }),
    await givenProgram({ status: 'scheduled', publishAt: later }),
    deleted,
    2147483647,
  ];
  const before = await fingerprintDatabase(t);
  for (const id of closed) {
    const body = { ...registration, programId: id };
    expect(await readRefusal(visitor.create({ body }))).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      details: [{ path: 'programId', message: 'This program is not open for registration' }],
    });
  }
  expect(await fingerprintDatabase(t)).toEqual(before);
  const open = await givenProgram({ status: 'scheduled', publishAt: '2020-01-01T00:00:00Z' });
  await applied({ programId: open });
});

test('without consent nothing is stored', async () => {
  const before = await fingerprintDatabase(t);
  for (const consent of [false, 'true', null, undefined]) {
    expect(await readRefusal(applyWith({ consent }))).toMatchObject({
      status: 400,
      details: [{ path: 'consent', message: 'You must agree to the terms and consent to data usage' }],
    });
  }
  expect(await fingerprintDatabase(t)).toEqual(before);
});

test('an applicant cannot set the fields of the office', async () => {
  const own = { status: 'accepted', note: 'let in', reference: 'REG-1', id: 5, createdAt: 'x' };
  await requireSuccess(applyWith({ lastName: 'Meddler', ...own }));
  const found = (await listed()).filter(({ lastName }) => lastName === 'Meddler');
  expect(found).toMatchObject([{ status: 'new', note: null }]);
  expect(found[0]?.reference).not.toBe('REG-1');
});

test('the activity names the reference and no person', async () => {
  const { id, reference } = await applied();
  const rows = await t.sql("select * from activities where entity_type = 'registration' and entity_id = ?", [
    id,
  ]);
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

test('the international form follows every change of the phone', async () => {
  const [local] = localPhones;
  const phone = local.slice(1);
  const { id } = await applied({ phone });
  const stored = async () => {
    const em = t.em();
    return (
      await em.execute('select phone, phone_international as number from registrations where id = ?', [id])
    )[0];
  };
  const number = `+${place.callingCode}${phone.replaceAll(' ', '')}`;
  expect(await stored()).toEqual({ phone, number });
  await requireSuccess(update(id, { phone: '+254 712 345 678' }));
  expect(await stored()).toEqual({ phone: '+254 712 345 678', number: '+254712345678' });
  await requireSuccess(update(id, { phone: '112 112' }));
  expect(await stored()).toEqual({ phone: '112 112', number: null });
});

test('a change by the office keeps the other fields', async () => {
  const { id } = await applied();
  const { body: before, headers } = await requireSuccess(read(id));
  const other = await givenProgram({ name: 'Hairdressing' });
  const changed = await readData(
    update(id, {
      status: 'reviewing',
      note: ' Called twice ',
      phone: '0700 111 222',
      allergies: '',
      programId: other,
    }),
  );
  expect(changed).toEqual({
    ...before.data,
    status: 'reviewing',
    note: 'Called twice',
    phone: '0700 111 222',
    allergies: null,
    programId: other,
    program: { id: other, name: 'Hairdressing' },
    updatedAt: changed.updatedAt,
  });
  const after = await requireSuccess(read(id));
  expect(after.body.data).toEqual(changed);
  expect(after.headers.get('etag')).not.toBe(headers.get('etag'));
});

test('the reference, the consent and the id cannot be changed', async () => {
  const { id } = await applied();
  const before = await readData(read(id));
  const own = { id: 9, reference: 'REG-1', consent: false, createdAt: 'x' };
  expect(await readData(update(id, { ...before, ...own } as Body))).toEqual(before);
});

test('a change to the same values changes nothing', async () => {
  const { id } = await applied();
  const { headers, body } = await requireSuccess(read(id));
  const before = await fingerprintDatabase(t);
  for (const same of [{}, body.data, { unknown: 1 }]) {
    const answer = await requireSuccess(update(id, same as Body));
    expect([answer.headers.get('etag'), answer.body.data]).toEqual([headers.get('etag'), body.data]);
  }
  expect(await fingerprintDatabase(t)).toEqual(before);
});

test('of two changes of the same version the second is refused', async () => {
  const { id } = await applied();
  const tag = String((await read(id)).headers.get('etag'));
  await requireSuccess(update(id, { status: 'accepted' }, tag));
  expect(await readRefusal(update(id, { status: 'rejected' }, tag))).toMatchObject({
    code: 'PRECONDITION_FAILED',
  });
  expect(await remove(id, tag)).toMatchObject({ status: 412 });
  expect(await readData(read(id))).toMatchObject({ status: 'accepted' });
});

test('a program that has closed since may stay, but no other closed one can be chosen', async () => {
  const closing = await givenProgram({ name: 'Closing' });
  const { id } = await applied({ programId: closing });
  await requireSuccess(t.office.api.programs.update({ params: { id: closing }, body: { isActive: false } }));
  const whole = { ...(await readData(read(id))), note: 'Sent whole' };
  expect(await readData(update(id, whole as Body))).toMatchObject({ note: 'Sent whole', programId: closing });

  const moved = await readRefusal(update((await applied()).id, { programId: closing }));
  expect(moved).toMatchObject({ status: 400, details: [{ path: 'programId' }] });
});

test('the program keeps its name when it is deleted', async () => {
  const going = await givenProgram({ name: 'Going' });
  const { id } = await applied({ programId: going });
  await removeProgram(going);
  const kept = { programId: going, program: { id: going, name: 'Going' } };
  expect(await readData(read(id))).toMatchObject(kept);
  expect((await listed()).find((one) => one.id === id)).toMatchObject(kept);
});

test('a deleted registration is not found, but is in the trash', async () => {
  const { id } = await applied();
  expect(await readData(remove(id))).toEqual({ id });
  for (const call of [read(id), update(id, {}), remove(id), read(2147483647)]) {
    expect(await readRefusal(call)).toMatchObject({ status: 404, message: 'Registration not found' });
  }
  expect((await listed()).map((one) => one.id)).not.toContain(id);
  const rows = await t.sql('select id from registrations where id = ?', [id]);
  expect(rows).toHaveLength(1);
});
