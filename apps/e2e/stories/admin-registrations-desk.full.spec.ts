import { countCalls, holdAnswers } from '../answers.ts';
import { expect, sendRegistration, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

const own = () => uniqueWord('Desk');

test('a row that was deleted or decided meanwhile leaves the chosen ones, and the others are changed', async ({
  office,
  request,
}) => {
  const lastName = own();
  for (const firstName of ['Ann', 'Bea', 'Cat', 'Dee']) {
    const person = { firstName, lastName, email: `${firstName}@example.org`, dateOfBirth: '2001-02-03' };
    await sendRegistration(request, person);
  }
  await office.goto(`/admin/registrations?q=${lastName}`);
  const choose = (name: string) => office.getByRole('checkbox', { name: `Select ${name} ${lastName}` });
  const changeStatus = async (status: string) => {
    await office.getByRole('button', { name: 'Change Status' }).click();
    await office.getByRole('menuitem', { name: status }).click();
    await office.getByRole('alertdialog').getByRole('button', { name: 'Change Status' }).click();
  };
  await office.getByRole('checkbox', { name: 'Select all 4' }).click();
  await expect(office.getByText('4 selected')).toBeVisible();
  await office.getByRole('button', { name: `Delete Ann ${lastName}` }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(office.getByText('3 selected')).toBeVisible();
  // The toast lies over the rows, and stays while the pointer is on it.
  await findToast(office, 'Undo').getByRole('button', { name: 'Close' }).click();

  await office.getByRole('button', { name: `View Bea ${lastName}` }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('Status').selectOption('Accepted');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(findToast(office, 'Registration updated successfully')).toBeVisible();
  await office.keyboard.press('Escape');
  await expect(office.getByText('2 selected')).toBeVisible();
  await expect(choose('Bea')).not.toBeChecked();
  await changeStatus('Rejected');
  await expect(office.getByText('2 registrations set to Rejected.')).toBeVisible();
  await expect(office.getByRole('tab', { name: 'Accepted 1' })).toBeVisible();

  await expect(office.getByRole('tab', { name: 'Rejected 2' })).toBeVisible();
  for (const name of ['Bea', 'Cat']) await choose(name).check();
  // The toast of the deletion has an Undo too.
  await office.getByRole('tabpanel').getByRole('button', { name: 'Undo' }).click();
  await expect(office.getByRole('tab', { name: 'New 2' })).toBeVisible();
  await expect(office.getByText('1 selected')).toBeVisible();
  await changeStatus('Reviewing');
  await expect(office.getByText('1 registration set to Reviewing.')).toBeVisible();
});

test('a late answer to a step loses nothing that was typed since, and opens nothing that was closed', async ({
  office,
  request,
}) => {
  const lastName = own();
  for (const firstName of ['Bea', 'Ann']) await sendRegistration(request, { firstName, lastName });
  await office.goto(`/admin/registrations?q=${lastName}&sort=name`);
  const view = office.getByRole('button', { name: `View Ann ${lastName}` });
  const dialog = office.getByRole('dialog');
  const question = office.getByRole('alertdialog', { name: 'Discard your changes?' });
  const shows = (name: string) => expect(dialog).toHaveAccessibleName(`${name} ${lastName}`);
  const stepLate = async () => {
    await expect(dialog.getByRole('region', { name: 'Personal Information' })).toBeVisible();
    const release = await holdAnswers(office, /registrations\.list/);
    const asked = office.waitForRequest(/registrations\.list/);
    await dialog.getByRole('button', { name: 'Next registration' }).click();
    await asked;
    return release;
  };

  await view.click();
  const answerTyping = await stepLate();
  await dialog.getByLabel('Note').fill('Asked for the school certificate');
  answerTyping();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await shows('Ann');
  await expect(dialog.getByLabel('Note')).toHaveValue('Asked for the school certificate');
  await dialog.getByRole('button', { name: 'Next registration' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await shows('Bea');
  await expect(dialog.getByLabel('Note')).toHaveValue('');
  await office.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await view.click();
  const answerClosed = await stepLate();
  await office.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // Each read of a registration is recorded.
  const reads = countCalls(office, 'GET', /registrations\.get/);
  const answered = office.waitForResponse(/registrations\.list/);
  answerClosed();
  await (await answered).finished();
  // Only this one is read.
  await view.click();
  await shows('Ann');
  await expect(dialog.getByRole('region', { name: 'Personal Information' })).toBeVisible();
  expect(reads).toHaveLength(1);
});
