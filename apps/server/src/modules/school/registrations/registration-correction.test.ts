import type { Right } from '@institute/contract/rights.constants';
import { beforeEach, expect, test } from 'vitest';
import { readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { listRightsBut } from '../../../testing/app/rights.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { officeEmail, useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const { admin } = t.office;
const { id: programId } = await t.given.program();
const { correct } = admin.registrations;
beforeEach(async () => void (await t.sql('delete from outgoing_messages')));

const applied = (fields: Parameters<typeof t.given.registration>[0] = {}) =>
  t.given.registration({ programId, ...fields });
const readHistory = async (id: number) => (await admin.registrations.get.query({ id })).history;
const withRights = async (email: string, rights: Right[]) => {
  const { user } = await t.given.account(email);
  await admin.accounts.setRights.mutate({ id: user.id, rights });
  return t.as(email);
};
const bornYearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`;

test('the office corrects a person, and the history keeps the former values and the reason', async () => {
  const { id } = await applied({ firstName: 'Jane', lastName: 'Nakato', phone: '0772 000 101' });
  const { tag } = await admin.registrations.get.query({ id });
  const fields = {
    firstName: 'Janet',
    lastName: 'Nakato',
    phone: '0772 000 102',
    email: '',
    dateOfBirth: '2000-05-06',
    emergencyRelation: 'Aunt',
  };
  const corrected = await correct.mutate({ id, ifMatch: tag, fields, reason: 'Her identity card' });
  expect(corrected).toMatchObject({ ...fields, id, emergencyName: 'Bo Example' });

  expect(await readHistory(id)).toMatchObject([
    {
      by: officeEmail,
      from: 'new',
      to: 'new',
      note: null,
      reason: 'Her identity card',
      corrected: {
        firstName: 'Jane',
        email: 'ann@example.org',
        phone: '0772 000 101',
        dateOfBirth: '2001-02-03',
        emergencyRelation: 'Uncle',
      },
    },
  ]);
  expect((await readHistory(id))[0]?.corrected).not.toHaveProperty('lastName');
  expect((await admin.registrations.list.query({ q: '0772000102' })).items).toMatchObject([{ id }]);
});

test('nothing new is no correction, and whoever saw an older version is refused', async () => {
  const { id } = await applied();
  const { tag, view } = await admin.registrations.get.query({ id });
  const { firstName, phone, email } = view;
  await correct.mutate({ id, fields: { firstName, phone, email } });
  expect(await readHistory(id)).toEqual([]);

  await correct.mutate({ id, ifMatch: tag, fields: { firstName: 'Other' } });
  expect(
    await readRefusal(correct.mutate({ id, ifMatch: tag, fields: { firstName: 'Third' } })),
  ).toMatchObject({ status: 412, code: 'PRECONDITION_FAILED' });
});

test('the rules of an application hold for a correction too', async () => {
  const { id } = await applied();
  const refused = await readRefusal(
    correct.mutate({ id, fields: { firstName: 'www.x.co', phone: 'none', email: 'ann' } }),
  );
  expect(refused.details.map(({ path }) => path)).toEqual([
    'fields.firstName',
    'fields.email',
    'fields.phone',
  ]);
  expect(await readRefusal(correct.mutate({ id, fields: { dateOfBirth: '0026-05-05' } }))).toMatchObject({
    details: [{ path: 'dateOfBirth' }],
  });
});

test('who turns out to be a child needs a guardian, whom the office names at once', async () => {
  const { id } = await applied();
  const dateOfBirth = bornYearsAgo(15);
  expect(await readRefusal(correct.mutate({ id, fields: { dateOfBirth } }))).toMatchObject({
    status: 400,
    details: [{ path: 'guardianName' }, { path: 'guardianPhone' }],
  });
  const guardian = { guardianName: 'Grace Opio', guardianPhone: '0772 000 103' };
  expect(await correct.mutate({ id, fields: { dateOfBirth, ...guardian } })).toMatchObject({
    dateOfBirth,
    ...guardian,
    guardianConsent: false,
  });
  expect(await readRefusal(correct.mutate({ id, fields: { guardianName: null } }))).toMatchObject({
    details: [{ path: 'guardianName' }],
  });
});

test('a corrected contact is told to the former and the new one', async () => {
  const { id } = await applied({ email: 'old@example.org' });
  await t.sql('delete from outgoing_messages');
  await correct.mutate({ id, fields: { email: 'new@example.org' } });
  const told = await t.sql(
    "select recipient from outgoing_messages where kind = 'contact-changed' order by id",
  );
  expect(told).toEqual([{ recipient: 'old@example.org' }, { recipient: 'new@example.org' }]);
});

test('health answers are corrected by those who read them, and their history holds no answer', async () => {
  const { id } = await applied({ allergies: 'Nuts' });
  const clerk = await withRights('clerk@example.org', listRightsBut('health'));
  const hidden = clerk.admin.registrations.correct.mutate({ id, fields: { allergies: 'None' } });
  expect(await readRefusal(hidden)).toMatchObject({ status: 403 });

  await correct.mutate({ id, fields: { allergies: 'Peanuts' } });
  expect(await readHistory(id)).toMatchObject([{ corrected: { allergies: null } }]);
  const [stored] = await t.sql<{ all: string }>(
    'select json_agg(registration_changes)::text as "all" from registration_changes',
  );
  expect(stored?.all).not.toMatch(/nuts/i);
});

test('correcting an imported person is no acceptance: another course charges nothing', async () => {
  const { id } = await applied();
  await t.sql("update registrations set status = 'accepted', stored_by_office = true where id = ?", [id]);
  await correct.mutate({ id, fields: { firstName: 'Other' } });
  const intake = await t.given.intake({ programId, startsOn: addDaysToToday(30) });
  await admin.registrations.changeCourse.mutate({ id, intakeId: intake.id });
  expect(await t.sql('select id from charges where registration_id = ?', [id])).toEqual([]);
});

test('an application over REST is corrected with the same history', async () => {
  const { id } = await applied({ lastName: 'Akello' });
  await requireSuccess(t.office.api.registrations.update({ params: { id }, body: { lastName: 'Achieng' } }));
  expect(await readHistory(id)).toMatchObject([{ corrected: { lastName: 'Akello' }, reason: null }]);
});
