import type { Page } from '@playwright/test';
import { donationPage } from '../public-pages.ts';
import { expect, sendRegistration, test, untilHydrated } from '../story.ts';

const item = (page: Page, title: string) => page.getByRole('main').getByText(title, { exact: true });

test('the lightbox has the name of its image, and Back closes it', async ({ page, visit }) => {
  await visit('/gallery');
  await item(page, 'Fashion show 2026').click();
  await expect(page.getByRole('dialog', { name: 'Fashion show 2026' })).toBeVisible();
  await page.getByRole('button', { name: 'Next picture' }).click();
  const lightbox = page.getByRole('dialog', { name: 'Portrait day of the photography class' });
  await expect(lightbox).toBeVisible();
  await expect(lightbox.locator('[inert] img')).not.toHaveCount(0);
  await expect(lightbox.locator('img:not([inert] *)')).toHaveCount(1);
  // The history entry follows just after the dialog appears.
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.overlay))).toBe(true);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/gallery$/);
});

test.describe('with a video', () => {
  test.use({ expectedStrangers: /youtube/ });

  test('a whole video fits a phone that lies on its side', async ({ page, visit }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await page.route(/youtube/, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await visit('/gallery');
    await item(page, 'How to sew a buttonhole').click();
    const frame = page.getByRole('dialog').locator('iframe, img').first();
    await expect(frame).toBeInViewport({ ratio: 1 });
  });
});

test('a shared address with a filter opens at the results', async ({ page, visit }) => {
  await visit('/news?category=events');
  const filter = page.getByRole('main').getByLabel('Category');
  await expect.poll(async () => (await filter.boundingBox())?.y).toBeLessThan(200);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await visit('/news');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test.describe('a visitor from another site', () => {
  test.use({ expectedStrangers: /127\.0\.0\.1/ });

  test('Back returns to the site that a visitor came from', async ({ page, baseURL }) => {
    // The same server under another name.
    const elsewhere = `${baseURL?.replace('localhost', '127.0.0.1')}/robots.txt`;
    await page.goto(elsewhere);
    await page.evaluate((to) => location.assign(to), `${baseURL}/faq`);
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(elsewhere);
  });
});

test('program, success, donation, receipt and status print on one A4 page each', async ({
  page,
  visit,
  request,
}) => {
  const expectOneSheet = async (what: string) => {
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g), what).toHaveLength(1);
  };
  const main = page.getByRole('main');
  const donation = await donationPage(request);
  for (const path of ['/programs/1', '/registration-success', '/donations', donation]) {
    await visit(path);
    await expectOneSheet(path);
  }
  const paid = {
    tx_ref: donation.slice('/donations/'.length),
    amount: 5000,
    currency: 'UGX',
    outcome: 'pay',
  };
  await request.post('/sandbox/payments', { data: paid });
  await visit(donation);
  await expect(main).toContainText('Donation received');
  await expectOneSheet('the receipt');

  const { reference } = await sendRegistration(request);
  await visit('/registration/status');
  await expectOneSheet('the question for a status');
  await main.getByLabel('Reference').fill(reference);
  await main.getByLabel('Phone').fill('+256 700 000 099');
  await main.getByRole('button', { name: 'Show status' }).click();
  await expect(main).toContainText('Status: received');
  await expectOneSheet('the status');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('complementary', { name: 'Shortcuts' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await visit('/programs/1');
  await page.emulateMedia({ media: 'print' });
  const code = page.getByRole('img', { name: /^QR code of the registration/ });
  await expect(code).toBeVisible();
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('the main part of the home page leads to alumni and donations', async ({ page, visit }) => {
  await visit('/');
  for (const path of ['/alumni', '/donations']) {
    await expect(page.getByRole('main').locator(`a[href="${path}"]`).first()).toBeVisible();
  }
  const served = page.locator(':is([type="application/ld+json"], [rel=canonical], [name=description])');
  await expect(served).toHaveCount(3);
  await page.getByRole('main').locator('a[href="/alumni"]').first().click();
  await expect(page).toHaveURL(/\/alumni$/);
  // The head tags describe the home page only.
  await expect(served).toHaveCount(0);
});

test('with forced colours the shown slide, the current page and icons can be told', async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await visit('/');
  const colours = await page
    .getByRole('region', { name: 'Highlights' })
    .getByRole('link', { name: /^Go to slide/ })
    .locator('span')
    .evaluateAll((dots) => dots.map((dot) => getComputedStyle(dot).backgroundColor));
  expect(new Set(colours).size).toBe(2);

  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/faq');
  const icon = page.getByRole('main').locator('summary svg').first();
  const [own, around] = await icon.evaluate((svg) =>
    [svg, svg.parentElement ?? document.body].map((one) => getComputedStyle(one).color),
  );
  expect(own).toBe(around);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const links = page.getByRole('navigation', { name: 'Mobile' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  const grounds = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).backgroundColor));
  expect(new Set(grounds.slice(0, -1)).size).toBe(2);
});
