import { siteIsBusyError } from '@institute/contract/forms.constants';
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

test('a registration that the site is too busy for waits on the phone, and is sent as the same one', async ({
  page,
  visit,
}) => {
  const keys = await refuseFirst(page);
  await visit('/registration');
  await fillIn(page, { email: newApplicant() });
  await findButton(page, 'Submit').click();
  await expect(page.getByRole('heading').filter({ hasText: siteIsBusyError.application })).toBeVisible();
  await expect(successHeading(page)).toBeVisible();
  await expect(page.getByText(/REG-\d{4}-\d{6}/).first()).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);
});
