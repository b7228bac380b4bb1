import { siteIsBusy } from '@institute/contract/messages.constants';
import type { Page } from '@playwright/test';
import { newApplicant, success } from '../../offline.ts';
import { expect, test } from '../../story.ts';
import { button, fillIn } from '../../wizard.ts';

test.use({ expectedInConsole: /Failed to load resource|reading 'open'/ });

/** The refusal asks to wait for one second. Later calls pass. */
async function refuseFirst(page: Page, address: string, status: 429 | 503) {
  const keys: (string | undefined)[] = [];
  await page.route(address, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    const code = status === 429 ? 'RATE_LIMITED' : 'UNAVAILABLE';
    const error = { code, message: 'Too many', details: [], requestId: 'none' };
    return route.fulfill({ status, headers: { 'retry-after': '1' }, json: { error } });
  });
  return keys;
}

for (const status of [429, 503] as const) {
  test(`a registration that is answered ${status} says so, waits, and is sent by itself`, async ({
    page,
    visit,
  }) => {
    const keys = await refuseFirst(page, '/api/v1/registrations', status);
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
}

test('without storage a registration waits in its form', async ({ page, visit }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  const keys = await refuseFirst(page, '/api/v1/registrations', 429);
  await visit('/registration');
  await fillIn(page, { email: newApplicant() });
  await button(page, 'Submit').click();
  await expect(page.getByRole('status').filter({ hasText: siteIsBusy.application })).toBeVisible();
  await expect(success(page)).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
});

test('a message that is answered 503 keeps its text and is sent by itself', async ({ page, visit }) => {
  const keys = await refuseFirst(page, '/api/v1/contact', 503);
  await visit('/contact');
  const main = page.getByRole('main');
  const texts = { Name: 'Ann', Email: 'ann@example.org', Subject: 'Fees', Message: 'How much?' };
  for (const [label, text] of Object.entries(texts)) await main.getByLabel(label).fill(text);
  await button(page, 'Send Message').click();
  await expect(page.getByRole('status').filter({ hasText: siteIsBusy.other })).toBeVisible();
  await expect(main.getByLabel('Message')).toHaveValue('How much?');
  await expect(page.getByText('Message sent successfully')).toBeVisible();
  await expect(main.getByLabel('Message')).toHaveValue('');
  await expect(page.getByText(siteIsBusy.other)).toHaveCount(0);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('a donation that is answered 429 opens its checkout when the site has time', async ({ page, visit }) => {
  const keys = await refuseFirst(page, '/api/v1/donations', 429);
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
