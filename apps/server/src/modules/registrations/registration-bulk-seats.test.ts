import { noSeatsLeft } from '@institute/contract/content.constants';
import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { formatDate } from '@institute/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { dataOf, refusalOf, succeeded } from '../../testing/answers.ts';
import type { AdminClient } from '../../testing/caller.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { EmailEntity } from '../emails/email.entity.ts';

const t = useTestApp();
let registrations: AdminClient['registrations'];
beforeAll(async () => {
  ({ registrations } = t.office.admin);
});

async function given(seats: number, applicants: number) {
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
  const { intakeId, startsOn, rows, to } = await given(2, 3);
  expect(await refusalOf(registrations.changeStatuses.mutate(to('accepted')))).toMatchObject({
    status: 409,
    code: 'NO_SEATS_LEFT',
    message: noSeatsLeft,
    details: [
      { path: 'status', message: noSeatsLeft },
      { path: 'status', message: `Weaving, ${formatDate(startsOn)} has 2 seats, and 3 would be accepted` },
    ],
  });
  expect(await accepted(intakeId)).toBe(0);

  await registrations.changeStatuses.mutate({ rows: to('accepted').rows.slice(0, 2) });
  const { data } = (await succeeded(t.visitor.api.intakes.get({ params: { id: intakeId } }))).body;
  expect(data.seatsLeft).toBe(0);
  expect(
    await refusalOf(registrations.decide.mutate({ id: rows[2]?.id ?? 0, status: 'accepted' })),
  ).toMatchObject({ code: 'NO_SEATS_LEFT' });
});

test('accepts at once, one by one and together, never take more seats than there are', async () => {
  const { intakeId, rows, to } = await given(3, 8);
  const pairs = [0, 2].map((first) => ({ rows: to('accepted').rows.slice(first, first + 2) }));
  await Promise.allSettled([
    ...pairs.map((pair) => registrations.changeStatuses.mutate(pair)),
    ...rows.slice(4).map(({ id }) => registrations.decide.mutate({ id, status: 'accepted' })),
  ]);
  expect(await accepted(intakeId)).toBe(3);
});

test('rows come back from the trash only while there are seats for the accepted ones', async () => {
  const { intakeId, rows, to } = await given(1, 2);
  await registrations.changeStatuses.mutate({ rows: to('accepted').rows.slice(0, 1) });
  const [first] = (await chosen(intakeId)).rows;
  const removed = await registrations.removeMany.mutate({ rows: first ? [first] : [] });
  await registrations.decide.mutate({ id: rows[1]?.id ?? 0, status: 'accepted' });
  expect(await refusalOf(registrations.restoreMany.mutate({ rows: removed }))).toMatchObject({
    code: 'NO_SEATS_LEFT',
  });
  expect(await accepted(intakeId)).toBe(1);
});

test('who is put back on the waiting list by Undo keeps the place, and is told of it', async () => {
  const { rows, to } = await given(5, 2);
  await registrations.changeStatuses.mutate(to('waiting'));
  const emails = await t.db.orm.em.fork().find(EmailEntity, { kind: 'registration-status' });
  const told = emails.map(({ data }) => data as { status: string; place?: number });
  expect(told.filter(({ status }) => status === 'waiting').map(({ place }) => place)).toEqual([1, 2]);

  const read = (id: number) => dataOf(t.office.api.registrations.get({ params: { id } }));
  const [first, second] = rows.map(({ id }) => id);
  await registrations.decide.mutate({ id: first ?? 0, note: 'Called, and keeps the place' });
  const version = (rows[0]?.version ?? 0) + 2;
  const changed = await registrations.changeStatuses.mutate({
    rows: [{ id: first ?? 0, version, status: 'accepted' }],
  });
  await registrations.undoStatuses.mutate({ rows: changed });
  expect((await read(first ?? 0)).status).toBe('waiting');
  const [queue] = await t.db.orm.em
    .fork()
    .execute<{ ids: number[] }[]>(
      `select array_agg(id order by waiting_since, id) as ids from registrations where id in (?, ?)`,
      [first, second],
    );
  expect(queue?.ids).toEqual([first, second]);
});
