import { place } from '@institute/contract/place';
import { expect, test } from 'vitest';
import { readData } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { receiveSms } from './incoming-sms.service.ts';

const t = await useTestApp();
const number = `+${place.callingCode}772123456`;

test('a reply shows the name of the newest registration of its number or guardian', async () => {
  const senders = async () => (await t.office.admin.contact.list.query({})).items.map(({ name }) => name);
  const { id: programId } = await t.given.program();
  const applicant = { programId, email: '', phone: '0772 123 456', lastName: 'Applicant' };
  await receiveSms(t.jobContext(), { id: 'sms-1', from: number, text: 'We come at ten' });
  expect(await senders()).toEqual([`+${place.callingCode} 772 123 456`]);
  await t.given.registration({ ...applicant, firstName: 'Ann' });
  const { id } = await t.given.registration({ ...applicant, firstName: 'Bo' });
  expect(await senders()).toEqual(['Bo Applicant']);
  const [row] = await t.sql<{ id: number }>('select id from messages');
  expect(await t.office.admin.contact.get.query({ id: row?.id ?? 0 })).toMatchObject({
    name: 'Bo Applicant',
    phone: number,
  });
  await readData(t.office.api.registrations.remove({ params: { id } }));
  expect(await senders()).toEqual(['Ann Applicant']);

  const guardian = { guardianName: 'Sarah', guardianPhone: number, guardianConsent: true };
  await t.given.registration({
    ...applicant,
    ...guardian,
    phone: `+${place.callingCode}772123499`,
    firstName: 'Cleo',
  });
  expect(await senders()).toEqual(['Cleo Applicant']);
});
