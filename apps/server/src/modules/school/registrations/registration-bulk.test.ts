import { noSeatsLeftMessage } from '@institute/contract/intakes.constants';
import {
  type RegistrationStatus,
  registrationLimits,
  undoMinutes,
  undoSeconds,
} from '@institute/contract/registrations.constants';
import { formatDate } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import type { AdminClient } from '../../../testing/app/caller.ts';
import { officeEmail, useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { runInTransaction } from '../../../transaction.ts';
import { eraseRegistrations } from '../../office/privacy/erasure.service.ts';
import { ActivityEntity } from '../../platform/activity/activity.entity.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';

const t = await useTestApp();
const { registrations } = t.office.admin;
const { id: programId } = await t.given.program();

async function given(lastName: string, emails: string[]) {
  const receipts = [];
  for (const email of emails) receipts.push(await t.given.registration({ programId, lastName, email }));
  const rows = await registrations.choose.query({ q: lastName });
  return { receipts, rows: rows.sort((a, b) => a.id - b.id) };
}
type Rows = Awaited<ReturnType<AdminClient['registrations']['choose']['query']>>;
const to = (rows: Rows, status: RegistrationStatus) => ({ rows: rows.map((row) => ({ ...row, status })) });
const change = (rows: Rows, status: RegistrationStatus) =>
  registrations.changeStatuses.mutate(to(rows, status));
const statuses = async (q: string) =>
  (await registrations.list.query({ q, sort: 'reference' })).items.map(({ status }) => status);
const emailsTo = (recipient: string) =>
  t.em().find(OutgoingMessageEntity, { kind: 'registration-status', recipient });

test('gives many registrations a status, with one email for each applicant, and one Undo', async () => {
  const { receipts, rows } = await given('Bulk', [
    'bulk@example.org',
    'twin@example.org',
    'TWIN@example.org',
  ]);
  const changed = await change(rows, 'reviewing');

  expect(await statuses('bulk')).toEqual(['reviewing', 'reviewing', 'reviewing']);
  expect(changed.map(({ id, status }) => [id, status])).toEqual(receipts.map(({ id }) => [id, 'new']));
  const [email, ...others] = await emailsTo('twin@example.org');
  expect([others, await emailsTo('TWIN@example.org')]).toEqual([[], []]);
  expect(email?.data).toMatchObject({
    reference: receipts[1]?.reference,
    status: 'reviewing',
    more: [{ reference: receipts[2]?.reference, status: 'reviewing' }],
  });
  // Undo can withdraw it until then
  const heldFor = Number(email?.nextTryAt) - Number(email?.createdAt);
  expect(heldFor).toBeGreaterThan((undoSeconds - 5) * 1000);
  const { history } = await registrations.get.query({ id: receipts[0]?.id ?? 0 });
  expect(history).toMatchObject([{ by: officeEmail, from: 'new', to: 'reviewing' }]);
  const em = t.em();
  expect(
    await em.count(ActivityEntity, { type: 'update', description: { $like: '%registration REG%' } }),
  ).toBe(3);

  await registrations.undoStatuses.mutate({ rows: changed });
  expect(await statuses('bulk')).toEqual(['new', 'new', 'new']);
  expect(await emailsTo('bulk@example.org')).toEqual([]);
  expect(await emailsTo('twin@example.org')).toEqual([]);
});

test('a preview counts what a change would send and about what it costs, and changes nothing', async () => {
  const { rows } = await given('Preview', ['preview@example.org', 'PREVIEW@example.org']);
  for (const phone of ['0772 100 001', '0772 100 002']) {
    await t.given.registration({ programId, lastName: 'Preview', email: '', phone });
  }
  const all = await registrations.choose.query({ q: 'Preview' });
  const preview = () => registrations.previewStatuses.mutate(to(all, 'reviewing'));
  expect(await preview()).toEqual({
    changed: 4,
    accepted: [],
    left: [],
    agesUnknown: [],
    notBegun: [],
    emails: 1,
    sms: 2,
    cost: null,
    notDue: [],
    waitsForDecision: false,
  });
  expect(await registrations.previewStatuses.mutate(to(all, 'new'))).toMatchObject({
    changed: 0,
    emails: 0,
    sms: 0,
  });

  const em = t.em();
  await em.execute(
    `insert into outgoing_messages (channel, kind, data, state, sent_at, cost) values
       ('sms', 'x', '{}', 'sent', now(), 'UGX 30.0000'), ('sms', 'x', '{}', 'delivered', now(), 'UGX 40.0000'),
       ('sms', 'x', '{}', 'sent', now(), 'KES 0.8000'), ('sms', 'x', '{}', 'sent', now(), null)`,
  );
  expect(await preview()).toMatchObject({ sms: 2, cost: { currency: 'UGX', amount: 70 } });
  expect(await statuses('Preview')).toEqual(['new', 'new', 'new', 'new']);
  expect(await emailsTo('preview@example.org')).toEqual([]);

  await change(rows, 'rejected');
  expect(await readRefusal(preview())).toMatchObject({ code: 'PRECONDITION_FAILED' });
});

test('an email about several registrations goes when one of them is erased', async () => {
  const { receipts, rows } = await given('Erased', ['erased@example.org', 'erased@example.org']);
  await change(rows, 'reviewing');
  expect(await emailsTo('erased@example.org')).toHaveLength(1);
  const second = receipts[1]?.id ?? 0;
  await runInTransaction(t.jobContext(), (tx) => eraseRegistrations(tx, [second]));
  expect(await emailsTo('erased@example.org')).toEqual([]);
});

test('an applicant who was already told is told of the Undo', async () => {
  const { rows } = await given('Told', ['told@example.org', 'untold@example.org']);
  const changed = await change(rows, 'rejected');
  const em = t.em();
  await em.nativeUpdate(
    OutgoingMessageEntity,
    { recipient: 'told@example.org' },
    { state: 'sent', sentAt: new Date() },
  );
  await registrations.undoStatuses.mutate({ rows: changed });

  const told = (await emailsTo('told@example.org')).map(({ data }) => (data as { status: string }).status);
  expect(told).toEqual(['rejected', 'new']);
  expect(await emailsTo('untold@example.org')).toEqual([]);
});

test('Undo takes back only the last change of the same account, within five minutes', async () => {
  const { rows } = await given('Bound', ['bound@example.org']);
  const reject = async () => change(await registrations.choose.query({ q: 'Bound' }), 'rejected');
  const undo = (rows: Awaited<ReturnType<typeof reject>>) => registrations.undoStatuses.mutate({ rows });
  const refused = { status: 409, code: 'CONFLICT', message: expect.stringContaining('can be undone') };

  // Never changed
  expect(await readRefusal(undo(to(rows, 'accepted').rows))).toMatchObject(refused);

  const changed = await reject();
  expect(await readRefusal(undo(to(changed, 'accepted').rows))).toMatchObject(refused);
  const other = t.as('other@example.org').admin.registrations;
  expect(await readRefusal(other.undoStatuses.mutate({ rows: changed }))).toMatchObject(refused);
  t.wait(undoMinutes * 60_000);
  expect(await readRefusal(undo(changed))).toMatchObject(refused);
  expect(await statuses('Bound')).toEqual(['rejected']);

  await requireSuccess(
    t.office.api.registrations.update({ params: { id: rows[0]?.id ?? 0 }, body: { status: 'new' } }),
  );
  await undo(await reject());
  expect(await statuses('Bound')).toEqual(['new']);
});

test('a registration that already has the status is left alone', async () => {
  const { rows } = await given('Same', ['same@example.org']);
  expect(await change(rows, 'new')).toEqual([]);
  expect(await emailsTo('same@example.org')).toEqual([]);
  expect(await registrations.choose.query({ q: 'same' })).toEqual(rows);
});

test('accepting many leaves those of unknown age until the ages are confirmed; Undo does not ask', async () => {
  const { receipts, rows } = await given('Ages', ['known@example.org', 'unknown@example.org']);
  const [known, unknown] = receipts.map(({ id }) => id);
  await requireSuccess(
    t.office.api.registrations.update({ params: { id: unknown ?? 0 }, body: { dateOfBirth: null } }),
  );
  const { items } = await registrations.list.query({ q: 'Ages', sort: 'reference' });
  expect(items.map(({ isAgeUnknown }) => isAgeUnknown)).toEqual([false, true]);

  const to = (status: RegistrationStatus) => ({
    rows: rows.map(({ id, version }) => ({ id, version: version + Number(id === unknown), status })),
  });
  expect(await registrations.previewStatuses.mutate(to('accepted'))).toMatchObject({
    changed: 1,
    accepted: [known],
    left: [{ reason: 'ageUnknown', count: 1 }],
    agesUnknown: [expect.stringContaining('Ages')],
    emails: 1,
  });
  expect(
    await registrations.previewStatuses.mutate({ ...to('accepted'), agesConfirmed: true }),
  ).toMatchObject({
    changed: 2,
    accepted: [known, unknown],
    left: [],
    agesUnknown: [expect.anything()],
    emails: 2,
  });
  expect(await registrations.previewStatuses.mutate(to('reviewing'))).toMatchObject({
    changed: 2,
    left: [],
  });
  const changed = await registrations.changeStatuses.mutate(to('accepted'));
  expect(changed.map(({ id }) => id)).toEqual([known]);
  expect(await statuses('Ages')).toEqual(['accepted', 'new']);
  expect(await emailsTo('unknown@example.org')).toEqual([]);

  const confirmed = { rows: to('accepted').rows.filter(({ id }) => id === unknown), agesConfirmed: true };
  expect((await registrations.changeStatuses.mutate(confirmed)).map(({ id }) => id)).toEqual([unknown]);
  const { version } = (await registrations.list.query({ q: 'Ages' })).items[0] ?? { version: 0 };
  const rejected = await registrations.changeStatuses.mutate({
    rows: [{ id: unknown ?? 0, version, status: 'rejected' }],
  });
  await registrations.undoStatuses.mutate({ rows: rejected });
  expect(await statuses('Ages')).toEqual(['accepted', 'accepted']);
});

test('one stale row changes none, and is named', async () => {
  const { receipts, rows } = await given('Stale', ['a@stale.example', 'b@stale.example', 'c@stale.example']);
  const [first, second] = receipts;
  await registrations.decide.mutate({ id: first?.id ?? 0, note: 'Called' });
  expect(await readRefusal(change(rows, 'accepted'))).toMatchObject({
    status: 412,
    code: 'PRECONDITION_FAILED',
    message: `${first?.reference} was changed by somebody else in the meantime. Nothing was changed.`,
    details: [{ path: 'rows.0', message: expect.stringContaining(`${first?.reference} was changed`) }],
  });

  await registrations.remove.mutate({ id: second?.id ?? 0 });
  const refused = await readRefusal(registrations.removeMany.mutate({ rows }));
  expect(refused).toMatchObject({
    message: '2 of 3 registrations were changed by somebody else in the meantime. Nothing was changed.',
    details: [
      { path: 'rows.0', message: expect.stringContaining(`${first?.reference} was changed`) },
      { path: 'rows.1', message: expect.stringContaining(`${second?.reference} was deleted`) },
    ],
  });
  expect(await statuses('stale')).toEqual(['new', 'new']);
  expect(await emailsTo('c@stale.example')).toEqual([]);
});

test('trashes many registrations, and brings them back by one Undo', async () => {
  const { receipts, rows } = await given('Trashed', ['a@trash.example', 'b@trash.example']);
  const removed = await registrations.removeMany.mutate({ rows });
  expect(await statuses('trashed')).toEqual([]);
  const { items } = await t.office.admin.trash.list.query({ q: 'trashed' });
  expect(items.map(({ id, deletedBy }) => [id, deletedBy])).toEqual(
    expect.arrayContaining(receipts.map(({ id }) => [id, officeEmail])),
  );

  await registrations.restoreMany.mutate({ rows: removed });
  expect(await statuses('trashed')).toEqual(['new', 'new']);
  expect(await readRefusal(registrations.restoreMany.mutate({ rows: removed }))).toMatchObject({
    status: 412,
  });
});

test('chooses all that match the filter, and no more than can be changed at once', async () => {
  const { rows } = await given('Choosable', ['a@choose.example', 'b@choose.example']);
  const [first] = rows;
  await registrations.decide.mutate({ id: first?.id ?? 0, status: 'withdrawn' });
  expect(await registrations.choose.query({ q: 'choosable', status: 'withdrawn' })).toEqual([
    { id: first?.id, version: (first?.version ?? 0) + 1 },
  ]);

  await query(
    t.db.connection,
    `insert into registrations (first_name, last_name, email, phone, consent)
     select 'R', 'Legion', 'r@x.org', '0700000', true from generate_series(1, $1::int)`,
    [registrationLimits.chosen],
  );
  expect(await registrations.choose.query({ q: 'legion' })).toHaveLength(registrationLimits.chosen);
  expect(await readRefusal(registrations.choose.query({}))).toMatchObject({
    details: [{ message: 'At most 2,000 at once: narrow the list first' }],
  });
  await query(t.db.connection, `delete from registrations where last_name = 'Legion'`);
});

const rowsTo = (length: number) => Array.from({ length }, (_, place) => ({ id: place + 1, version: 1 }));

test.each([
  ['no row', [], 'Choose at least one'],
  ['too many rows', rowsTo(registrationLimits.chosen + 1), 'At most 2,000 at once: narrow the list first'],
  ['a row twice', [...rowsTo(1), ...rowsTo(1)], 'Choose each one once'],
])('refuses a bulk action on %s', async (_, rows, message) => {
  expect(await readRefusal(registrations.removeMany.mutate({ rows }))).toMatchObject({
    status: 400,
    details: [{ path: 'rows', message }],
  });
});

async function givenSeats(seats: number, applicants: number) {
  const { id: programId } = await t.given.program({ name: 'Weaving' });
  const { id: intakeId, startsOn } = await t.given.intake({ programId, seats });
  for (let n = 0; n < applicants; n += 1) {
    await t.given.registration({ programId, intakeId, email: `seat${n}@example.org` });
  }
  return { intakeId, startsOn, ...(await chosen(intakeId)) };
}
async function chosen(intakeId: number) {
  const rows = (await registrations.choose.query({ intakeId })).sort((a, b) => a.id - b.id);
  return { rows, to: (status: RegistrationStatus) => ({ rows: rows.map((row) => ({ ...row, status })) }) };
}
const accepted = async (intakeId: number) => (await registrations.list.query({ intakeId })).totals.accepted;

test('accepting many takes their seats, or none when there are too few', async () => {
  const { intakeId, startsOn, rows, to } = await givenSeats(2, 3);
  expect(await readRefusal(registrations.changeStatuses.mutate(to('accepted')))).toMatchObject({
    status: 409,
    code: 'NO_SEATS_LEFT',
    message: noSeatsLeftMessage,
    details: [
      { path: 'status', message: noSeatsLeftMessage },
      { path: 'status', message: `Weaving, ${formatDate(startsOn)} has 2 seats, and 3 would be accepted` },
    ],
  });
  expect(await accepted(intakeId)).toBe(0);

  await registrations.changeStatuses.mutate({ rows: to('accepted').rows.slice(0, 2) });
  const { data } = (await requireSuccess(t.visitor.api.intakes.get({ params: { id: intakeId } }))).body;
  expect(data.seatsLeft).toBe(0);
  expect(
    await readRefusal(registrations.decide.mutate({ id: rows[2]?.id ?? 0, status: 'accepted' })),
  ).toMatchObject({ code: 'NO_SEATS_LEFT' });
});

test('accepts at once, one by one and together, never take more seats than there are', async () => {
  const { intakeId, rows, to } = await givenSeats(3, 8);
  const pairs = [0, 2].map((first) => ({ rows: to('accepted').rows.slice(first, first + 2) }));
  await Promise.allSettled([
    ...pairs.map((pair) => registrations.changeStatuses.mutate(pair)),
    ...rows.slice(4).map(({ id }) => registrations.decide.mutate({ id, status: 'accepted' })),
  ]);
  expect(await accepted(intakeId)).toBe(3);
});

test('rows come back from the trash only while there are seats for the accepted ones', async () => {
  const { intakeId, rows, to } = await givenSeats(1, 2);
  await registrations.changeStatuses.mutate({ rows: to('accepted').rows.slice(0, 1) });
  const [first] = (await chosen(intakeId)).rows;
  const removed = await registrations.removeMany.mutate({ rows: first ? [first] : [] });
  await registrations.decide.mutate({ id: rows[1]?.id ?? 0, status: 'accepted' });
  expect(await readRefusal(registrations.restoreMany.mutate({ rows: removed }))).toMatchObject({
    code: 'NO_SEATS_LEFT',
  });
  expect(await accepted(intakeId)).toBe(1);
});

test('who is put back on the waiting list by Undo keeps the place, and is told of it', async () => {
  const { rows, to } = await givenSeats(5, 2);
  await registrations.changeStatuses.mutate(to('waiting'));
  const emails = await t.em().find(OutgoingMessageEntity, { kind: 'registration-status' });
  const told = emails.map(({ data }) => data as { status: string; place?: number });
  expect(told.filter(({ status }) => status === 'waiting').map(({ place }) => place)).toEqual([1, 2]);

  const read = (id: number) => readData(t.office.api.registrations.get({ params: { id } }));
  const [first, second] = rows.map(({ id }) => id);
  await registrations.decide.mutate({ id: first ?? 0, note: 'Called, and keeps the place' });
  const version = (rows[0]?.version ?? 0) + 2;
  const changed = await registrations.changeStatuses.mutate({
    rows: [{ id: first ?? 0, version, status: 'accepted' }],
  });
  await registrations.undoStatuses.mutate({ rows: changed });
  expect((await read(first ?? 0)).status).toBe('waiting');
  const [queue] = await t.sql<{ ids: number[] }>(
    `select array_agg(id order by waiting_since, id) as ids from registrations where id in (?, ?)`,
    [first, second],
  );
  expect(queue?.ids).toEqual([first, second]);
});
