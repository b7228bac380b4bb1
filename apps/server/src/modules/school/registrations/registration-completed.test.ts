import { noSeatsLeftMessage } from '@institute/contract/intakes.constants';
import { type RegistrationStatus, registrationStatuses } from '@institute/contract/registrations.constants';
import { formatDate } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { addDaysToToday, registration } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';
import { findRegistrationStatus } from './registration-status.service.ts';

const t = await useTestApp();
const programId = (await t.given.program({ name: 'Tailoring' })).id;

const put = (id: number, status: RegistrationStatus) =>
  t.office.api.registrations.update({ params: { id }, body: { status, anyway: status === 'completed' } });
const read = (id: number) => readData(t.office.api.registrations.get({ params: { id } }));

async function applied(status: RegistrationStatus, fields: object = {}) {
  const receipt = await t.given.registration({ programId, ...fields });
  if (status === 'completed') await requireSuccess(put(receipt.id, 'accepted'));
  await requireSuccess(put(receipt.id, status));
  return receipt;
}

const others = registrationStatuses.filter((status) => status !== 'accepted' && status !== 'completed');

test('only an accepted one can be completed, and a completed one only become accepted again', async () => {
  const { id } = await t.given.registration({ programId });
  const refused = { status: 409, code: 'CONFLICT' };
  for (const status of others) {
    await requireSuccess(put(id, status));
    const message = 'Only an accepted registration can be completed';
    expect(await readRefusal(put(id, 'completed'))).toMatchObject({ ...refused, message });
    expect((await read(id)).status).toBe(status);
  }
  await requireSuccess(put(id, 'accepted'));
  await requireSuccess(put(id, 'completed'));
  for (const status of others) {
    const message = 'A completed registration can only become accepted again';
    expect(await readRefusal(put(id, status))).toMatchObject({ ...refused, message });
  }
  await requireSuccess(put(id, 'accepted'));
});

test('the applicant is told, and reads it on the status page', async () => {
  const { id, reference } = await applied('accepted', { email: 'told@example.org' });
  await requireSuccess(put(id, 'completed'));
  const told = await t.em().find(OutgoingMessageEntity, { recipient: 'told@example.org' });
  expect(told.at(-1)).toMatchObject({
    kind: 'registration-status',
    data: { reference, status: 'completed' },
  });
  const asked = { reference, phone: registration.phone };
  expect(await findRegistrationStatus(t.jobContext(), asked, '192.0.2.1')).toMatchObject({
    status: 'completed',
    meaning: 'You have completed the program.',
  });
});

test('a message after one that was being sent says nothing of what the applicant knew, and can be sent', async () => {
  const { id } = await applied('accepted', { email: 'busy@example.org' });
  const statusEmails = () =>
    t.em().find(OutgoingMessageEntity, { recipient: 'busy@example.org', kind: 'registration-status' });
  await t.sql(`update outgoing_messages set tries = 1, next_try_at = now() + interval '1 minute'
    where recipient = 'busy@example.org' and kind = 'registration-status'`);
  await requireSuccess(put(id, 'completed'));
  expect((await statusEmails()).map(({ data }) => 'told' in data)).toEqual([false]);

  // As an earlier release stored it
  await t.sql(
    `update outgoing_messages set data = data || '{"told": null}' where recipient = 'busy@example.org'`,
  );
  await requireSuccess(put(id, 'accepted'));
  expect(await statusEmails()).toMatchObject([{ data: { status: 'accepted' } }]);
});

test('it keeps its seat, in the trash none, and the class list names it', async () => {
  const { id: intakeId } = await t.given.intake({ programId, seats: 1 });
  const first = await applied('completed', { intakeId });
  const second = await t.given.registration({ programId, intakeId });
  expect(await readRefusal(put(second.id, 'accepted'))).toMatchObject({ message: noSeatsLeftMessage });
  const { students } = await t.office.admin.registrations.classList.query({ id: intakeId });
  expect(students.map(({ id }) => id)).toEqual([first.id]);

  await requireSuccess(t.office.api.registrations.remove({ params: { id: first.id }, body: {} }));
  await requireSuccess(put(second.id, 'accepted'));
  const restoring = t.office.admin.trash.restore.mutate({ kind: 'registration', id: first.id });
  expect(await readRefusal(restoring)).toMatchObject({ message: noSeatsLeftMessage });
  await requireSuccess(put(second.id, 'completed'));
  const full = await t.office.admin.registrations.list.query({ intakeId, status: 'completed' });
  expect(full.items.map(({ id }) => id)).toEqual([second.id]);
});

test('many at once: those that cannot be completed are left, and Undo accepts the others again', async () => {
  const { id: intakeId } = await t.given.intake({ programId, seats: 2 });
  const ids = [
    await applied('accepted', { intakeId }),
    await applied('accepted', { intakeId, dateOfBirth: null }),
    await applied('new', { intakeId }),
    await applied('rejected', { intakeId }),
  ].map(({ id }) => id);
  const { registrations } = t.office.admin;
  const choose = async (status: RegistrationStatus) => {
    const rows = await registrations.choose.query({ intakeId });
    return { rows: rows.map((row) => ({ ...row, status })), anyway: true };
  };
  const statuses = async () => {
    const { items } = await registrations.list.query({ intakeId, sort: 'reference' });
    return items.map(({ status }) => status);
  };

  expect(await registrations.previewStatuses.mutate(await choose('completed'))).toMatchObject({
    changed: 2,
    left: [{ reason: 'notAccepted', count: 2 }],
  });
  const changed = await registrations.changeStatuses.mutate(await choose('completed'));
  expect(changed.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(await statuses()).toEqual(['completed', 'completed', 'new', 'rejected']);

  expect(await registrations.previewStatuses.mutate(await choose('withdrawn'))).toMatchObject({
    changed: 2,
    left: [{ reason: 'completed', count: 2 }],
  });
  await registrations.undoStatuses.mutate({ rows: changed });
  expect(await statuses()).toEqual(['accepted', 'accepted', 'new', 'rejected']);

  // Nobody's age is asked a second time
  await registrations.changeStatuses.mutate(await choose('completed'));
  const back = (await choose('accepted')).rows.filter(({ id }) => ids.indexOf(id) < 2);
  expect(await registrations.changeStatuses.mutate({ rows: back })).toHaveLength(2);
});

test('somebody whose intake has not begun is completed only when the office says so, alone or with others', async () => {
  const { id: intakeId } = await t.given.intake({ programId, startsOn: addDaysToToday(1) });
  const { id: begun } = await t.given.intake({ programId, startsOn: addDaysToToday(0) });
  const early = await applied('accepted', { intakeId, firstName: 'Early', lastName: 'Bird' });
  const due = await applied('accepted', { intakeId: begun });
  const { registrations } = t.office.admin;
  const decide = (id: number, more: object = {}) =>
    t.office.api.registrations.update({ params: { id }, body: { status: 'completed', ...more } });
  const message = `This intake has not begun: it starts on ${formatDate(addDaysToToday(1))}`;
  expect(await readRefusal(decide(early.id))).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    message,
    details: [{ path: 'anyway', message }],
  });
  expect((await read(early.id)).status).toBe('accepted');

  const rows = (await registrations.choose.query({ programId, status: 'accepted' }))
    .filter(({ id }) => id === early.id || id === due.id)
    .map((row) => ({ ...row, status: 'completed' as const }));
  expect(await registrations.previewStatuses.mutate({ rows })).toMatchObject({
    changed: 1,
    notBegun: ['Early Bird'],
    left: [{ reason: 'notBegun', count: 1 }],
  });
  expect((await registrations.changeStatuses.mutate({ rows })).map(({ id }) => id)).toEqual([due.id]);
  const left = { rows: rows.filter(({ id }) => id === early.id), anyway: true };
  expect(await registrations.previewStatuses.mutate(left)).toMatchObject({ changed: 1, left: [] });
  const changed = await registrations.changeStatuses.mutate(left);
  await registrations.undoStatuses.mutate({ rows: changed });
  await requireSuccess(decide(early.id, { anyway: true }));
  // What was completed stays so, whatever else is written about it
  await requireSuccess(decide(early.id, { note: 'Knew it all' }));
});
