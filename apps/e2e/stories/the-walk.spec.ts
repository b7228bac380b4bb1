import { expect, makeUnique, test } from '../story.ts';
import { findToast } from '../toasts.ts';
import { consent, findButton, findField, goOn } from '../wizard.ts';

test('a visitor registers; an admin signs up, finds the registration, reads it and deletes it', async ({
  page,
  visit,
}) => {
  const lastName = makeUnique('Walker');
  const name = `Patricia ${lastName}`;

  await test.step('the visitor looks around', async () => {
    await visit('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Programs' }).click();
    const catalog = page.getByRole('region', { name: 'All Programs' });
    await catalog.getByRole('combobox', { name: 'Category' }).selectOption('training');
    await catalog.getByRole('link', { name: 'Bakery & Catering' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bakery & Catering');
    await page.getByRole('link', { name: 'Register Now' }).click();
  });

  await test.step('and registers in five steps', async () => {
    await findField(page, 'First Name').fill('Patricia');
    await findField(page, 'Last Name').fill(lastName);
    await findField(page, 'Email').fill('patricia@example.org');
    await findField(page, 'Phone').fill('+256 700 222 333');
    await goOn(page, 'Program Selection');
    await expect(findField(page, 'Program').getByRole('option', { selected: true })).toHaveText(
      'Bakery & Catering',
    );
    await goOn(page, 'Emergency Contact');
    await findField(page, 'Emergency Contact Name').fill('Joseph Walker');
    await goOn(page, 'Medical Information');
    await findField(page, 'Medical Conditions').fill('Mild asthma');
    await goOn(page, 'Review & Submit');
    await expect(page.getByRole('main')).toContainText('Allergies: None');
    await findField(page, consent).check();
    await findButton(page, 'Submit').click();
    await expect(page).toHaveURL(/\/registration-success$/);
  });

  await test.step('an admin signs up', async () => {
    await page.goto('/admin/signup');
    await page.getByLabel('Email').fill(`walk.${process.pid}.${Date.now()}@institute.example`);
    await page.getByLabel('Password', { exact: true }).fill('kitenge-and-thread-9');
    await page.getByLabel('Confirm Password').fill('kitenge-and-thread-9');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  });

  await test.step('finds the registration and its medical information', async () => {
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click();
    await page.getByRole('link', { name: 'View Users' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(lastName);
    await page.getByRole('button', { name: `View ${name}` }).click();
    const medical = page.getByRole('dialog').getByRole('region', { name: 'Medical Information' });
    await expect(medical).toContainText('Mild asthma');
    await expect(medical.getByText('None specified')).toHaveCount(2);
    await expect(page.getByRole('dialog')).toContainText('Bakery & Catering');
    await page.keyboard.press('Escape');
  });

  await test.step('and deletes it', async () => {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(findToast(page, 'Registration deleted successfully')).toBeVisible();
    await expect(page.getByRole('button', { name: `View ${name}` })).toHaveCount(0);
  });
});
