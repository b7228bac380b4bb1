import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/answers.ts';
import { Refusal } from '../../testing/answers.ts';
import { listRegistrationAnswers, makeRegistration, makeSheetAnswers } from '../../testing/desk.ts';
import { findButton, findDialog, findToast, openOffice } from '../../testing/office.tsx';

const stored = makeRegistration({ id: 7, firstName: 'Jane', lastName: 'Nakato', storedByOffice: true });
const choices = {
  programs: [{ id: 2, name: 'Tailoring', price: 900_000 }],
  intakes: [{ id: 5, programId: 2, startsOn: '2026-02-01' }],
};
const answers = {
  ...makeSheetAnswers(stored),
  ...listRegistrationAnswers(),
  'registrations.choices': choices,
  'registrations.enter': { id: 7, reference: 'REG-2026-000007' },
};

async function openForm(more: Answers = {}) {
  const office = await openOffice('/admin/registrations', { ...answers, ...more });
  await office.user.click(await findButton('New Registration'));
  const dialog = await findDialog('New Registration');
  const type = async (label: string | RegExp, text: string) =>
    office.user.type(dialog.getByLabelText(label), text);
  const save = () => office.user.click(dialog.getByRole('button', { name: 'Save' }));
  return { office, dialog, type, save };
}

test('an adult at the desk is stored with three texts, a program and the consent on paper', async () => {
  const { office, dialog, type, save } = await openForm();
  await type('First Name', 'Jane');
  await type('Last Name', 'Nakato');
  await type('Phone', '0772 123 456');
  await office.user.selectOptions(dialog.getByLabelText('Program'), 'Tailoring');
  expect(dialog.queryByText('Parent or Guardian')).toBeNull();
  await save();
  expect(await dialog.findByText('Have the applicant agree to the terms on paper first')).toBeTruthy();
  expect(office.inputs('registrations.enter')).toEqual([]);
  await office.user.click(dialog.getByLabelText(/^The applicant has agreed/));
  await save();
  await findToast('REG-2026-000007 is stored');
  expect(office.inputs('registrations.enter')).toMatchObject([
    {
      firstName: 'Jane',
      lastName: 'Nakato',
      phone: '0772 123 456',
      programId: 2,
      intakeId: null,
      agreedOnPaper: true,
      tellsApplicant: false,
      email: null,
    },
  ]);
  // The sheet of the new one
  expect(await findDialog('Jane Nakato')).toBeTruthy();
});

test('a child is asked for a guardian on the same screen', async () => {
  const { office, dialog, type, save } = await openForm();
  await type('First Name', 'Jane');
  await type('Phone', '0772 123 456');
  await type('Date of Birth', `${new Date().getFullYear() - 10}-01-01`);
  await office.user.selectOptions(dialog.getByLabelText('Program'), 'Tailoring');
  await office.user.click(dialog.getByLabelText(/^The applicant has agreed/));
  await save();
  const missing = await dialog.findByText(/A parent or guardian must agree/);
  expect(missing).toBeTruthy();
  await type('Guardian Name', 'Grace Nakato');
  await type('Guardian Phone', '0772 123 457');
  await office.user.click(dialog.getByLabelText(/^The parent or guardian has agreed/));
  await save();
  await findToast('REG-2026-000007 is stored');
  expect(office.inputs('registrations.enter')).toMatchObject([
    { guardianName: 'Grace Nakato', guardianPhone: '0772 123 457', guardianConsent: true },
  ]);
});

test('a guardian with the same phone, who is the emergency contact too, is typed once', async () => {
  const { office, dialog, type, save } = await openForm();
  await type('First Name', 'Jane');
  await type('Phone', '0772 123 456');
  expect(dialog.queryByLabelText('Same person as the guardian')).toBeNull();
  await type('Date of Birth', `${new Date().getFullYear() - 10}-01-01`);
  await office.user.selectOptions(dialog.getByLabelText('Program'), 'Tailoring');
  await type('Emergency Contact Name', 'Somebody Else');
  await type('Guardian Name', 'Grace Nakato');
  for (const box of ['Same phone as above', 'Same person as the guardian'])
    await office.user.click(dialog.getByLabelText(box));
  expect(dialog.queryByLabelText(/^(Guardian|Emergency Contact) Phone/)).toBeNull();
  await office.user.click(dialog.getByLabelText(/^The parent or guardian has agreed/));
  await office.user.click(dialog.getByLabelText(/^The applicant has agreed/));
  await save();
  await findToast('REG-2026-000007 is stored');
  const guardian = { guardianName: 'Grace Nakato', guardianPhone: '0772 123 456' };
  expect(office.inputs('registrations.enter')).toMatchObject([
    { ...guardian, emergencyName: 'Grace Nakato', emergencyPhone: '0772 123 456' },
  ]);
});

test('without a program the form begins with what to do', async () => {
  const { dialog } = await openForm({ 'registrations.choices': { programs: [], intakes: [] } });
  const first = await dialog.findByText('There is no program yet.');
  const link = dialog.getByRole('link', { name: 'Add a program first' });
  expect(link.getAttribute('href')).toBe('/admin/programs');
  const isBefore = first.compareDocumentPosition(dialog.getByLabelText('First Name'));
  expect(isBefore & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('an intake that has begun is asked about, and what was typed stays', async () => {
  const message = 'This intake is closed';
  const refusal = new Refusal(409, 'CONFLICT', message, [{ path: 'intakeId', message }]);
  const { office, dialog, type, save } = await openForm({ 'registrations.enter': refusal });
  await type('First Name', 'Jane');
  await type('Phone', '0772 123 456');
  await office.user.selectOptions(dialog.getByLabelText('Program'), 'Tailoring');
  await office.user.selectOptions(dialog.getByLabelText('Intake'), '1 Feb 2026');
  await office.user.click(dialog.getByLabelText(/^The applicant has agreed/));
  await save();
  const question = within(await screen.findByRole('alertdialog', { name: 'Choose this intake anyway?' }));
  office.answer({ 'registrations.enter': answers['registrations.enter'] });
  await office.user.click(question.getByRole('button', { name: 'Choose Anyway' }));
  await findToast('REG-2026-000007 is stored');
  expect(office.inputs('registrations.enter').at(-1)).toMatchObject({ intakeId: 5, anyway: true });
});

test('the empty list says that the office can enter people, and whoever only reads has no button', async () => {
  await openOffice('/admin/registrations', answers);
  expect(await screen.findByText(/entered by the office/)).toBeTruthy();
  expect(await findButton('New Registration')).toBeTruthy();
});
