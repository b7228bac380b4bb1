import type { Page } from '@playwright/test';
import { issueCertificate } from '../certificates.ts';
import { takePicture } from '../pictures.ts';
import { expect, sendRegistration, test } from '../story.ts';
import { fillIn, findButton } from '../wizard.ts';

// In each browser that runs the scripts. Chromium 112 warns of what 114 can do.
test.use({ expectedInConsole: /a 'popover' attribute/ });

const findMain = (page: Page) => page.getByRole('main');

test.afterEach(async ({ page }, { project, title }) => {
  const width = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(width, 'the page does not scroll sideways').toBe(0);
  await takePicture(page, project.name, title.replaceAll(/\W+/g, '-'));
});

test('a visitor reads the home page', async ({ page, visit }) => {
  await visit('/');
  const headline = page.getByRole('region', { name: 'Highlights' }).getByRole('heading').first();
  const blurb = page.getByRole('heading', { level: 1 });
  const above = await blurb.boundingBox();
  const below = await headline.boundingBox();
  expect(above && below && above.y + above.height <= below.y).toBe(true);
  await expect(headline).toBeInViewport();
});

test('a visitor opens the menu and finds a program', async ({ page, visit }, { project }) => {
  await visit('/');
  await page.locator('button[aria-label="Open menu"]').click();
  await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeInViewport();
  await takePicture(page, project.name, 'the-menu');
  await page.getByRole('navigation', { name: 'Mobile' }).getByRole('link', { name: 'Programs' }).click();
  await expect(page).toHaveURL(/\/programs$/);
  await findMain(page).getByRole('link', { name: 'Football & Netball Camp' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Football & Netball Camp');
});

test('a visitor registers and reads the reference', async ({ page, visit }) => {
  await visit('/registration');
  await fillIn(page);
  await findButton(page, 'Submit').click();
  await expect(page).toHaveURL(/\/registration-success$/);
  await expect(findMain(page)).toContainText(/Your reference: REG-\d{4}-\d{6}/);
});

test('a message that is sent before its scripts have come arrives', async ({ page }) => {
  await page.route(/\/assets\/.+\.js$/, () => undefined);
  await page.goto('/contact', { waitUntil: 'commit' });
  await findMain(page).getByLabel('Name').fill('Ann');
  await findMain(page).getByLabel('Email').fill('ann@example.org');
  await findMain(page).getByLabel('Subject').fill('A question');
  await findMain(page).getByLabel('Message').fill('When do you open?');
  await findButton(page, 'Send Message').click();
  await expect(page.getByText('Message sent successfully')).toBeVisible();
});

test('a student reads the statement of fees', async ({ page, visit, request, account }) => {
  const { id, reference } = await sendRegistration(request);
  const headers = { authorization: `Bearer ${account.token}` };
  await request.put(`/api/v1/registrations/${id}`, { headers, data: { status: 'accepted' } });
  await visit('/fees');
  await findMain(page).getByLabel('Reference or Pay Code').fill(reference);
  await findMain(page).getByLabel('Phone').fill('+256 700 000 099');
  await findButton(page, 'Show').click();
  await expect(findMain(page)).toContainText(/Balance: UGX/);
});

test('a donor pays', async ({ page, visit }) => {
  await visit('/donations');
  await findMain(page).getByLabel('Full Name').fill('Ann Example');
  await findMain(page).getByLabel('Email').fill('ann@institute.example');
  await findMain(page).getByLabel('Currency').selectOption('UGX');
  await findButton(page, 'UGX 50,000').click();
  await findButton(page, 'Donate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Thank You for Your Donation!' })).toBeVisible();
});

test('an employer checks a certificate', async ({ page, visit, request, account }) => {
  const { code } = await issueCertificate(request, account);
  await visit('/certificates');
  await findMain(page).getByLabel('Code').fill(code);
  await findButton(page, 'Check').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Valid certificate' })).toBeVisible();
});

test('a visitor looks at a picture of the gallery', async ({ page, visit }) => {
  await visit('/gallery');
  await findMain(page).getByText('Fashion show 2026', { exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Fashion show 2026' })).toBeVisible();
});
