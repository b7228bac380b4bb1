import { siteIsBusy } from '@institute/contract/messages.constants';
import type { Page } from '@playwright/test';
import { newApplicant, success } from '../../offline.ts';
import { expect, test } from '../../story.ts';
import { button, fillIn } from '../../wizard.ts';

test.use({ expectedInConsole: /Failed to load resource|reading 'open'/ });

/** The refusal asks to wait for one second. Later calls pass. */
async function refuseFirst(page: Page, address: string) {
  const keys: (string | undefined)[] = [];
  await page.route(address, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    const error = { code: 'RATE_LIMITED', message: 'Too many', details: [], requestId: 'none' };
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error } });
  });
  return keys;
}

test('a registration that is refused for a moment says so, waits, and is sent by itself', async ({
  page,
  visit,
}) => {
  const keys = await refuseFirst(page, '/api/v1/registrations');
  await visit('/registration');
  await fillIn(page, { email: newApplicant() });
  await button(page, 'Submit').click();
  await expect(page.getByRole('heading', { name: siteIsBusy.application })).toBeVisible();
  await expect(success(page)).toBeVisible();
  await expect(page).toHaveURL('/registration-success');
  await expect(page.getByText(/REG-\d{4}-\d{6}/).first()).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('without storage a registration waits in its form', async ({ page, visit }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  const keys = await refuseFirst(page, '/api/v1/registrations');
  await visit('/registration');
  await fillIn(page, { email: newApplicant() });
  await button(page, 'Submit').click();
  await expect(page.getByRole('status').filter({ hasText: siteIsBusy.application })).toBeVisible();
  await expect(success(page)).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
});

test('a donation opens its checkout when the site has time', async ({ page, visit }) => {
  const keys = await refuseFirst(page, '/api/v1/donations');
  await visit('/donations');
  const main = page.getByRole('main');
  await main.getByLabel('Full Name').fill('Ann Example');
  await main.getByLabel('Email').fill('ann@institute.example');
  await page.getByRole('button', { name: '$ 5', exact: true }).click();
  await button(page, 'Donate').click();
  await expect(page.getByRole('status').filter({ hasText: siteIsBusy.other })).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('Test mode: no money moves');
  expect(keys[1]).toBe(keys[0]);
});
