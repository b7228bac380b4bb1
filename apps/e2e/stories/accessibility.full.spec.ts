import { failCalls } from '../answers.ts';
import { expectClean } from '../axe.ts';
import { follow } from '../offline.ts';
import { expect, failedCall, test } from '../story.ts';
import { findToast } from '../toasts.ts';
import { findButton, findField, goOn, untilReviewed } from '../wizard.ts';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test.describe('while the API is down', () => {
  test.use({ expectedInConsole: failedCall });

  test('axe finds nothing in place of the lists', async ({ page, visit }) => {
    await visit('/contact');
    await failCalls(page, '**/api/v1/**');
    const fault = 'Something went wrong';
    for (const [path, title, heading] of [
      ['/news', 'News', 'News'],
      ['/faq', 'Frequently Asked Questions', fault],
    ] as const) {
      await follow(page, path);
      // The page before has this button too.
      await expect(page).toHaveTitle(`${title} – Kampala Vocational Institute`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
      await expectClean(page, `${path} with a fault`);
    }
    await page.unroute('**/api/v1/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();
  });
});

test('axe finds nothing on each step of the wizard, and with a refused field', async ({ page, visit }) => {
  await visit('/registration');
  await page.getByRole('radio', { name: 'My child' }).check();
  await expectClean(page, 'Personal Information');
  for (const title of ['Program Selection', 'Emergency Contact', 'Medical Information'] as const) {
    await goOn(page, title);
    await expectClean(page, title);
  }
  await goOn(page, 'Review & Submit');
  await untilReviewed(page);
  await findButton(page, 'Submit').click();
  await expect(findToast(page, 'Please provide consent to continue')).toBeVisible();
  await expect(findField(page, 'I agree to the terms and consent to data usage')).toBeFocused();
  // A toast may cover a link for a moment. On a page that does not scroll and begins lower it covers nothing.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 3000 });
  await page.addStyleTag({ content: 'main { margin-top: 300px }' });
  await expectClean(page, 'Review & Submit with a toast');
});
