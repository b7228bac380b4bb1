import { expect, test } from '../story.ts';

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
