import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../testing/answers.ts';
import { listRegistrationAnswers, makeOpened, makeRegistration } from '../../testing/desk.ts';
import { findDialog, openOffice } from '../../testing/office.tsx';

test('somebody whose intake has not begun is completed only after a question', async () => {
  const view = makeRegistration({ status: 'accepted', dateOfBirth: '2001-02-03' });
  const opened = { view, tag: '"1"', history: [] };
  const message = 'This intake has not begun: it starts on 1 Feb 2027';
  const office = await openOffice('/admin/registrations?open=1', {
    ...listRegistrationAnswers(view),
    'registrations.get': makeOpened(view),
    'registrations.decide': ({ anyway }) =>
      anyway
        ? { ...opened, view: { ...view, status: 'completed' }, nextInLine: null, undo: null }
        : new Refusal(409, 'CONFLICT', message, [{ path: 'anyway', message }]),
  });
  const dialog = await findDialog(`Ann ${view.lastName}`);
  const save = async () => {
    await office.user.selectOptions(await dialog.findByLabelText('Status'), 'completed');
    await office.user.click(dialog.getByRole('button', { name: 'Save' }));
    return within(await screen.findByRole('alertdialog'));
  };
  const question = await save();
  expect(question.getByText('Completed before the start?')).toBeTruthy();
  expect(question.queryByRole('button', { name: 'Put on the waiting list' })).toBeNull();
  await office.user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await office.user.click((await save()).getByRole('button', { name: 'Set to Completed' }));
  await expect
    .poll(() => office.inputs('registrations.decide'))
    .toMatchObject([
      { id: 1, status: 'completed', anyway: false },
      { id: 1, status: 'completed', anyway: false },
      { id: 1, status: 'completed', anyway: true },
    ]);
});
