import { countPresses } from '../presses.ts';
import { expect, sendRegistration, test, uniqueWord } from '../story.ts';

test('five registrations are handled one by one with at most four presses each', async ({
  office,
  request,
}) => {
  const lastName = uniqueWord('Presses');
  const people = ['Ann', 'Bea', 'Cat', 'Dan', 'Eva'];
  for (const firstName of people) {
    await sendRegistration(request, { firstName, lastName, dateOfBirth: '2000-01-01' });
  }
  await office.goto(`/admin/registrations?q=${lastName}&sort=name`);
  await expect(office.getByRole('tab', { name: 'New 5' })).toBeVisible();
  const { press, choose, presses, report } = countPresses();
  const sheet = office.getByRole('dialog');

  await press(office.getByRole('button', { name: `View Ann ${lastName}` }));
  for (const [place, firstName] of people.entries()) {
    await expect(sheet).toHaveAccessibleName(new RegExp(`${firstName} ${lastName}`));
    await choose(sheet.getByLabel('Status'), 'Reviewing');
    await press(sheet.getByRole('button', { name: place < 4 ? 'Save and next' : 'Save', exact: true }));
  }
  await expect(sheet.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await press(sheet.getByRole('button', { name: 'Close' }));
  await expect(office.getByRole('tab', { name: 'Reviewing 5' })).toBeVisible();
  test.info().annotations.push({ type: 'five registrations', description: report() });
  expect(presses()).toBeLessThanOrEqual(5 * 4);
});
