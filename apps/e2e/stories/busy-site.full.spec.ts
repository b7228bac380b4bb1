import { siteIsBusy } from '@institute/contract/forms.constants';
import type { Page } from '@playwright/test';
import { newApplicant, successHeading } from '../offline.ts';
import { expect, test } from '../story.ts';
import { fillIn, findButton } from '../wizard.ts';

test.use({ expectedInConsole: /Failed to load resource|reading 'open'/ });

/** The refusal asks to wait for one second. Later calls pass. */
async function refuseFirst(page: Page) {
  const keys: (string | undefined)[] = [];
  await page.route('/api/v1/registrations', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    const error = { code: 'RATE_LIMITED', message: 'Too many', details: [], requestId: 'none' };
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error } });
  });
  return keys;
}

for (const where of ['saved on the phone', 'in its form where nothing can be saved']) {
  test(`a registration that the site is too busy for waits ${where}`, async ({ page, visit }) => {
    const isSaved = where.startsWith('saved');
    if (!isSaved) {
      await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
    }
    const keys = await refuseFirst(page);
    await visit('/registration');
    await fillIn(page, { email: newApplicant() });
    await findButton(page, 'Submit').click();
    const told = isSaved ? page.getByRole('heading') : page.getByRole('status');
    await expect(told.filter({ hasText: siteIsBusy.application })).toBeVisible();
    await expect(successHeading(page)).toBeVisible();
    await expect(page.getByText(/REG-\d{4}-\d{6}/).first()).toBeVisible();
    expect(keys).toEqual([keys[0], keys[0]]);
  });
}
