import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findPreview, previewText, store } from '../fee-lines.ts';
import { expect, test } from '../story.ts';

const findTable = (name: string) => join(import.meta.dirname, '../tables', name);
const readTable = (name: string) => readFileSync(findTable(name), 'utf8');

const findRow = (page: Page, name: string | RegExp) => findPreview(page).getByRole('row', { name });

async function openColumns(page: Page) {
  await page.getByText(/^Read as .*: change method or columns$|^Change columns$/).click();
}

test('statements are pasted or chosen, previewed, and stored as they were previewed', async ({
  ownersOffice: office,
}) => {
  await office.goto('/admin/fees/import');

  await test.step('as recognised', async () => {
    await previewText(office, readTable('statement-amount_debit_credit.csv'));
    await expect(findRow(office, /REF0001/)).toContainText('250,000');
    await store(office, 'Store 1 Payment', '1 payment is stored, 1 unassigned');
    await previewText(office, readTable('statement-amount_debit_credit.csv'));
    await expect(findRow(office, /REF0001/)).toContainText('Known');
  });

  await test.step('with a column and a method chosen', async () => {
    await previewText(office, readTable('statement-mtn_portal.csv'));
    await expect(findRow(office, /43300054005/)).toContainText('SEMP JO');
    await openColumns(office);
    await office.getByLabel('Payer').selectOption('To Name');
    await expect(findRow(office, /43300054005/)).toContainText('SCHOOL');
    await office.getByLabel('Method').selectOption('Airtel Money');
    await expect(office.getByText('Read as Airtel Money: change method or columns')).toBeVisible();
    await store(office, 'Store 1 Payment', '1 payment is stored, 1 unassigned');
  });

  await test.step('without lines that are no fees, of a file without IDs', async () => {
    await office
      .getByLabel('File', { exact: true })
      .setInputFiles(findTable('statement-mtn_merchant_no_id.csv'));
    await expect(office.getByLabel('Lines', { exact: true })).toHaveValue(/^Date,From,/);
    await office.getByRole('button', { name: 'Preview' }).click();
    await office.getByRole('button', { name: 'Line 2 is not a fee' }).click();
    await store(office, 'Store 3 Payments', '3 payments are stored, 3 unassigned');
  });

  await test.step('of one sheet of a workbook', async () => {
    await office.getByLabel('File', { exact: true }).setInputFiles(findTable('statement-two-months.xlsx'));
    await expect(office.getByText('Oct 2026 (2 lines), Nov 2026 (3 lines).')).toBeVisible();
    await office.getByText('Choose sheets').click();
    await office.getByLabel('Oct 2026 (2 lines)').uncheck();
    await office.getByRole('button', { name: 'Read These Sheets' }).click();
    await expect(office.getByText('Not read: Oct 2026 (2 lines).')).toBeVisible();
    await store(office, 'Store 3 Payments', '3 payments are stored, 3 unassigned');
  });
});

test('lists of people are pasted or chosen, previewed, and stored as they were previewed', async ({
  ownersOffice: office,
}) => {
  await office.goto('/admin/fees/import');
  await office.getByRole('radio', { name: 'People who study already' }).check();

  await test.step('as recognised', async () => {
    await previewText(office, readTable('people-uganda_template.csv'));
    await expect(findRow(office, /Sarah Namuli/)).toContainText('+256700000030');
    await store(office, 'Store 2 People', '2 people are stored');
    await previewText(office, readTable('people-uganda_template.csv'));
    await expect(findRow(office, /Sarah Namuli/)).toContainText('Known');
  });

  await test.step('with a column chosen, and an intake made', async () => {
    await previewText(office, readTable('people-nextofkin.csv'));
    await openColumns(office);
    await findPreview(office).getByLabel('Phone', { exact: true }).selectOption('Next of Kin Contact');
    await expect(findRow(office, /Namatovu/)).toContainText('0772500013');
    await findPreview(office).getByLabel('Email').selectOption('No.');
    await expect(findRow(office, /Namatovu/)).toContainText(/Email/);
    await findPreview(office).getByLabel('Email').selectOption('None');
    await expect(findRow(office, /Namatovu/)).toContainText('150,000');
    await office.getByRole('button', { name: 'Make intake Bakery & Catering, 2 Feb 2026' }).click();
    const planned = findPreview(office).getByText('Bakery & Catering, 2 Feb 2026: 1 person', { exact: true });
    await expect(planned).toBeVisible();
    await store(office, 'Store 1 Person', '1 person is stored');
  });

  await test.step('of one sheet of a workbook', async () => {
    await office.getByLabel('File', { exact: true }).setInputFiles(findTable('people-two-classes.xlsx'));
    await expect(findPreview(office).getByText('Sheets read as one table:')).toBeVisible();
    await office.getByText('Choose sheets').click();
    await office.getByLabel('Catering (5 lines)', { exact: true }).uncheck();
    await office.getByRole('button', { name: 'Read These Sheets' }).click();
    await expect(findPreview(office).getByText('Not read: Catering (5 lines).')).toBeVisible();
    await store(office, 'Store 3 People', '3 people are stored');
  });
});
