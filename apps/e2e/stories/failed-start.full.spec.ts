import type { Page } from '@playwright/test';
import { holdAnswers } from '../answers.ts';
import { expect, test, untilHydrated } from '../story.ts';

test.use({ expectedInConsole: /Broken on purpose|Failed to load resource|ApiFailure/ });

const failures = {
  'a page cannot be rendered': () => {
    // Cards show their days with it
    Date.prototype.toISOString = () => {
      throw new TypeError('Broken on purpose');
    };
  },
  'an effect fails': () => {
    CSS.supports = () => {
      throw new TypeError('Broken on purpose');
    };
  },
};

const beacon = (page: Page) => page.waitForRequest((request) => request.url().endsWith('/failed-starts'));
const isScripted = (page: Page) => page.evaluate(() => document.documentElement.className === 'scripted');

for (const [what, breakPage] of Object.entries(failures)) {
  test(`when ${what}, it stays as it was sent, and the next pages come without scripts`, async ({ page }) => {
    await page.addInitScript(breakPage);
    const told = beacon(page);
    // Scripts that come while a test types would race with it
    const release = await holdAnswers(page, /\/assets\/.+\.js$/);
    await page.goto('/news', { waitUntil: 'commit' });
    await page.getByRole('searchbox', { name: 'Search' }).fill('Open');
    release();
    await told;
    await expect.poll(() => isScripted(page)).toBe(false);
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
    await expect(page).toHaveTitle(/News/);
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('Open');

    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/news\/\d+/);
    await page.goto('/contact');
    await page.getByLabel('Name').fill('Ann');
    await page.getByRole('main').getByLabel('Email').fill('ann@example.org');
    await page.getByLabel('Subject').fill('A question');
    await page.getByLabel('Message').fill('When do you open?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Message sent successfully')).toBeVisible();
    expect(scripts).toEqual([]);
  });
}

test('the answer to a form stays when its scripts fail', async ({ page }) => {
  await page.addInitScript(failures['an effect fails']);
  await page.goto('/registration/status');
  const isRemembered = () => page.evaluate(() => 'failed-start' in sessionStorage);
  await expect.poll(isRemembered).toBe(true);
  await page.evaluate(() => sessionStorage.clear());
  await page.getByLabel('Reference').fill('REG-2026-999999');
  await page.getByLabel('Phone').fill('+256 700 000 321');
  const told = beacon(page);
  await page.getByRole('main').getByRole('button').first().click();
  await told;
  await expect.poll(() => isScripted(page)).toBe(false);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByLabel('Reference')).toHaveValue('REG-2026-999999');
});

test('owners see how many pages failed to start', async ({ page, ownersOffice }) => {
  await page.addInitScript(failures['an effect fails']);
  const told = beacon(page);
  await page.goto('/faq');
  expect((await (await told).response())?.status()).toBe(204);
  await ownersOffice.goto('/admin/about');
  await expect(ownersOffice.getByRole('region', { name: 'Failed starts' })).toContainText(/Chrome \d+: \d/);
});

test.describe('where storage and cookies are forbidden', () => {
  test.use({ expectedInConsole: /Broken on purpose|Failed to load resource/ });

  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const get = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, { get });
      Object.defineProperty(Document.prototype, 'cookie', { get, set: get });
    }),
  );

  for (const path of ['/', '/registration', '/admin/login']) {
    test(`${path} works`, async ({ page }) => {
      await page.goto(path);
      if (path !== '/admin/login') await untilHydrated(page);
      const control = { '/': 'Open menu', '/registration': 'Next' }[path] ?? 'Sign In';
      await page.getByRole('button', { name: control }).first().click();
      await expect(page.getByText('Something went wrong')).toHaveCount(0);
      if (path === '/') await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    });
  }

  test('a failed start throws nothing more', async ({ page }) => {
    await page.addInitScript(failures['an effect fails']);
    const told = beacon(page);
    await page.goto('/faq');
    await told;
    await expect.poll(() => isScripted(page)).toBe(false);
  });
});
