import type { Page } from '@playwright/test';
import { holdAnswers } from '../answers.ts';
import { expect, hydrated, test } from '../story.ts';
import { button, consent, fillIn } from '../wizard.ts';

test.use({ javaScriptEnabled: false, expectedInConsole: /404/ });

test('every page shows its heading, text and images without scripts', async ({ page }) => {
  for (const [path, words] of [
    ['/', ['Learn a skill. Earn with it.', 'Join Institute', 'Years of Existance', 'Our Partners']],
    ['/programs', ['Core Programs', 'Holiday Coding Camp', 'UGX 1,500,000']],
    ['/programs/1', ['Cosmetology & Beauty Therapy', '24 weeks', '24 students', 'Similar Programs']],
    ['/registration-success', ['Registration Successful!', 'Return Home']],
  ] as const) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const text of words) await expect(page.getByText(text).first(), `${path}: ${text}`).toBeVisible();
    await expect(page.getByTestId('skeleton')).toHaveCount(0);
    const image = page.getByRole('main').getByRole('img').first();
    if (path !== '/registration-success') await expect(image).toBeVisible();
    for (const name of ['Pause rotation', 'Next slide', 'Back']) {
      await expect(page.getByRole('button', { name, exact: true }), 'it would do nothing').toHaveCount(0);
    }
  }
});

test('the links of the menu can be reached', { tag: '@both-widths' }, async ({ page, isPhone }) => {
  await page.goto('/');
  if (isPhone) await page.locator('header summary').click();
  const nav = page.getByRole('navigation', { name: isPhone ? 'Mobile' : 'Main' });
  await expect(nav.getByRole('link', { name: 'Gallery' })).toBeVisible();
  await nav.getByRole('link', { name: 'Programs' }).click();
  await expect(page).toHaveURL(/\/programs$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a plain form filters the catalog', async ({ page }) => {
  await page.goto('/programs');
  const catalog = page.getByRole('region', { name: 'All Programs' });
  await catalog.getByRole('combobox', { name: 'Category' }).selectOption('camp');
  await catalog.getByRole('searchbox', { name: 'Search' }).fill('football');
  await catalog.getByRole('button').first().click();
  await expect(page).toHaveURL(/category=camp/);
  await expect(catalog.getByRole('link', { name: 'Football & Netball Camp' })).toBeVisible();
  await expect(catalog.getByRole('link', { name: 'Holiday Coding Camp' })).toHaveCount(0);
  await expect(catalog.getByRole('combobox', { name: 'Category' })).toHaveValue('camp');

  await page.goto('/programs?q=beekeeping');
  await expect(page.getByText('No programs found matching your criteria.')).toBeVisible();
});

test('the registration is one form with all five titles', async ({ page }) => {
  await page.goto('/registration');
  const form = page.getByRole('main').locator('form');
  await expect(form).toHaveCount(1);
  for (const title of [
    'Personal Information',
    'Program Selection',
    'Emergency Contact',
    'Medical Information',
    'Review & Submit',
  ]) {
    await expect(form.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(form.getByLabel('Program', { exact: true })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Next' })).toHaveCount(0);
});

test('gallery items are links to their image or video', async ({ page }) => {
  await page.goto('/gallery');
  const hrefs = await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.length).toBeGreaterThan(8);
  for (const href of hrefs) expect(href).toMatch(/^\/(?:images|uploads)\/.+\.\w+$|^https:\/\/\S+$/);
});

test.describe('when the scripts cannot be loaded', () => {
  test.use({
    javaScriptEnabled: true,
    expectedInConsole: /Failed to load resource/,
  });

  for (const [which, files] of [
    ['none arrives', /\/assets\/.+\.js$/],
    ['a part is missing', /\/assets\/(?!entry).+\.js$/],
  ] as const) {
    test(`the forms work as without scripts: ${which}`, async ({ page }) => {
      await page.route(files, (route) => route.abort());
      await page.goto('/registration');
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: 'Medical Information' })).toBeVisible();
      await expect(main.getByRole('button', { name: 'Submit' })).toBeVisible();
      await expect(main.getByRole('button', { name: 'Next' })).toHaveCount(0);
      for (const [label, text] of Object.entries({
        'First Name': 'Ruth',
        'Last Name': 'Akello',
        Email: 'ruth@example.org',
        Phone: '+256 700 000 321',
      })) {
        await main.getByLabel(label, { exact: true }).fill(text);
      }
      await main.getByLabel('Program', { exact: true }).selectOption({ index: 1 });
      await main.getByRole('checkbox', { name: consent }).check();
      await main.getByRole('button', { name: 'Submit' }).click();
      await expect(main).toContainText(/Your reference: REG-/);

      await page.goto('/programs');
      await page.getByRole('combobox', { name: 'Category' }).selectOption('camp');
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(page).toHaveURL(/category=camp/);
    });
  }
});

async function withoutLaterParts(page: Page) {
  const html = await (await page.request.get('/registration')).text();
  let isRefused = true;
  await page.route(
    ({ pathname }) => /^\/assets\/.+\.js$/.test(pathname) && !html.includes(pathname),
    (route) => (isRefused ? route.abort() : route.continue()),
  );
  return () => {
    isRefused = false;
  };
}

test.describe('when the parts that come later cannot be loaded', () => {
  test.use({
    javaScriptEnabled: true,
    expectedInConsole: /Failed to load resource|Failed to fetch|ApiFailure/,
  });

  test('a part that is gone since an update loads the page again, once', async ({ page, visit }) => {
    const html = await (await page.request.get('/gallery')).text();
    await page.route(
      ({ pathname }) => /^\/assets\/.+\.js$/.test(pathname) && !html.includes(pathname),
      (route) => route.fulfill({ status: 404 }),
    );
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await visit('/gallery');
    const item = page.getByRole('main').getByRole('listitem').getByRole('link').first();
    // A pointer near the item fetches the part. A click could meet the reloaded page before its hydration,
    // when the item is a plain link.
    await item.hover();
    await expect.poll(() => loads).toBe(2);
    await hydrated(page);

    await expect(async () => {
      await item.click();
      await expect(page.getByText('This could not be opened')).toBeVisible({ timeout: 1000 });
    }).toPass();
    expect(loads).toBe(2);
  });

  test('the wizard posts its form', async ({ page, visit }) => {
    await withoutLaterParts(page);
    await visit('/registration');
    await fillIn(page);
    await button(page, 'Submit').click();
    await expect(page.getByRole('main')).toContainText(/Your reference: REG-/);
  });

  test('offline at once, the wizard asks to keep the page open, and sends when it is online', async ({
    page,
    context,
    visit,
  }) => {
    const letThrough = await withoutLaterParts(page);
    await page.clock.install();
    await visit('/registration');
    await context.setOffline(true);
    await fillIn(page);
    await button(page, 'Submit').click();
    await expect(
      page.getByRole('status').filter({ hasText: 'You are offline. Keep this page open' }),
    ).toBeVisible();
    await page.clock.fastForward(6000);
    await expect(page.getByText('You may close this page')).toHaveCount(0);
    letThrough();
    await context.setOffline(false);
    await expect(page.getByRole('main')).toContainText(/REG-/);
  });
});

test.describe('while the scripts are on their way', () => {
  test.use({
    javaScriptEnabled: true,
  });

  test('Next is a real submit that keeps what was typed', async ({ page }) => {
    const release = await holdAnswers(page, /\/assets\/.+\.js$/);
    await page.goto('/registration', { waitUntil: 'commit' });
    const main = page.getByRole('main');
    await main.getByLabel('First Name').fill('Ruth');
    await main.getByRole('button', { name: 'Next' }).click();
    await expect(main.getByRole('heading', { name: 'Program Selection' })).toBeVisible();
    await expect(main.getByRole('alert')).toHaveCount(0);
    release();
    await hydrated(page);
    await expect(main.getByRole('heading', { name: 'Program Selection' })).toBeVisible();
    await main.getByRole('button', { name: 'Previous' }).click();
    await expect(main.getByLabel('First Name')).toHaveValue('Ruth');
  });
});
