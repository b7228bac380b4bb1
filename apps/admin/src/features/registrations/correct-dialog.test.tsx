import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminAnswers } from '../../api/admin.ts';
import type { PartOf } from '../../testing/answers.ts';
import { Refusal } from '../../testing/answers.ts';
import { at, makeRegistration, makeSheetAnswers } from '../../testing/desk.ts';
import { asOwner, findButton, findDialog, findToast, listAnswer, openOffice } from '../../testing/office.tsx';

const row = makeRegistration({ status: 'completed', medicalHidden: false });
const renamed = {
  id: 4,
  at,
  by: 'jane@example.org',
  from: 'completed',
  to: 'completed',
  note: null,
  corrected: {
    firstName: 'Anne',
    phone: '0772 000 101',
    email: null,
    dateOfBirth: '2001-02-03',
    allergies: null,
  },
  reason: 'Her identity card',
} satisfies PartOf<AdminAnswers['registrations']['get']['history'][number]>;

test('only what was changed is sent, and the sheet goes on with the new version', async () => {
  const office = await openOffice('/admin/registrations?open=1', {
    ...makeSheetAnswers(row),
    'registrations.correct': { ...row, lastName: 'Achieng', tag: '"2"' },
  });
  await office.user.click(await findButton('Correct Details'));
  const dialog = await findDialog('Correct Details');
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await office.user.type(dialog.getByLabelText(/^Reason/), 'Passport');
  expect(save.disabled).toBe(true);
  const lastName = dialog.getByLabelText(/^Last Name/);
  await office.user.clear(lastName);
  await office.user.type(lastName, 'Achieng');
  const [phone] = dialog.getAllByLabelText(/^Phone/);
  if (!phone) throw new Error('There is no phone');
  await office.user.clear(phone);
  await office.user.type(phone, 'none');
  await office.user.click(save);
  await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe('true'));
  expect(office.inputs('registrations.correct')).toEqual([]);
  await office.user.clear(phone);
  await office.user.type(phone, row.phone);
  await office.user.click(save);
  await findToast('The details are corrected');
  expect(office.inputs('registrations.correct')).toEqual([
    { id: 1, ifMatch: '"1"', fields: { lastName: 'Achieng' }, reason: 'Passport' },
  ]);
});

test('a refusal stands at its field, and nothing typed is lost', async () => {
  const message = 'An applicant younger than 18 needs the name of a parent or guardian';
  const office = await openOffice('/admin/registrations?open=1', {
    ...makeSheetAnswers(row),
    'registrations.correct': new Refusal(400, 'VALIDATION_ERROR', message, [
      { path: 'guardianName', message },
    ]),
  });
  await office.user.click(await findButton('Correct Details'));
  const dialog = await findDialog('Correct Details');
  await office.user.type(dialog.getByLabelText(/^First Name/), 'a');
  await office.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>(/^First Name/).value).toBe('Anna');
});

test('health answers are not in the form of somebody who may not read them', async () => {
  const office = await openOffice(
    '/admin/registrations?open=1',
    makeSheetAnswers({ ...row, medicalHidden: true }),
  );
  await office.user.click(await findButton('Correct Details'));
  const dialog = await findDialog('Correct Details');
  expect(dialog.queryByLabelText(/^Allergies/)).toBeNull();
});

test('the history says what stood there before, and a paper with the former name can be issued again', async () => {
  const sheet = makeSheetAnswers(row);
  const paper = { id: 7, number: 'CERT-2027-000101', code: 'ABCDEFGHJKLM', registrationId: 1, reason: null };
  const certificate = {
    ...paper,
    holder: 'Anne Akello',
    hours: 120,
    to: null,
    result: null,
    state: 'valid' as const,
  };
  const office = await openOffice('/admin/registrations?open=1', {
    ...asOwner,
    ...sheet,
    'registrations.get': { ...sheet['registrations.get'], history: [renamed] },
    'certificates.list': listAnswer({ ...certificate, issuedOn: '2027-07-02' }),
    'certificates.correct': { id: 8, number: 'CERT-2027-000102', code: 'ABCDEFGHJKLN' },
  });
  const dialog = await findDialog(`Ann ${row.lastName}`);
  const history = await dialog.findByRole('region', { name: 'History' });
  for (const line of ['Details corrected', 'First Name was Anne', 'Email was empty', 'Allergies changed'])
    expect(history.textContent).toContain(line);
  expect(history.textContent).toContain('Date of Birth was 3 Feb 2001');
  expect(history.textContent).toContain('Her identity card');
  expect(await dialog.findByText('Issue the certificate again?')).toBeTruthy();
  await office.user.click(await dialog.findByRole('button', { name: 'Issue Again' }));
  const paperDialog = await findDialog('Correct CERT-2027-000101');
  expect(paperDialog.getByLabelText<HTMLInputElement>(/^Name on the certificate/).value).toBe('Ann Akello');
  await office.user.type(paperDialog.getByLabelText(/^Reason/), 'Name');
  await office.user.click(paperDialog.getByRole('button', { name: 'Correct' }));
  await waitFor(() =>
    expect(office.inputs('certificates.correct')).toMatchObject([{ id: 7, holder: 'Ann Akello' }]),
  );
});

test('whom the office stored did not send anything or agree to terms', async () => {
  const stored = { ...row, storedByOffice: true, consent: false };
  await openOffice('/admin/registrations?open=1', makeSheetAnswers(stored));
  const dialog = await findDialog(`Ann ${row.lastName}`);
  const history = await dialog.findByRole('region', { name: 'History' });
  expect(history.textContent).toContain('Stored by the office, 20 Nov 2026');
  expect(history.textContent).toContain('Consent: Not recorded');
  expect(history.textContent).not.toMatch(/by the applicant|Agreed/);
});
