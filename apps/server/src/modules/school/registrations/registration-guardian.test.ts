import { yearDigitsMessage } from '@institute/contract/day-bounds';
import { place } from '@institute/contract/place';
import { toLocalDay } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { postTicket } from '../../../testing/app/downloads.ts';
import { registration } from '../../../testing/app/sample-bodies.ts';
import { fingerprintDatabase } from '../../../testing/app/stored.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const { id: programId } = await t.given.program();

/** Date of birth of a person who reaches this age in `days` days, in Kampala. */
const born = (years: number, days = 0) => {
  const today = new Date(`${toLocalDay(new Date())}T00:00:00Z`);
  const day = new Date(
    Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate() + days),
  );
  return day.toISOString().slice(0, 10);
};
const guardian = { guardianName: 'Grace Opio', guardianPhone: '0772 123 456', guardianConsent: true };
const send = (fields: object) =>
  t.visitor.send('POST', '/registrations', { body: { ...registration, programId, ...fields } });
const read = (id: number) => readData(t.office.api.registrations.get({ params: { id } }));
const registered = async (fields: Parameters<typeof t.given.registration>[0]) =>
  (await t.given.registration({ programId, ...fields })).id;

const paths = ['guardianName', 'guardianPhone', 'guardianConsent'];

test('refuses a child without guardian and consent, and names the fields with the other faults', async () => {
  const before = await fingerprintDatabase(t);
  for (const [fields, missing] of [
    [{}, paths],
    [{ guardianName: ' ', guardianPhone: '', guardianConsent: false }, paths],
    [{ ...guardian, guardianConsent: false }, ['guardianConsent']],
    [{ ...guardian, guardianName: null }, ['guardianName']],
    [{ ...guardian, guardianPhone: undefined }, ['guardianPhone']],
    [{ ...guardian, guardianPhone: 'none' }, ['guardianPhone']],
    [{ ...guardian, guardianConsent: 'yes' }, ['guardianConsent']],
    [{ firstName: undefined, email: 'ann' }, ['firstName', 'email', ...paths]],
  ] as const) {
    const refused = await readRefusal(send({ dateOfBirth: born(18, 1), ...fields }));
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(refused.details.map(({ path }) => path)).toEqual(missing);
  }
  expect(await fingerprintDatabase(t)).toEqual(before);
});

test('whoever is eighteen today, or gives no date of birth, needs no guardian', async () => {
  expect(await send({ dateOfBirth: born(18) })).toMatchObject({ status: 201 });
  expect(await send({ dateOfBirth: null })).toMatchObject({ status: 201 });
});

test('the guardian of a child is kept, shown, found and exported', async () => {
  const id = await registered({ dateOfBirth: born(15), lastName: 'Child', ...guardian });
  expect(await read(id)).toMatchObject(guardian);
  expect((await t.office.admin.registrations.get.query({ id })).view).toMatchObject(guardian);
  for (const q of ['grace op', '0772 123']) {
    const { items } = await t.office.admin.registrations.list.query({ q });
    expect(items.map((item) => item.id)).toEqual([id]);
  }
  const columns = ['guardianName', 'guardianPhone', 'guardianConsent'] as const;
  const asked = { q: 'grace op', columns: [...columns] };
  const { path, ticket } = await t.office.admin.registrations.exportTicket.mutate(asked);
  const { body } = await postTicket(t, { path, ticket });
  expect(body).toContain(
    `Guardian Name,Guardian Phone,Guardian Consent\r\nGrace Opio,+${place.callingCode} 772 123 456,Yes\r\n`,
  );
});

test('the version of the legal texts and the time of the consent are kept; an applicant cannot choose them', async () => {
  const { version: consentVersion } = await readData(t.visitor.api.site.legal());
  const { body } = await send({ consentVersion: '1999-01-01', consentedAt: '1999-01-01T00:00:00Z' });
  const { id, createdAt } = body.data as { id: number; createdAt: string };
  expect(await read(id)).toMatchObject({ consentVersion, consentedAt: createdAt });
});

test('the office corrects a child’s guardian, cannot give the consent, and cannot take the guardian away', async () => {
  const id = await registered({ dateOfBirth: born(15), ...guardian });
  const update = (body: object) => t.office.send('PUT', `/registrations/${id}`, { body });
  expect((await update({ guardianPhone: '0700 999 999', guardianConsent: false })).body.data).toMatchObject({
    ...guardian,
    guardianPhone: '0700 999 999',
  });
  expect(await readRefusal(update({ guardianName: '', guardianPhone: null }))).toMatchObject({
    status: 400,
    details: [{ path: 'guardianName' }, { path: 'guardianPhone' }],
  });
  const grown = { dateOfBirth: born(30), guardianName: null };
  await requireSuccess(t.office.api.registrations.update({ params: { id }, body: grown }));
});

test('a child born in the year 26 is not registered alone, and an odd day that is stored can be corrected', async () => {
  const { details } = await readRefusal(send({ dateOfBirth: '0026-05-05', startDate: '1999-01-01' }));
  expect(details).toEqual([
    { path: 'dateOfBirth', message: yearDigitsMessage },
    { path: 'startDate', message: 'This date is in the past' },
  ]);
  const id = await registered({ dateOfBirth: born(30) });
  const odd = { dateOfBirth: '0026-05-05', startDate: '1999-01-01' };
  await t.sql('update registrations set date_of_birth = ?, start_date = ? where id = ?', [
    odd.dateOfBirth,
    odd.startDate,
    id,
  ]);
  const update = (body: object) => t.office.send('PUT', `/registrations/${id}`, { body });
  expect((await update({ ...odd, note: 'Ask' })).body.data).toMatchObject({ ...odd, note: 'Ask' });
  expect((await readRefusal(update({ dateOfBirth: '0027-05-05', startDate: '1998-01-01' }))).details).toEqual(
    [
      { path: 'dateOfBirth', message: yearDigitsMessage },
      { path: 'startDate', message: 'Not before 1 Jan 2000' },
    ],
  );
  const right = { dateOfBirth: '2004-05-05', startDate: '2000-01-01' };
  expect((await update(right)).body.data).toMatchObject(right);
});
