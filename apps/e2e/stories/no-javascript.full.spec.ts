import type { Page } from '@playwright/test';
import { holdAnswers } from '../answers.ts';
import { follow } from '../offline.ts';
import { expect, test, untilHydrated } from '../story.ts';
import { consent, fillIn, findButton, findField } from '../wizard.ts';

test.use({ expectedInConsole: /Failed to load resource|Failed to fetch|could not be imported|ApiFailure/ });

test('where a part of the scripts is missing, forms work as without scripts', async ({ page }) => {
  await page.route(/\/assets\/(?!entry).+\.js$/, (route) => route.abort());
  await page.goto('/registration');
  await expect(findButton(page, 'Next')).toHaveCount(0);
  const answers = {
    'First Name': 'Ruth',
    'Last Name': 'Akello',
    Email: 'ruth@example.org',
    Phone: '+256 700 000 321',
  };
  for (const [label, text] of Object.entries(answers)) await findField(page, label).fill(text);
  await findField(page, 'Program').selectOption({ index: 1 });
  await findField(page, consent).check();
  await findButton(page, 'Submit').click();
  await expect(page.getByRole('main')).toContainText(/Your reference: REG-/);
});

/** Refuses scripts that the HTML does not name, until the returned function is called. */
async function withoutLaterParts(page: Page, path = '/registration', status?: number) {
  const html = await (await page.request.get(path)).text();
  const isLater = ({ pathname }: URL) => /^\/assets\/.+\.js$/.test(pathname) && !html.includes(pathname);
  await page.route(isLater, (route) => (status ? route.fulfill({ status }) : route.abort()));
  return () => page.unroute(isLater);
}

test.describe('without the parts that come later', () => {
  test('a part that is gone since an update loads the page again, once', async ({ page, visit }) => {
    await withoutLaterParts(page, '/gallery', 404);
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
    await untilHydrated(page);

    await item.click();
    await expect(page.getByText('This could not be opened')).toBeVisible();
    expect(loads).toBe(2);
  });

  test('the wizard posts its form', async ({ page, visit }) => {
    await withoutLaterParts(page);
    await visit('/registration');
    await fillIn(page, { hasReview: false });
    await findButton(page, 'Submit').click();
    await expect(page.getByRole('main')).toContainText(/Your reference: REG-/);
  });

  test('the wizard that goes offline asks to keep the page open, and sends when online', async ({
    page,
    context,
    visit,
  }) => {
    const letThrough = await withoutLaterParts(page);
    await page.clock.install();
    await visit('/registration');
    await context.setOffline(true);
    await fillIn(page, { hasReview: false });
    await findButton(page, 'Submit').click();
    await expect(
      page.getByRole('status').filter({ hasText: 'You are offline. Keep this page open' }),
    ).toBeVisible();
    await page.clock.fastForward(6000);
    await expect(page.getByText('You may close this page')).toHaveCount(0);
    await letThrough();
    await context.setOffline(false);
    await expect(page.getByRole('main')).toContainText(/REG-/);
  });
});

test.describe('before hydration', () => {
  test('Next is a real submit that keeps what was typed', async ({ page }) => {
    const release = await holdAnswers(page, /\/assets\/.+\.js$/);
    await page.goto('/registration', { waitUntil: 'commit' });
    const main = page.getByRole('main');
    await main.getByLabel('First Name').fill('Ruth');
    await main.getByRole('button', { name: 'Next' }).click();
    await expect(main.getByRole('heading', { name: 'Program Selection' })).toBeVisible();
    await expect(main.getByRole('alert')).toHaveCount(0);
    release();
    await untilHydrated(page);
    await expect(main.getByRole('heading', { name: 'Program Selection' })).toBeVisible();
    await main.getByRole('button', { name: 'Previous' }).click();
    await expect(main.getByLabel('First Name')).toHaveValue('Ruth');
  });

  test('a form that was refused before keeps its values, and a later visit begins anew', async ({ page }) => {
    // A same-origin page without scripts, so that nothing hydrates the form.
    await page.goto('/robots.txt');
    await page.setContent(
      `<form method="post" action="${new URL('/registration', page.url())}">
         <input name="firstName" value="Ruth"><input name="allergies" value="Peanuts"><button>Send</button></form>`,
    );
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
    await untilHydrated(page);
    await expect(findField(page, 'First Name')).toHaveValue('Ruth');
    await expect(findField(page, 'Last Name')).toHaveAttribute('aria-invalid', 'true');
    await follow(page, '/faq');
    // Until the page comes, a skeleton hides the form. A form that was never left keeps its errors.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions');
    await follow(page, '/registration');
    await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
