import { expect, test } from '../story.ts';
import { consent, field, goOn } from '../wizard.ts';

test('the footer leads to the privacy page and the terms', async ({ page, visit }) => {
  await visit('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL('/privacy');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await expect(main).toContainText('Data Protection and Privacy Act, 2019');
  await expect(main).toContainText('Personal Data Protection Office');
  await expect(main.getByRole('heading', { name: 'How long we keep it' })).toBeVisible();
  await expect(main.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL('/terms');
  await expect(page).toHaveTitle(/^Terms – /);
  await expect(main.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
});

test('what one agrees to can be read beside the consent box, and everything typed stays', async ({
  page,
  visit,
}) => {
  await visit('/registration');
  await field(page, 'First Name').fill('Amina');
  await goOn(page, 'Medical Information');
  await field(page, 'Allergies').fill('Groundnuts');
  await goOn(page, 'Review & Submit');
  await field(page, consent).check();

  const opened = page.waitForEvent('popup');
  await page.getByRole('main').getByRole('link', { name: 'terms' }).click();
  const terms = await opened;
  await expect(terms.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
  await terms.close();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'what we do with your data' }),
  ).toHaveAttribute('href', '/privacy');
  await expect(field(page, consent)).toBeChecked();
  await expect(page.getByRole('main')).toContainText('Groundnuts');
});
