import { countPresses } from '../presses.ts';
import { expect, makeProgram, sendRegistration, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

test.use({ viewport: { width: 1280, height: 720 } });

const people = ['Ann', 'Bea', 'Cat', 'Dan', 'Eva'];
const details = {
  dateOfBirth: '2000-01-01',
  emergencyName: 'Ruth Akello',
  emergencyPhone: '0772 555 001',
  emergencyRelation: 'Aunt',
};

test('a registration opens beside its list with the person, the course and the contact in sight', async ({
  office,
  request,
  account,
}) => {
  const lastName = uniqueWord('Beside');
  const program = await makeProgram(request, account, { name: `Beside ${lastName}`, price: 900_000 });
  for (const firstName of people.slice(0, 2))
    await sendRegistration(request, { ...details, firstName, lastName, programId: program.id });
  await office.goto(`/admin/registrations?q=${lastName}&sort=name`);
  const view = (firstName: string) => office.getByRole('button', { name: `View ${firstName} ${lastName}` });
  await view('Ann').click();
  const sheet = office.getByRole('dialog', { name: `Ann ${lastName}` });
  for (const name of ['Personal Information', 'Program Details', 'Emergency Contact'])
    await expect(sheet.getByRole('region', { name })).toBeInViewport({ ratio: 1 });
  expect((await sheet.boundingBox())?.width).toBeLessThanOrEqual(720);
  expect((await sheet.boundingBox())?.height).toBe(720);
  await expect(sheet.getByRole('button', { name: 'Accept', exact: true })).toHaveAccessibleDescription(
    'Accept: charges UGX 900,000. Written to files: nobody is told.',
  );
  await expect(sheet.getByRole('button', { name: 'Message' })).toHaveCount(1);

  await test.step('the list stays in use, and asks before a note is lost', async () => {
    const bea = office.getByText(`Bea ${lastName}`, { exact: true });
    await sheet.getByLabel('Note').fill('Called twice');
    await bea.click();
    const question = office.getByRole('alertdialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(sheet.getByLabel('Note')).toHaveValue('Called twice');
    await bea.click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(office.getByRole('dialog', { name: `Bea ${lastName}` })).toBeVisible();
  });

  await test.step('keys lead on while nobody types, and Escape returns to the list', async () => {
    await expect(office.getByRole('region', { name: 'Personal Information' })).toBeVisible();
    await office.keyboard.press('k');
    await expect(sheet.getByRole('region', { name: 'Personal Information' })).toBeVisible();
    await office.keyboard.press('Shift+?');
    await expect(office.getByRole('dialog', { name: 'Keys' })).toContainText('Next registration');
    await office.keyboard.press('a');
    await office.keyboard.press('Escape');
    await office.keyboard.press('r');
    await expect(findToast(office, 'Ann is told in 10 seconds')).toBeVisible();
    await expect(office.getByRole('dialog', { name: `Bea ${lastName}` })).toBeVisible();
    await office.getByLabel('Search').focus();
    await office.keyboard.press('a');
    await office.keyboard.press('Escape');
    await expect(office.getByRole('dialog')).toHaveCount(0);
    for (const [firstName, status] of [
      ['Ann', 'Rejected'],
      ['Bea', 'New'],
    ])
      await expect(office.getByRole('row', { name: `${firstName} ${lastName}` })).toContainText(`${status}`);
  });
  await program.remove();
});

test('one person is accepted by two presses and five by six, and the last is undone by one more', async ({
  office,
  request,
}) => {
  const lastName = uniqueWord('Accepted');
  for (const firstName of people) await sendRegistration(request, { ...details, firstName, lastName });
  await office.goto(`/admin/registrations?q=${lastName}&sort=name`);
  const { press, presses } = countPresses();
  const sheet = office.getByRole('dialog');
  await press(office.getByText(`Ann ${lastName}`, { exact: true }));
  for (const [place, firstName] of people.entries()) {
    await expect(sheet).toHaveAccessibleName(`${firstName} ${lastName}`);
    await press(sheet.getByRole('button', { name: 'Accept', exact: true }));
    await expect(office.getByRole('tab', { name: `Accepted ${place + 1}` })).toBeVisible();
    if (place === 0) expect(presses()).toBe(2);
  }
  expect(presses()).toBe(6);
  const told = findToast(office, 'Eva is told in 10 seconds');
  await press(told.getByRole('button', { name: 'Undo' }));
  await expect(office.getByRole('tab', { name: 'Accepted 4' })).toBeVisible();
  await expect(sheet.getByLabel('Status')).toHaveValue('new');
});
