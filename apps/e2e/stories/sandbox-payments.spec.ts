import type { Page } from '@playwright/test';
import { expect, test } from '../story.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function openCheckout(page: Page) {
  const main = page.getByRole('main');
  await main.getByLabel('Full Name').fill('Ann Example');
  await main.getByLabel('Email').fill('ann@institute.example');
  await press(page, '$ 5');
  await press(page, 'Donate');
  await expect(page.getByRole('dialog')).toContainText('Test mode: no money moves');
}

test('a payment in the sandbox shows thanks and is confirmed', async ({ page, visit }) => {
  await visit('/donations');
  await expect(page.getByRole('main')).toContainText('Test mode: no money moves.');
  await openCheckout(page);
  await press(page, 'Pay');

  await expect(page.getByRole('heading', { name: 'Thank You for Your Donation!' })).toBeVisible();
  await expect(page.getByText('Your payment is confirmed.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Test mode: no money moves.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a failed or closed checkout leaves the form as it is', async ({ page, visit }) => {
  await visit('/donations');
  await openCheckout(page);
  await press(page, 'Close');
  await expect(page.getByLabel('Full Name')).toHaveValue('Ann Example');
  await expect(page.getByRole('button', { name: 'Donate', exact: true })).toBeFocused();

  await press(page, 'Donate');
  await press(page, 'Fail');
  await expect(page.getByText('The payment was not completed. You can try again.')).toBeVisible();
});

test('a payment by phone shows thanks when the network has answered', async ({ page, visit }) => {
  await visit('/donations');
  await openCheckout(page);
  await press(page, 'Pay later');
  await expect(page.getByText('Waiting for your network…')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Thank You for Your Donation!' })).toBeVisible({
    timeout: 20_000,
  });
});

test('a reload while the network has not answered leads to the page of the donation', async ({
  page,
  visit,
}) => {
  await visit('/donations');
  await openCheckout(page);
  await press(page, 'Pay later');
  await expect(page.getByText('Waiting for your network…')).toBeVisible();
  const reference = (await page.getByText(/^Reference: /).textContent())?.replace('Reference: ', '');
  await page.reload();
  await expect(page).toHaveURL(`/donations/${reference}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Payment pending|Donation received)$/);
});

test('the page of a donation changes from pending to received by itself', async ({ page, request }) => {
  const donation = { name: 'Ann', email: 'ann@institute.example', currency: 'UGX', amount: 1000 };
  const answer = await request.post('/api/v1/donations', { data: donation });
  const { txRef } = (await answer.json()).data as { txRef: string };

  await page.goto(`/donations/${txRef}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment pending');
  await expect(page.getByRole('main')).toContainText('UGX 1,000');
  await expect(page.getByRole('main')).toContainText('Test mode: no money moves.');
  const payment = { tx_ref: txRef, amount: 1000, currency: 'UGX', outcome: 'pay' };
  await request.post('/sandbox/payments', { data: payment });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Donation received', { timeout: 30_000 });
});
