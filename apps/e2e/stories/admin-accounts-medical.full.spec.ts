import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { owner } from '../owner.ts';
import { enterOffice, expect, sendRegistration, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

const own = () => uniqueWord('Health');
/** Gives the right to read health answers, or takes it. */
async function toggleHealth(page: Page, email: string) {
  await page.getByRole('button', { name: `Role ${email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Role and Rights' });
  await dialog.getByRole('switch', { name: 'Health answers' }).click();
  await expectClean(page, 'role and rights');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(findToast(page, 'Rights saved')).toBeVisible();
}

test('an owner hides health information from an account at once, and shows it again', async ({
  office,
  account,
  request,
  browser,
}) => {
  const lastName = own();
  await sendRegistration(request, { firstName: 'Grace', lastName, allergies: 'Groundnuts' });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const owners = await context.newPage();
  await enterOffice(owners, owner);

  const health = office.getByRole('dialog').getByRole('region', { name: 'Medical Information' });
  const open = async () => {
    await office.goto(`/admin/registrations?q=${lastName}`);
    await office.getByRole('button', { name: `View Grace ${lastName}` }).click();
  };
  await open();
  await expect(health).toContainText('Groundnuts');
  await owners.goto('/admin/accounts');
  await toggleHealth(owners, account.email);

  await open();
  await expect(health).toContainText('Health information is hidden.');
  await expect(health).not.toContainText('Groundnuts');
  await expectClean(office, 'hidden health information');
  await office.keyboard.press('Escape');
  await office.getByRole('button', { name: 'Export CSV' }).click();
  const choice = office.getByRole('menuitem', { name: /^With medical information/ });
  await expect(choice).toHaveAttribute('aria-disabled', 'true');
  await expect(choice).toContainText('Hidden from your account');
  await office.keyboard.press('Escape');
  const search = office.getByRole('searchbox', { name: 'Search' });
  await search.fill('groundnuts');
  await expect(office.getByText('No registrations found matching your criteria.')).toBeVisible();
  const hint = 'The search finds health answers from three letters on.';
  await expect(search).not.toHaveAccessibleDescription(hint);

  await toggleHealth(owners, account.email);
  await open();
  await expect(health).toContainText('Groundnuts');
  const history = office.getByRole('dialog').getByRole('region', { name: 'History' });
  await history.getByText(/^Agreed to the terms of \d+ \w+ \d{4}$/).click();
  await expect(history.getByRole('heading', { name: 'Terms', exact: true })).toBeVisible();
  await expectClean(office, 'agreed terms');
  await office.keyboard.press('Escape');
  await expect(search).toHaveAccessibleDescription(hint);
  await context.close();
});
