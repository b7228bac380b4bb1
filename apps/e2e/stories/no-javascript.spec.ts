import { expect, test } from '../story.ts';
import { consent, findButton, findField } from '../wizard.ts';

test.use({ javaScriptEnabled: false, expectedInConsole: /Failed to load resource/ });

test('without scripts a visitor finds a program, and registers after one refusal', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
  await expect(page.getByTestId('skeleton')).toHaveCount(0);
  for (const name of ['Pause rotation', 'Next slide', 'Back']) {
    await expect(page.getByRole('button', { name, exact: true }), 'it would do nothing').toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('navigation', { name: 'Mobile' }).getByRole('link', { name: 'Programs' }).click();

  const catalog = page.getByRole('region', { name: 'All Programs' });
  await catalog.getByRole('combobox', { name: 'Category' }).selectOption('camp');
  await catalog.getByRole('searchbox', { name: 'Search' }).fill('football');
  await catalog.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/category=camp/);
  await expect(catalog.getByRole('combobox', { name: 'Category' })).toHaveValue('camp');
  await expect(catalog.getByRole('link', { name: 'Holiday Coding Camp' })).toHaveCount(0);
  await catalog.getByRole('link', { name: 'Football & Netball Camp' }).click();
  await page.getByRole('link', { name: 'Register Now' }).click();

  const main = page.getByRole('main');
  await expect(findButton(page, 'Next')).toHaveCount(0);
  await expect(main.getByText('Who are you registering?')).toBeHidden();
  // The price would stay when another program is chosen.
  await expect(main.getByText(/UGX|Free/)).toBeHidden();
  const child = {
    'First Name': 'Ruth',
    Email: 'ruth@example.org',
    Phone: 'none',
    Allergies: 'Peanuts',
  };
  for (const [label, text] of Object.entries(child)) await findField(page, label).fill(text);
  await findButton(page, 'Submit').click();
  const summary = page.getByRole('alert').first();
  await expect(summary).toBeInViewport();
  await expect(summary).toContainText('Please provide consent to continue');
  await expect(page).toHaveURL(/\/registration\?again=0$/);
  await expect(summary).toContainText('Last Name: This is required');
  await findField(page, 'I have one name').check();
  // Of two refused forms, Back shows the first one, not the browser's question
  await findButton(page, 'Submit').click();
  await expect(findField(page, 'I have one name')).toBeChecked();
  await page.goBack();
  await expect(findField(page, 'Allergies')).toHaveValue('Peanuts');
  await summary.getByRole('link', { name: /^Phone/ }).click();
  await expect(findField(page, 'Phone')).toBeFocused();
  await findField(page, 'Phone').fill('+256 700 000 321');
  await findField(page, consent).check();
  await findButton(page, 'Submit').click();
  await expect(page).toHaveURL(/\/registration-success$/);
  await expect(main).toContainText(/Your reference: REG-\d{4}-\d{6}/);

  const footer = page.getByRole('contentinfo');
  await footer.locator('summary').last().click();
  await footer.getByLabel('Email address').fill('ruth@example.org');
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Message sent successfully')).toBeInViewport();
});
