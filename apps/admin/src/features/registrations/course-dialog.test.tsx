import { formatLocalMoney } from '@institute/contract/money';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../testing/answers.ts';
import { makeRegistration, makeSheetAnswers } from '../../testing/desk.ts';
import { asOwner, findButton, findDialog, findToast, openOffice } from '../../testing/office.tsx';

const row = makeRegistration({ status: 'accepted', programId: 2, intakeId: null, intake: null });
const answers = {
  ...asOwner,
  ...makeSheetAnswers(row),
  'registrations.choices': {
    programs: [
      { id: 2, name: 'Tailoring' },
      { id: 3, name: 'Baking' },
    ],
    intakes: [{ id: 5, programId: 3, startsOn: '2026-02-01' }],
  },
};
const refuse = (path: string, message: string) => new Refusal(409, 'CONFLICT', message, [{ path, message }]);

test('a late joiner and a cheaper course are asked about, and each answer is sent', async () => {
  const above = `${formatLocalMoney(50_000)} more is due already than this course costs`;
  const office = await openOffice('/admin/registrations?open=1', {
    ...answers,
    'registrations.changeCourse': refuse('intakeId', 'This intake is closed'),
  });
  await office.user.click(await findButton('Change Course'));
  const dialog = await findDialog('Change Course');
  await office.user.selectOptions(dialog.getByLabelText(/^Program/), 'Baking');
  await office.user.selectOptions(dialog.getByLabelText(/^Intake/), '1 Feb 2026');
  await office.user.click(dialog.getByRole('button', { name: 'Save' }));
  const late = within(await screen.findByRole('alertdialog', { name: 'Choose this intake anyway?' }));
  expect(late.getByText('This intake is closed.')).toBeTruthy();
  office.answer({ 'registrations.changeCourse': refuse('difference', above) });
  await office.user.click(late.getByRole('button', { name: 'Choose Anyway' }));
  const money = within(await screen.findByRole('alertdialog', { name: 'What becomes of the difference?' }));
  expect(money.getByText(`${above}.`)).toBeTruthy();
  office.answer({ 'registrations.changeCourse': { view: row, tag: '"2"', undo: null } });
  await office.user.click(money.getByRole('button', { name: 'Reverse' }));
  await findToast('The course is changed');
  const course = { id: 1, ifMatch: '"1"', programId: 3, intakeId: 5 };
  expect(office.inputs('registrations.changeCourse')).toEqual([
    course,
    { ...course, anyway: true },
    { ...course, anyway: true, difference: 'reverse' },
  ]);
});

test('another program leaves the intake of the one before', async () => {
  const office = await openOffice('/admin/registrations?open=1', {
    ...answers,
    'registrations.get': {
      ...answers['registrations.get'],
      view: { ...row, programId: 3, intakeId: 5, intake: { id: 5, startsOn: '2026-02-01' } },
    },
    'registrations.changeCourse': { view: row, tag: '"2"', undo: null },
  });
  await office.user.click(await findButton('Change Course'));
  const dialog = await findDialog('Change Course');
  await office.user.selectOptions(dialog.getByLabelText(/^Program/), 'Tailoring');
  await office.user.click(dialog.getByRole('button', { name: 'Save' }));
  await findToast('The course is changed');
  expect(office.inputs('registrations.changeCourse')).toEqual([
    { id: 1, ifMatch: '"1"', programId: 2, intakeId: null },
  ]);
});
