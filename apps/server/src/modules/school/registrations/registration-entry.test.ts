import { beforeEach, expect, test } from 'vitest';
import { readData, readRefusal } from '../../../testing/app/answers.ts';
import { addDaysToToday, registration } from '../../../testing/app/sample-bodies.ts';
import { fingerprintDatabase } from '../../../testing/app/stored.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const { admin } = t.office;
const { id: programId } = await t.given.program({ name: 'Tailoring' });
const { enter } = admin.registrations;
beforeEach(async () => void (await t.sql('delete from outgoing_messages')));

const { consent, ...answers } = registration;
const walkIn = { ...answers, programId, agreedOnPaper: true as const };
const read = (id: number) => readData(t.office.api.registrations.get({ params: { id } }));
const told = () =>
  t.sql<{ kind: string; recipient: string }>('select kind, recipient from outgoing_messages');

test('somebody at the office is stored with every answer, as agreed on paper, and nobody is told', async () => {
  const { id, reference } = await enter.mutate({ ...walkIn, startDate: addDaysToToday(-3) });
  expect(await read(id)).toMatchObject({
    ...answers,
    reference,
    startDate: addDaysToToday(-3),
    status: 'new',
    storedByOffice: true,
    consent: true,
    consentVersion: null,
    guardianConsent: false,
    medicalConditions: 'Asthma',
  });
  expect(await told()).toEqual([]);
  expect((await admin.registrations.list.query({ q: '0700 000 000' })).items).toMatchObject([{ id }]);
  const logged = await t.sql('select description from activities where type = ? and entity_id = ?', [
    'create',
    id,
  ]);
  expect(logged).toContainEqual({ description: `Entered registration ${reference}` });
});

test('a ticked box sends the reference', async () => {
  await enter.mutate({ ...walkIn, tellsApplicant: true });
  expect(await told()).toEqual([{ kind: 'registration-received', recipient: 'ann@example.org' }]);
});

test('the rules of the form hold: names, consent, days, and the guardian of a child', async () => {
  const before = await fingerprintDatabase(t);
  const child = `${new Date().getUTCFullYear() - 10}-01-01`;
  const bad = {
    ...walkIn,
    firstName: 'www.x.co',
    agreedOnPaper: false as unknown as true,
    dateOfBirth: child,
  };
  const refused = await readRefusal(enter.mutate(bad));
  expect(refused.details.map(({ path }) => path)).toEqual([
    'firstName',
    'agreedOnPaper',
    'guardianName',
    'guardianPhone',
    'guardianConsent',
  ]);
  expect(await readRefusal(enter.mutate({ ...walkIn, programId: 99 }))).toMatchObject({
    details: [{ path: 'programId' }],
  });
  expect(await fingerprintDatabase(t)).toEqual(before);
});

test('an intake that has begun is asked about, and gives its first day', async () => {
  const startsOn = addDaysToToday(-5);
  const { id: intakeId } = await t.given.intake({ programId, startsOn });
  const late = { ...walkIn, intakeId };
  expect(await readRefusal(enter.mutate(late))).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    details: [{ path: 'intakeId' }],
  });
  const { id } = await enter.mutate({ ...late, anyway: true });
  expect(await read(id)).toMatchObject({ intakeId, startDate: startsOn });

  const { id: other } = await t.given.intake();
  const wrong = enter.mutate({ ...walkIn, intakeId: other, anyway: true });
  expect(await readRefusal(wrong)).toMatchObject({ status: 400, details: [{ path: 'intakeId' }] });
});

test('health answers are entered only by those who may read them', async () => {
  const { user } = await t.given.account('clerk@example.org');
  await admin.accounts.setRights.mutate({ id: user.id, rights: ['registrations'] });
  const clerk = t.as('clerk@example.org').admin.registrations;
  expect(await readRefusal(clerk.enter.mutate(walkIn))).toMatchObject({ status: 403 });
  const hidden = { medicalConditions: null, allergies: null, medications: '' };
  const { id } = await clerk.enter.mutate({ ...walkIn, ...hidden });
  expect(await read(id)).toMatchObject({ allergies: null });
});

test('imported people are stored by the office, and their consent is not recorded', async () => {
  const text = 'Name,Phone,Program\nJane Nakato,0772 123 456,Tailoring\n';
  const { hash } = await admin.fees.planPeople.mutate({ text });
  await admin.fees.importPeople.mutate({ text, hash });
  const { items } = await admin.registrations.list.query({ q: 'Nakato' });
  expect(await read(items[0]?.id ?? 0)).toMatchObject({ storedByOffice: true, consent: false });
});
