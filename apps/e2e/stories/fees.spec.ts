import type { APIRequestContext, Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import {
  expect,
  failedCall,
  makeProgram,
  makeUnique,
  sendRegistration,
  test,
  untilHydrated,
} from '../story.ts';
import { findButton } from '../wizard.ts';

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
const phone = '+256 700 000 099';

async function acceptStudent(request: APIRequestContext, account: Parameters<typeof makeProgram>[1]) {
  const headers = { authorization: `Bearer ${account.token}` };
  const program = await makeProgram(request, account, {
    name: makeUnique('Tailoring'),
    price: 750_000,
    instalments: [
      { label: 'Registration', amount: 250_000, dueDays: null },
      { label: 'Second part', amount: 500_000, dueDays: 30 },
    ],
  });
  const startDate = new Date(Date.now() + MONTH_MS).toISOString().slice(0, 10);
  const { id, reference } = await sendRegistration(request, { phone, programId: program.id, startDate });
  await request.put(`/api/v1/registrations/${id}`, { headers, data: { status: 'accepted' } });
  return { reference, program };
}

async function showStatement(page: Page, reference: string, given: string) {
  const main = page.getByRole('main');
  await main.getByLabel('Reference or Pay Code').fill(reference);
  await main.getByLabel('Phone').fill(given);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    findButton(page, 'Show').click(),
  ]);
  return answer;
}

/** From the statement to the provider's page and back. */
async function payInstalment(page: Page) {
  const main = page.getByRole('main');
  await expect(main.getByRole('status').first()).toHaveText('Balance: UGX 750,000');
  await expect(main.getByRole('table', { name: 'Charges' })).toContainText('Second part');
  await expect(main.getByRole('region', { name: 'Pay elsewhere' })).toContainText('Pay code');
  const amount = main.getByLabel('Amount in UGX');
  await expect(amount).toHaveValue('250000');

  await amount.fill('750,001');
  await findButton(page, 'Pay').click();
  await expect(main.getByRole('alert')).toHaveText('You owe UGX 750,000. To pay more, ask the office.');
  await expect(amount).toHaveValue('750,001');
  await amount.fill('250000');
  await findButton(page, 'Pay').click();
  await expect(page.getByRole('heading', { name: 'Test payment of UGX 250,000' })).toBeVisible();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();

  await expect(page).toHaveURL(/\/fees\/\d{13}-/);
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expect(main).toContainText('Test mode: no money moves.');
  await main.getByRole('link', { name: /^TEST-/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This receipt is genuine');
}

test.describe('without scripts', () => {
  test.use({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
    expectedInConsole: failedCall,
  });

  test('a parent pays an instalment on a narrow phone, in a page of at most 20 kB', async ({
    page,
    request,
    account,
  }) => {
    const { reference, program } = await acceptStudent(request, account);
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Fees', exact: true }).click();
    await showStatement(page, reference, '0700 999 999');
    const main = page.getByRole('main');
    await expect(main.getByRole('alert')).toContainText('We know no application');
    await expect(main.getByLabel('Reference or Pay Code')).toHaveValue(reference);
    const statement = await showStatement(page, reference.toLowerCase(), '0700 000 099');
    expect((await statement.request().sizes()).responseBodySize).toBeLessThanOrEqual(20_000);
    expect(statement.headers()['cache-control']).toBe('private, no-store');
    await expect(page).toHaveURL(/\/fees\?again=0$/);
    await expect(findButton(page, 'Print')).toBeHidden();
    const width = () => page.locator('html').evaluate((html) => html.scrollWidth);
    expect(await width()).toBe(360);
    await payInstalment(page);
    await program.remove();
  });
});

test.describe('with scripts', () => {
  test.use({ expectedInConsole: failedCall });

  test('a parent pays an instalment', async ({ page, visit, request, account }) => {
    const { reference, program } = await acceptStudent(request, account);
    await visit('/fees');
    await expectClean(page, 'the form');
    await showStatement(page, reference, phone);
    await untilHydrated(page);
    await expectClean(page, 'the statement');
    await expect(findButton(page, 'Print')).toBeVisible();
    await payInstalment(page);
    await program.remove();
  });
});
