import { noSeatsLeftMessage } from '@institute/contract/intakes.constants';
import { formatDate } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { addDaysToToday, registration } from '../../../testing/app/sample-bodies.ts';
import { fingerprintDatabase } from '../../../testing/app/stored.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { findRegistrationStatus } from './registration-status.service.ts';

const t = await useTestApp();
const programId = (await t.given.program({ name: 'Tailoring' })).id;

type Body = Parameters<typeof t.office.api.registrations.update>[0]['body'];
const update = (id: number, body: Body) => t.office.api.registrations.update({ params: { id }, body });
const read = (id: number) => readData(t.office.api.registrations.get({ params: { id } }));
const apply = (intakeId: number | null, fields: object = {}) =>
  t.given.registration({ programId, intakeId, ...fields });
const intake = (fields: object = {}) => t.given.intake({ programId, ...fields });
const standingOf = (reference: string) =>
  findRegistrationStatus(t.jobContext(), { reference, phone: registration.phone }, '192.0.2.1');
const refused = { status: 409, code: 'NO_SEATS_LEFT', message: noSeatsLeftMessage };

test('a registration for an intake starts with it', async () => {
  const { id, startsOn } = await intake();
  const mine = await apply(id, { startDate: '2030-01-01' });
  expect(await read(mine.id)).toMatchObject({ intakeId: id, intake: { id, startsOn }, startDate: startsOn });
  const without = await apply(null);
  expect(await read(without.id)).toMatchObject({ intakeId: null, intake: null, startDate: '2099-02-01' });

  const moved = addDaysToToday(90);
  await requireSuccess(t.office.api.intakes.update({ params: { id }, body: { startsOn: moved } }));
  expect(await read(mine.id)).toMatchObject({ intake: { id, startsOn: moved }, startDate: moved });
});

test('a moved intake moves its applicants, and its day stays with those that leave', async () => {
  const first = await intake({ startsOn: addDaysToToday(101) });
  const second = await intake({ startsOn: addDaysToToday(110) });
  const third = await intake({ startsOn: addDaysToToday(105) });
  const moving = await apply(first.id);
  const leaving = await apply(third.id);
  const ids = [moving.id, leaving.id, (await apply(second.id)).id];
  const known = async () =>
    (await requireSuccess(t.office.api.registrations.get({ params: { id: moving.id } }))).headers.get('etag');
  const before = await known();
  await requireSuccess(
    t.office.api.intakes.update({ params: { id: first.id }, body: { startsOn: addDaysToToday(120) } }),
  );
  expect(await known()).not.toBe(before);
  await requireSuccess(
    t.office.api.intakes.update({ params: { id: third.id }, body: { startsOn: addDaysToToday(130) } }),
  );

  const shown = async (sort: 'startDate' | '-startDate') => {
    const { items } = await t.office.admin.registrations.list.query({ sort, limit: 100 });
    return items.filter(({ id }) => ids.includes(id)).map(({ startDate }) => startDate);
  };
  const days = [addDaysToToday(110), addDaysToToday(120), addDaysToToday(130)];
  expect(await shown('startDate')).toEqual(days);
  expect(await shown('-startDate')).toEqual([...days].reverse());

  await requireSuccess(update(leaving.id, { intakeId: null }));
  await requireSuccess(t.office.api.intakes.remove({ params: { id: first.id } }));
  await t.office.admin.trash.purge.mutate({ kind: 'intake', id: first.id });
  expect(await read(moving.id)).toMatchObject({ intake: null, startDate: addDaysToToday(120) });
  expect(await shown('startDate')).toEqual(days);
  await requireSuccess(update(leaving.id, { startDate: '2031-01-01' }));
  expect(await read(leaving.id)).toMatchObject({ startDate: '2031-01-01' });
});

test('refuses an intake of another program, closed, over or deleted, and asks the office about some', async () => {
  const other = await t.given.intake();
  const closed = await intake({ isOpen: false });
  const over = await intake({ appliesUntil: addDaysToToday(-1) });
  const started = await intake({ startsOn: addDaysToToday(-1) });
  const deleted = await intake();
  await requireSuccess(t.office.api.intakes.remove({ params: { id: deleted.id } }));
  const { id } = await apply(null);
  const before = await fingerprintDatabase(t);
  const asked = { status: 409, code: 'CONFLICT' };
  const firm = { status: 400, code: 'VALIDATION_ERROR' };
  const faults: [number, string, object][] = [
    [other.id, 'This intake belongs to another program', firm],
    [closed.id, 'This intake is closed', asked],
    [over.id, `The last day to apply for this intake was ${addDaysToToday(-1)}`, asked],
    [started.id, `The last day to apply for this intake was ${addDaysToToday(-1)}`, asked],
    [deleted.id, 'There is no such intake', firm],
    [2147483647, 'There is no such intake', firm],
  ];
  for (const [intakeId, message, inOffice] of faults) {
    const body = { ...registration, programId, intakeId };
    const details = [{ path: 'intakeId', message }];
    const refusal = await readRefusal(t.visitor.api.registrations.create({ body }));
    expect(refusal).toMatchObject({ ...firm, details });
    expect(await readRefusal(update(id, { intakeId }))).toMatchObject({ ...inOffice, details });
    if (inOffice === firm)
      expect(await readRefusal(update(id, { intakeId, anyway: true }))).toMatchObject({ ...firm, details });
  }
  expect(await fingerprintDatabase(t)).toEqual(before);
  await apply((await intake({ appliesUntil: addDaysToToday(0) })).id);
});

test('the office puts a late joiner into an intake that has begun, is closed and is full', async () => {
  const { id } = await intake({ seats: 1 });
  await requireSuccess(update((await apply(id)).id, { status: 'accepted' }));
  const closing = { startsOn: addDaysToToday(-1), appliesUntil: null, isOpen: false };
  await requireSuccess(t.office.api.intakes.update({ params: { id }, body: closing }));
  const late = await apply(null, { email: 'late.joiner@example.org' });
  await requireSuccess(update(late.id, { status: 'accepted' }));
  expect(await readRefusal(update(late.id, { intakeId: id }))).toMatchObject({ code: 'CONFLICT' });
  await requireSuccess(update(late.id, { intakeId: id, anyway: true }));
  expect(await read(late.id)).toMatchObject({ status: 'accepted', intakeId: id });

  // The intake stays editable with more people than seats
  await requireSuccess(t.office.api.intakes.update({ params: { id }, body: { seats: 1, note: 'Late' } }));
  const next = await apply(null, { email: 'next.joiner@example.org' });
  await requireSuccess(update(next.id, { intakeId: id, anyway: true }));
  expect(await readRefusal(update(next.id, { status: 'accepted' }))).toMatchObject(refused);
  await requireSuccess(update(next.id, { status: 'accepted', anyway: true }));
});

test('a program that is closed is named before its intake', async () => {
  const closed = await t.given.program({ isActive: false });
  const { id: intakeId } = await t.given.intake({ programId: closed.id });
  const body = { ...registration, programId: closed.id, intakeId };
  const { details } = await readRefusal(t.visitor.api.registrations.create({ body }));
  expect(details.map(({ path }) => path)).toEqual(['programId']);
});

test('a full intake is applied for, and the status stays new', async () => {
  const { id } = await intake({ seats: 1 });
  await requireSuccess(update((await apply(id)).id, { status: 'accepted' }));
  const late = await apply(id, { email: 'late@example.org' });
  expect(await read(late.id)).toMatchObject({ status: 'new', intakeId: id });
});

test('every way to a seat takes it: a change of intake, and a restore from the trash', async () => {
  const { id: full } = await intake({ seats: 1 });
  const { id: other } = await intake({ seats: 1 });
  const first = await apply(full);
  await requireSuccess(update(first.id, { status: 'accepted' }));
  const elsewhere = await apply(other, { email: 'b@example.org' });
  await requireSuccess(update(elsewhere.id, { status: 'accepted' }));
  expect(await readRefusal(update(elsewhere.id, { intakeId: full }))).toMatchObject(refused);

  const { trash } = t.office.admin;
  await requireSuccess(t.office.api.registrations.remove({ params: { id: first.id } }));
  await requireSuccess(update(elsewhere.id, { intakeId: full }));
  const restored = trash.restore.mutate({ kind: 'registration', id: first.id });
  expect(await readRefusal(restored)).toMatchObject({ code: 'NO_SEATS_LEFT' });
  await requireSuccess(update(elsewhere.id, { status: 'rejected' }));
  await trash.restore.mutate({ kind: 'registration', id: first.id });
  expect(await read(first.id)).toMatchObject({ status: 'accepted' });
  await requireSuccess(update(first.id, { status: 'accepted', note: 'Paid' }));
});

test('another program takes the registration out of its intake', async () => {
  const { id } = await intake();
  const mine = await apply(id);
  const other = await t.given.program();
  const { id: next } = await t.given.intake({ programId: other.id });
  await requireSuccess(update(mine.id, { programId: other.id }));
  expect(await read(mine.id)).toMatchObject({ programId: other.id, intake: null });
  await requireSuccess(update(mine.id, { programId, intakeId: id }));
  await requireSuccess(update(mine.id, { programId: other.id, intakeId: next }));
  expect(await read(mine.id)).toMatchObject({ programId: other.id, intake: { id: next } });
});

test('the waiting list is ordered by when the status became waiting', async () => {
  const { id } = await intake({ seats: 1 });
  const taken = await apply(id);
  await requireSuccess(update(taken.id, { status: 'accepted' }));
  const first = await apply(id, { email: 'first@example.org' });
  const second = await apply(id, { email: 'second@example.org' });
  const third = await apply(id, { email: 'third@example.org' });
  const places = async () =>
    Promise.all([third, first, second].map(async ({ reference }) => (await standingOf(reference)).place));
  expect(await places()).toEqual([null, null, null]);
  for (const one of [third, first, second]) {
    await requireSuccess(update(one.id, { status: 'waiting' }));
    t.wait(1000);
  }
  expect(await places()).toEqual([1, 2, 3]);
  expect(await standingOf(third.reference)).toMatchObject({ status: 'waiting list' });

  await requireSuccess(update(third.id, { note: 'Called' }));
  expect(await places()).toEqual([1, 2, 3]);
  await requireSuccess(update(third.id, { status: 'reviewing' }));
  await requireSuccess(update(third.id, { status: 'waiting' }));
  expect(await places()).toEqual([3, 1, 2]);

  const [email] = await t.sql<{ data: object }>(
    `select data from outgoing_messages where recipient = 'second@example.org' and kind = 'registration-status'`,
  );
  expect(email?.data).toMatchObject({ status: 'waiting', place: 3 });
});

test('a freed seat is proposed to the first in line, in the answer and on the dashboard', async () => {
  const { id, startsOn } = await intake({ seats: 1 });
  const seated = await apply(id);
  const late = await apply(id);
  const first = await apply(id, { firstName: 'Zoe' });
  await requireSuccess(update(seated.id, { status: 'accepted' }));
  for (const one of [first, late]) {
    await requireSuccess(update(one.id, { status: 'waiting' }));
    t.wait(1000);
  }
  const { registrations, stats } = t.office.admin;
  const proposed = async () =>
    (await stats.attention.query()).firstInLine.filter(({ id: one }) => [first.id, late.id].includes(one));
  expect(await proposed()).toEqual([]);
  const kept = await registrations.decide.mutate({ id: seated.id, note: 'Called' });
  expect(kept.nextInLine).toBeNull();

  const { nextInLine } = await registrations.decide.mutate({ id: seated.id, status: 'withdrawn' });
  expect(nextInLine).toEqual({
    id: first.id,
    reference: first.reference,
    name: 'Zoe Example',
    intake: `Tailoring, ${formatDate(startsOn)}`,
  });
  expect(await proposed()).toEqual([nextInLine]);
  await requireSuccess(update(first.id, { status: 'accepted' }));
  expect(await proposed()).toEqual([]);
});

test('a class list has the accepted by last name, without health answers, and is on record', async () => {
  const { id: programId } = await t.given.program({ name: 'Weaving' });
  const { id, startsOn } = await t.given.intake({ programId, seats: 5, place: 'Hall' });
  const { id: other } = await t.given.intake({ programId });
  const seated = async (lastName: string, intakeId: number, status: 'accepted' | 'waiting' = 'accepted') => {
    const { id: one } = await t.given.registration({ programId, intakeId, lastName });
    await requireSuccess(t.office.api.registrations.update({ params: { id: one }, body: { status } }));
    return one;
  };
  await seated('Zziwa', id);
  await seated('Achan', id);
  await seated('Elsewhere', other);
  await seated('Waiting', id, 'waiting');
  const gone = await seated('Gone', id);
  await requireSuccess(t.office.api.registrations.remove({ params: { id: gone } }));

  const { classList } = t.office.admin.registrations;
  const list = await classList.query({ id });
  expect(list).toMatchObject({ program: 'Weaving', startsOn, place: 'Hall', seats: 5 });
  expect(list.students.map(({ lastName }) => lastName)).toEqual(['Achan', 'Zziwa']);
  expect(list.students[0]).toMatchObject({ firstName: 'Ann', phone: registration.phone, guardianName: null });
  expect(JSON.stringify(list)).not.toMatch(/Asthma|Nuts|Inhaler/);

  const { items } = await t.office.admin.activity.list.query({ type: 'view', limit: 1, offset: 0 });
  expect(items[0]).toMatchObject({ description: 'Read the class list of Weaving', entityId: id });
});

test('there is no class list of an intake that is not there', async () => {
  const { id } = await t.given.intake();
  await requireSuccess(t.office.api.intakes.remove({ params: { id } }));
  const { classList } = t.office.admin.registrations;
  for (const one of [id, 2147483647]) {
    expect(await readRefusal(classList.query({ id: one }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Intake not found',
    });
  }
});
