import { readFileSync } from 'node:fs';
import { type APIRequestContext, expect as expectNow, type Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { expect, test } from '../story.ts';
import { expectNothingCovered, toast } from '../toasts.ts';

const own = () => `Nakató ${process.pid}x${Date.now()}`;
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const card = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function give(request: APIRequestContext, name: string, outcome?: 'pay' | 'fail') {
  const donation = { name, email: 'donor@institute.example', currency: 'UGX', amount: 5000 };
  const answer = await request.post('/api/v1/donations', { data: donation });
  expectNow(answer.status()).toBe(201);
  const { txRef } = (await answer.json()).data as { txRef: string };
  if (outcome) {
    const payment = { tx_ref: txRef, amount: 5000, currency: 'UGX', outcome };
    await request.post('/sandbox/payments', { data: payment });
    await request.post(`/api/v1/donations/${txRef}/verify`, { data: {} });
  }
  return txRef;
}

test('donations are found by name, state and currency, a receipt is sent again, and one that came by bank is marked as received', async ({
  office,
  request,
}) => {
  await test.step('donations are found by name, state and currency, and a paid one has its receipt sent again', async () => {
    const name = own();
    const txRef = await give(request, `${name} paid`, 'pay');
    await give(request, `${name} failed`, 'fail');
    await office.goto('/admin/donations');
    await search(office).fill(name);
    await expect(office.getByText('Found: 2')).toBeVisible();
    await office.getByLabel('State').selectOption('successful');
    await office.getByLabel('Currency').selectOption('UGX');
    await expect(office.getByText('Found: 1')).toBeVisible();
    await expect(card(office, `${name} paid`)).toContainText('UGX 5,000');
    await expect(card(office, `${name} paid`)).toContainText(/TEST-\d{4}-\d{6}/);
    await expect(office).toHaveURL(/status=successful.*currency=UGX|currency=UGX.*status=successful/);
    await expect(card(office, `${name} paid`)).toContainText('Test mode');
    await expectClean(office, 'donations');

    await office.getByRole('button', { name: `View ${name} paid` }).click();
    const dialog = office.getByRole('dialog');
    await expect(dialog).toContainText(txRef);
    const receipts = dialog.getByRole('region', { name: 'Receipts by Mail' }).getByRole('listitem');
    await expect(receipts).toHaveCount(1);
    await expectClean(office, 'a donation');
    await dialog.getByRole('button', { name: 'Resend Receipt' }).click();
    await expect(toast(office, 'The receipt is on its way again')).toBeVisible();
    await expect(receipts).toHaveCount(2);
  });

  await test.step('a started donation that came by bank is marked as received', async () => {
    const name = own();
    await give(request, name);
    await office.keyboard.press('Escape');
    await expect(office.getByRole('dialog')).toBeHidden();
    for (const filter of ['State', 'Currency']) await office.getByLabel(filter).selectOption('');
    await search(office).fill(name);
    await expect(card(office, name)).toContainText('Pending');
    await office.getByRole('button', { name: `View ${name}` }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Mark as Received' }).click();
    await expect(dialog.getByLabel('Method')).toBeFocused();
    await dialog.getByLabel('Note').fill('Statement 12');
    await dialog.getByRole('button', { name: 'Mark as Received' }).click();
    await expect(toast(office, 'The donation is marked as received')).toBeVisible();
    await expect(dialog).toContainText('Statement 12');
    await office.keyboard.press('Escape');
    await expect(card(office, name)).toContainText('Bank transfer');
    await expect(card(office, name)).toContainText('Successful');
    await expect(card(office, name)).not.toContainText('Test');
  });
});

test('records a donation that came outside the site, corrects and cancels a wrong one, and exports the list', async ({
  office,
  request,
  account,
}) => {
  await test.step('records a donation that came outside the site and exports the list', async () => {
    const name = own();
    await office.goto('/admin/donations');
    await office.getByRole('button', { name: 'Record a Gift' }).click();
    const dialog = office.getByRole('dialog');
    await expect(dialog.getByLabel('Full Name')).toBeFocused();
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await expect(dialog.getByLabel('Full Name')).toHaveAttribute('aria-invalid', 'true');
    await expectClean(office, 'the form of a donation');
    await dialog.getByLabel('Full Name').fill(name);
    await dialog.getByLabel('Amount').fill('2000000');
    await dialog.getByLabel('Method').selectOption('mobile-money');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await office.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByLabel('Date Received')).toHaveValue(/^\d{4}-\d\d-\d\d$/);
    await dialog.getByLabel('Date Received').fill('2025-03-31');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    const question = office.getByRole('alertdialog', { name: 'Record this gift?' });
    await expect(question).toContainText('two million Uganda shillings');
    await expect(question).toContainText(`from ${name}, mobile money, 31 Mar 2025`);
    await expectClean(office, 'the confirmation of a donation');
    await question.getByRole('button', { name: 'Issue the receipt' }).click();
    await expect(toast(office, 'The gift is recorded')).toContainText(/RCP-\d{4}-\d{6}/);

    await search(office).fill(name);
    await expect(card(office, name)).toContainText('UGX 2,000,000');
    await expect(office.getByRole('region', { name: 'Received by Month' })).toContainText('UGX');
    const download = office.waitForEvent('download');
    await office.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^donations-\d{4}-\d\d-\d\d\.csv$/);
  });

  await test.step('a wrong donation is corrected, and the new one cancelled, with counter-receipts', async () => {
    const name = own();
    const headers = { authorization: `Bearer ${account.token}` };
    const donated = { name, currency: 'UGX', amount: 70, method: 'cash' };
    const recorded = await request.post('/api/trpc/donations.record', { headers, data: donated });
    const { receiptNumber } = (await recorded.json()).result.data as { receiptNumber: string };
    await search(office).fill(name);
    await office.getByRole('button', { name: `View ${name}` }).click();
    const dialog = office.getByRole('dialog');
    const receipt = office.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Receipt (PDF)' }).click();
    expect((await receipt).suggestedFilename()).toBe(`${receiptNumber}.pdf`);
    expect(readFileSync(await (await receipt).path(), 'latin1').slice(0, 5)).toBe('%PDF-');
    await dialog.getByRole('button', { name: 'Correct' }).click();
    await dialog.getByLabel('Amount').fill('700');
    await dialog.getByRole('button', { name: 'Correct' }).click();
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/This is required/);
    await dialog.getByLabel('Reason').fill('A zero was missing');
    await dialog.getByRole('button', { name: 'Correct' }).click();
    const question = office.getByRole('alertdialog');
    await expect(question).toContainText('seven hundred Uganda shillings');
    await question.getByRole('button', { name: 'Issue the new receipt' }).click();
    await expect(toast(office, 'The donation is corrected')).toBeVisible();

    await expect(dialog).toContainText('UGX 700');
    await dialog.getByRole('button', { name: receiptNumber }).click();
    await expect(dialog).toContainText(/CAN-\d{4}-\d{6}/);
    await expect(dialog).toContainText('A zero was missing');
    await expectClean(office, 'a cancelled donation');
    const file = office.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Counter-receipt (PDF)' }).click();
    expect((await file).suggestedFilename()).toMatch(/^CAN-\d{4}-\d{6}\.pdf$/);
    await dialog.getByRole('button', { name: /^RCP-/ }).click();
    await dialog.getByRole('button', { name: 'Cancel Donation' }).click();
    await dialog.getByLabel('Reason').fill('It never came');
    await dialog.getByRole('button', { name: 'Cancel Donation' }).click();
    await expectNothingCovered(toast(office, /The donation is cancelled: CAN-/));
    await expect(dialog).toContainText('It never came');
    await office.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(office.getByRole('row').filter({ hasText: 'Cancelled' })).toHaveCount(2);

    await request.post('/api/trpc/donations.record', {
      headers,
      data: { ...donated, amount: 1, receivedOn: '2019-03-04' },
    });
    await office.reload();
    const months = office.getByRole('table', { name: 'Received by Month' });
    await expect(months.getByRole('row').last()).toContainText('March 2019');
    await months.getByRole('columnheader', { name: 'UGX' }).getByRole('button').click();
    await expect(months.getByRole('row').nth(1)).toContainText('March 2019');
  });
});

test.describe('when an answer is lost', () => {
  test.use({ expectedInConsole: /Failed to load resource|TRPCClientError/ });

  test('a gift that is recorded once more has one receipt', async ({ office }) => {
    const name = own();
    await office.goto('/admin/donations');
    await office.getByRole('button', { name: 'Record a Gift' }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByLabel('Full Name').fill(name);
    await dialog.getByLabel('Amount').fill('7000');
    await dialog.getByLabel('Method').selectOption('cash');
    const record = async () => {
      await dialog.getByRole('button', { name: 'Record', exact: true }).click();
      await office.getByRole('alertdialog').getByRole('button', { name: 'Issue the receipt' }).click();
    };
    await office.route(
      /\/api\/trpc\/donations\.record/,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await record();
    await expect(toast(office, 'The gift could not be recorded')).toBeVisible();
    await record();
    await expect(toast(office, 'The gift is recorded')).toContainText(/RCP-\d{4}-\d{6}/);

    await search(office).fill(name);
    await expect(office.getByText('Found: 1', { exact: true })).toBeVisible();
  });
});
