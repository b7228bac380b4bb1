import type { Page } from '@playwright/test';
import { expect, sendRegistration, test, uniqueWord } from '../story.ts';
import { expectNothingCovered } from '../toasts.ts';

const own = () => uniqueWord('Desk');
const views = (page: Page) => page.getByRole('button', { name: /^View / });

test('sorts and narrows the list in the address', async ({ office, request }) => {
  const lastName = own();
  const people = { Zoe: '0700 333 111', Abe: '+256 700-333-222' };
  for (const [firstName, phone] of Object.entries(people)) {
    await sendRegistration(request, { firstName, lastName, phone });
  }
  await office.goto(`/admin/registrations?q=${lastName}`);
  await expect(office.getByRole('tab', { name: 'All 2' })).toBeVisible();
  await expect(office.getByRole('tab', { name: 'New 2' })).toBeVisible();

  for (const order of ['ascending', 'descending']) {
    await office.getByRole('columnheader', { name: 'Phone' }).getByRole('button').click();
    await expect(office.getByRole('columnheader', { name: 'Phone' })).toHaveAttribute('aria-sort', order);
  }
  await expect(office).toHaveURL(/sort=-phone/);
  await expect(views(office).first()).toHaveAccessibleName(`View Abe ${lastName}`);

  const filters = office.getByRole('button', { name: /^Filters/ });
  await filters.click();
  await office.getByLabel('From').fill('2020-01-02');
  await expect(office).toHaveURL(/from=2020-01-02/);
  await office.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(office.getByText('From (2020-01-02) is after To (2020-01-01)').first()).toBeVisible();
  await office.getByLabel('To', { exact: true }).fill('2020-01-03');
  await expect(office.getByText('No registrations found matching your criteria.')).toBeVisible();
  await office.reload();
  await filters.click();
  await expect(office.getByLabel('From')).toHaveValue('2020-01-02');
});

test('walks through the list by keys and by Save and next', async ({ office, request }) => {
  const lastName = own();
  for (const firstName of ['Cat', 'Bea', 'Ann']) {
    await sendRegistration(request, { firstName, lastName, phone: '0700 123 456' });
  }
  await office.goto(`/admin/registrations?q=${lastName}&sort=name&status=new`);
  await office.getByRole('button', { name: `View Ann ${lastName}` }).click();
  const dialog = office.getByRole('dialog');
  const shows = (name: string) => expect(dialog).toHaveAccessibleName(`${name} ${lastName}`);
  await expect(dialog.getByRole('region', { name: 'Personal Information' })).toBeVisible();
  await office.keyboard.press('j');
  await shows('Bea');
  await office.keyboard.press('k');
  await shows('Ann');

  await dialog.getByLabel('Note').fill('jk');
  await shows('Ann');
  await dialog.getByLabel('Status').selectOption('Reviewing');
  await dialog.getByRole('region', { name: 'History' }).scrollIntoViewIfNeeded();
  await expect(dialog.getByLabel('Status')).toBeInViewport();
  await dialog.getByRole('button', { name: 'Save and next' }).click();
  await shows('Bea');
  await expect(dialog.getByRole('region', { name: 'Personal Information' })).toBeVisible();
  const place = await dialog.boundingBox();
  await expectNothingCovered(office, 'This is the first registration of the list', () =>
    office.keyboard.press('k'),
  );
  expect(await dialog.boundingBox()).toEqual(place);
  await office.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
