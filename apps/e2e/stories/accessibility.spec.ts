import type { Page } from '@playwright/test';
import { adminScreens } from '../admin-screens.ts';
import { failCalls } from '../answers.ts';
import { expectClean } from '../axe.ts';
import { donationPage, emptyPages, publicPages } from '../public-pages.ts';
import { expect, failedCall, makeProgram, sendRegistration, test } from '../story.ts';
import { toast } from '../toasts.ts';
import { button, field, goOn } from '../wizard.ts';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

const parts = 3;
for (let part = 0; part < parts; part += 1) {
  test(`axe finds nothing on the public pages, part ${part + 1}`, async ({ page, visit, request }) => {
    const paths = [...publicPages, await donationPage(request)];
    for (const path of paths.filter((_, place) => place % parts === part)) {
      await visit(path);
      await expectClean(page, path);
    }
  });
}

test.describe('pages without content', () => {
  test.use({ expectedInConsole: new RegExp(`404|${failedCall.source}`) });

  test('axe finds nothing on empty and unknown pages', async ({ page, visit }) => {
    for (const path of emptyPages) {
      await visit(path);
      await expectClean(page, path);
    }
  });

  test('axe finds nothing while the API is down', async ({ page, visit }) => {
    await visit('/contact');
    await failCalls(page, '**/api/v1/**');
    for (const path of ['/news', '/gallery', '/programs']) {
      await page
        .locator(`nav[aria-label="Main"] a[href="${path}"]`)
        .evaluate((link: HTMLElement) => link.click());
      await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
      await expectClean(page, `${path} with a fault`);
    }
  });
});

test('axe finds nothing on each step of the registration, and with a refused field', async ({
  page,
  visit,
}) => {
  await visit('/registration');
  await expectClean(page, 'Personal Information');
  for (const title of ['Program Selection', 'Emergency Contact', 'Medical Information'] as const) {
    await goOn(page, title);
    await expectClean(page, title);
  }
  await goOn(page, 'Review & Submit');
  await button(page, 'Submit').click();
  await expect(toast(page, 'Please provide consent to continue')).toBeVisible();
  await expect(field(page, 'I agree to the terms and consent to data usage')).toBeFocused();
  await expectClean(page, 'Review & Submit with a toast');
});

test('axe finds nothing on the sign-in and sign-up forms', async ({ page }) => {
  for (const [path, name] of [
    ['/admin/login', 'Sign In'],
    ['/admin/signup', 'Sign Up'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name }).click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectClean(page, path);
  }
});

test('axe finds nothing on any screen of the admin area', async ({ office, request }) => {
  test.slow();
  await sendRegistration(request);
  for (const path of Object.values(adminScreens)) {
    await office.goto(path);
    await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(office.getByTestId('skeleton')).toHaveCount(0);
    await expectClean(office, path);
    expect(await narrowTargets(office), path).toEqual([]);
  }
});

/** Touch targets under 44 px, except in running text, and whether the page is too wide. */
const narrowTargets = (page: Page) =>
  page.evaluate(() => {
    const small = [...document.querySelectorAll('main :is(a, button, input, select)')].filter((target) => {
      const { width, height } = target.getBoundingClientRect();
      return width > 1 && (width < 44 || height < 44) && !target.closest('p');
    });
    const names = small.map((target) => target.getAttribute('aria-label') ?? target.textContent);
    return document.documentElement.scrollWidth > innerWidth ? [...names, 'the page is too wide'] : names;
  });

test('axe finds nothing in the dialogs of the admin area', async ({ office, request, account }) => {
  const lastName = `Axe${process.pid}x${Date.now()}`;
  await sendRegistration(request, { firstName: 'Grace', lastName });
  const program = await makeProgram(request, account, { name: lastName });
  await office.goto(`/admin/registrations?q=${lastName}`);
  await office.getByRole('button', { name: `View Grace ${lastName}` }).click();
  await expect(office.getByRole('region', { name: 'Medical Information' })).toBeVisible();
  await expectClean(office, 'registration');
  await office.keyboard.press('Escape');
  await expectClean(office, 'registrations');

  await office.goto(`/admin/programs?q=${lastName}`);
  await office.getByRole('button', { name: `Edit ${lastName}` }).click();
  await expect(office.getByLabel(/^Name/)).toHaveValue(lastName);
  await expectClean(office, 'program form');
  await office.keyboard.press('Escape');
  await office.getByRole('button', { name: `Delete ${lastName}` }).click();
  await expect(office.getByRole('alertdialog')).toBeVisible();
  await expectClean(office, 'question');
  await office.getByRole('button', { name: 'Cancel' }).click();
  await expectClean(office, 'programs');
  await program.remove();
});
