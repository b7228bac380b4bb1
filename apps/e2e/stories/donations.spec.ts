import { currencies, currencyCodes, formatNumber, overMaximum } from '@institute/contract/money';
import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { expect, test } from '../story.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label);
const incomplete = 'Please fill in your details and select an amount to donate';

async function fill(page: Page) {
  await field(page, 'Full Name').fill('Ann Example');
  await field(page, 'Email').fill('ann@institute.example');
  await field(page, 'Phone').fill('+256 700 000 001');
}

test('shows three ways to give, and a form that starts with dollars', async ({ page, visit }) => {
  await visit('/donations');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support Our Mission');
  const bank = page.getByRole('region', { name: 'Bank Transfer' });
  await expect(bank.getByRole('link', { name: 'Request Bank Details' })).toHaveAttribute('href', '/contact');
  const paypal = page.getByRole('region', { name: 'PayPal' }).getByRole('link');
  await expect(paypal).toHaveAttribute('href', /^https:\/\//);
  const form = page.getByRole('region', { name: 'Mobile Money/Card' });
  for (const label of ['Full Name', 'Email', 'Phone', 'Custom Amount']) {
    await expect(form.getByLabel(label)).toBeVisible();
  }
  await expect(form.getByLabel('Currency')).toHaveValue('USD');
  expect(await form.getByLabel('Currency').locator('option').allTextContents()).toEqual(
    currencyCodes.map((code) => expect.stringContaining(code)),
  );
});

test('presets follow the currency, and the amount takes only digits up to its maximum', async ({
  page,
  visit,
}) => {
  await visit('/donations');
  await fill(page);
  const custom = field(page, 'Custom Amount');
  for (const code of currencyCodes) {
    const { symbol, presets, max } = currencies[code];
    await field(page, 'Currency').selectOption(code);
    const buttons = page.getByRole('group', { name: 'Amount' }).getByRole('button');
    await expect(buttons).toHaveText(presets.map((amount) => `${symbol} ${formatNumber(amount)}`));

    await custom.fill(String(max));
    await custom.fill(String(max + 1));
    await expect(page.getByText(overMaximum(code), { exact: true })).toBeVisible();
    await expect(custom).toHaveValue(String(max));
    await buttons.first().click();
    await expect(custom).toHaveValue('');
    await expect(page.getByText(overMaximum(code))).toHaveCount(0);
  }
  await custom.fill('');
  await custom.pressSequentially('1a2.');
  await expect(custom).toHaveValue('12');
});

test('without amount, name or a valid address, Donate only reports what is missing', async ({
  page,
  visit,
}) => {
  await visit('/donations');
  const donate = page.getByRole('button', { name: 'Donate', exact: true });
  const message = page.getByText(incomplete, { exact: true });
  await expect(donate).toHaveAttribute('aria-disabled', 'true');
  // Screen readers announce the button as disabled, but it can be pressed.
  await donate.click({ force: true });
  await expect(message).toBeVisible();
  await fill(page);
  await press(page, '$ 1');
  await expect(message).toHaveCount(0);
  await expect(donate).toHaveAttribute('aria-disabled', 'false');
  for (const [label, wrong] of [
    ['Email', 'ann@institute'],
    ['Full Name', '  '],
  ] as const) {
    const right = await field(page, label).inputValue();
    await field(page, label).fill(wrong);
    await expect(message).toBeVisible();
    await field(page, label).fill(right);
  }
});

test('opens the checkout with the values of the form', async ({ page, visit }) => {
  const stub =
    'window.FlutterwaveCheckout = (given) => { window.given = JSON.stringify(given); return { close() {} }; }';
  await page.route('**/sandbox/checkout.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: stub }),
  );
  await visit('/donations');
  await fill(page);
  await field(page, 'Currency').selectOption('KES');
  await press(page, 'KSh 500');
  await press(page, 'Donate');
  const given = await page.waitForFunction(() => 'given' in window && String(window.given));
  expect(JSON.parse(String(await given.jsonValue()))).toEqual({
    public_key: 'sandbox',
    tx_ref: expect.stringMatching(/^\d{13}-[\w-]{22,}$/),
    amount: 500,
    currency: 'KES',
    payment_options: 'card, mobilemoney, ussd',
    customer: { email: 'ann@institute.example', phone_number: '+256 700 000 001', name: 'Ann Example' },
    customizations: {
      title: 'Support Our Mission',
      description: expect.stringContaining('Donation'),
      logo: expect.stringMatching(/^http.*\.png$/),
    },
  });
});

test.describe('without the script', () => {
  test.use({ expectedInConsole: /Failed to load|The checkout did not come/ });

  test('loads it three times, then shows an error; a later press tries again', async ({ page, visit }) => {
    const asked: number[] = [];
    await page.route('**/sandbox/checkout.js', (route) => {
      asked.push(Date.now());
      return route.abort();
    });
    await visit('/donations');
    await fill(page);
    await press(page, '$ 5');
    await press(page, 'Donate');
    await expect(
      page.getByText('Failed to load payment modal. Check your internet connection and retry later.', {
        exact: true,
      }),
    ).toBeVisible();
    expect(asked).toHaveLength(3);
    expect((asked[2] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(1900);
    const code = page.getByRole('region', { name: 'Pay by mobile money code' });
    await expect(code).toContainText(/Merchant code\d+Amount\$ 5ReferenceD\d+/);
    for (const network of ['MTN', 'Airtel']) {
      await expect(code.getByRole('link', { name: network })).toHaveAttribute(
        'href',
        /^tel:\*\d+\*\d\*\d+%23$/,
      );
    }
    await expectClean(page, 'the mobile money code');

    await page.unroute('**/sandbox/checkout.js');
    await press(page, 'Donate');
    await expect(page.getByRole('dialog')).toContainText('Test mode: no money moves');
  });
});

test('the thank-you text names donor, amount and address; closing before that is only logged', async ({
  page,
  visit,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await visit('/donations');
  await fill(page);
  await field(page, 'Currency').selectOption('UGX');
  await press(page, 'UGX 50,000');
  await press(page, 'Donate');
  await press(page, 'Close');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => logged.filter((text) => text.startsWith('Checkout closed'))).toHaveLength(1);
  await expect(page.getByText('not completed')).toHaveCount(0);

  await press(page, 'Donate');
  await press(page, 'Pay');
  await expect(page.getByRole('heading', { name: 'Thank You for Your Donation!' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('Ann Example');
  await expect(main).toContainText('UGX 50,000');
  await expect(main).toContainText('A confirmation email was sent to ann@institute.example.');
});

test('the page of a failed donation says so and leads back', async ({ page, request }) => {
  const donation = { name: 'Ann', email: 'ann@institute.example', currency: 'EUR', amount: 14 };
  const answer = await request.post('/api/v1/donations', { data: donation });
  const { txRef } = (await answer.json()).data as { txRef: string };
  const payment = { tx_ref: txRef, amount: 14, currency: 'EUR', outcome: 'fail' };
  await request.post('/sandbox/payments', { data: payment });
  await request.post(`/api/v1/donations/${txRef}/verify`, { data: {} });
  await page.goto(`/donations/${txRef}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment failed');
  await expect(page.getByRole('main')).toContainText('€ 14');
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/donations');
});
