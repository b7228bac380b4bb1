import type { Locator, Page } from '@playwright/test';
import { expect, sendRegistration, test, uniqueWord } from '../story.ts';

/** A press is a click, or the choice of an option: one press opens the list, one takes the option. */
function countPresses(page: Page) {
  let presses = 0;
  return {
    press: async (what: Locator) => {
      presses += 1;
      await what.click();
    },
    choose: async (label: string, option: string) => {
      presses += 2;
      await page.getByRole('dialog').getByLabel(label).selectOption(option);
    },
    presses: () => presses,
  };
}

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
  const { press, choose, presses } = countPresses(office);
  const sheet = office.getByRole('dialog');

  await press(office.getByRole('button', { name: `View Ann ${lastName}` }));
  for (const [place, firstName] of people.entries()) {
    await expect(sheet).toHaveAccessibleName(new RegExp(`${firstName} ${lastName}`));
    await choose('Status', 'Reviewing');
    await press(sheet.getByRole('button', { name: place < 4 ? 'Save and next' : 'Save', exact: true }));
  }
  await expect(sheet.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await press(sheet.getByRole('button', { name: 'Close' }));
  await expect(office.getByRole('tab', { name: 'Reviewing 5' })).toBeVisible();
  expect(presses()).toBeLessThanOrEqual(5 * 4);
});
