import { expect, failedCall, sendRegistration, test } from '../story.ts';

test.use({ expectedInConsole: failedCall });

test('shows an applicant the status, and puts no personal data in the URL', async ({ page, request }) => {
  const { reference } = await sendRegistration(request, { phone: '+256 700 123 456' });
  const main = page.getByRole('main');

  await page.goto('/registration/status');
  await main.getByLabel('Reference').fill(reference);
  await main.getByLabel('Phone').fill('0700 999 999');
  await main.getByRole('button', { name: 'Show status' }).click();
  await expect(main.getByRole('alert')).toContainText('We know no application');

  await main.getByLabel('Reference').fill(reference.toLowerCase());
  await main.getByLabel('Phone').fill('0700-123-456');
  await main.getByRole('button', { name: 'Show status' }).click();
  await expect(main).toContainText('Status: received');
  await expect(page).toHaveURL(/\/registration\/status$/);
});
