import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { expect, test } from '../story.ts';
import { expectNothingCovered, findToast } from '../toasts.ts';

const downloaded = async (page: Page, role: 'link' | 'button', name: string) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole(role, { name }).click()]);
  return file;
};

test('a donation is recorded, exported, corrected and cancelled, with receipts as files', async ({
  office,
}) => {
  const name = `Nakató ${process.pid}x${Date.now()}`;
  const dialog = office.getByRole('dialog');
  await office.goto('/admin/donations');
  await office.getByRole('button', { name: 'Record Donation' }).click();
  await expect(dialog.getByLabel('Full Name')).toBeFocused();
  await expectClean(office, 'the form of a donation');
  await dialog.getByLabel('Full Name').fill(name);
  await dialog.getByLabel('Amount').fill('70');
  await dialog.getByLabel('Method').selectOption('cash');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expectClean(office, 'the confirmation of a donation');
  await office.getByRole('alertdialog').getByRole('button', { name: 'Issue the receipt' }).click();
  await expect(findToast(office, 'The donation is recorded')).toContainText(/RCP-\d{4}-\d{6}/);

  await office.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(office.getByText('Found: 1', { exact: true })).toBeVisible();
  await expectClean(office, 'donations');
  const list = await downloaded(office, 'button', 'Export CSV');
  expect(list.suggestedFilename()).toMatch(/^donations-\d{4}-\d\d-\d\d\.csv$/);
  await office.getByRole('button', { name: `View ${name}` }).click();
  const receipt = await downloaded(office, 'link', 'Receipt (PDF)');
  expect(receipt.suggestedFilename()).toMatch(/^RCP-\d{4}-\d{6}\.pdf$/);
  expect(readFileSync(await receipt.path(), 'latin1').slice(0, 5)).toBe('%PDF-');

  await dialog.getByRole('button', { name: 'Correct' }).click();
  await dialog.getByLabel('Amount').fill('700');
  await dialog.getByLabel('Reason').fill('A zero was missing');
  await dialog.getByRole('button', { name: 'Correct' }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Issue the new receipt' }).click();
  await expect(findToast(office, 'The donation is corrected')).toBeVisible();
  await expect(dialog).toContainText('UGX 700');
  await dialog.getByRole('button', { name: 'Cancel Donation' }).click();
  await dialog.getByLabel('Reason').fill('It never came');
  await expectNothingCovered(office, /The donation is cancelled: CAN-/, () =>
    dialog.getByRole('button', { name: 'Cancel Donation' }).click(),
  );
  await expect(dialog).toContainText('It never came');
  await expectClean(office, 'a cancelled donation');
  const counter = await downloaded(office, 'button', 'Counter-receipt (PDF)');
  expect(counter.suggestedFilename()).toMatch(/^CAN-\d{4}-\d{6}\.pdf$/);
  await office.keyboard.press('Escape');
  await expect(office.getByRole('row').filter({ hasText: 'Cancelled' })).toHaveCount(2);
});
