import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { countCalls, failCalls, holdAnswers } from '../answers.ts';
import { expect, failedCall, makeProgram, stored, test } from '../story.ts';
import { toast } from '../toasts.ts';

const image = resolve(import.meta.dirname, '../../web/public/images/share.jpg');
const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string | RegExp) => dialog(page).getByLabel(name);
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const own = () => `Story ${process.pid} ${Date.now()}`;
const rows = (page: Page) => page.getByRole('button', { name: /^Edit / });
const open = (page: Page) => page.goto('/admin/programs');

async function fillIn(page: Page, name: string) {
  await field(page, /^Name/).fill(name);
  await field(page, /^Description/).fill('Learn to keep bees.\nBring a hat.');
  await field(page, 'Category').selectOption('clinic');
  await field(page, /^Duration/).fill('8 weeks');
  await field(page, /^Schedule/).fill('Mon 9:00, Wed 9:00');
  await field(page, /^Price/).fill('125000.50');
  await field(page, /^Max Participants/).fill('14');
  await field(page, /^Image URL/).fill('/images/share.jpg');
}

test('lists every program with all its columns, inactive ones too, and the search filters the list', async ({
  office,
}) => {
  await test.step('lists every program with all its columns, inactive ones too', async () => {
    const release = await holdAnswers(office, /\/api\/trpc\/programs/);
    await open(office);
    await expect(office.getByTestId('skeleton').first()).toBeVisible();
    release();
    await expect(office.getByText(/^Total Programs: \d+$/)).toBeVisible();
    await expect(office.getByTestId('skeleton')).toHaveCount(0);
    await expect(office.getByRole('button', { name: 'New Program' })).toBeVisible();
    for (const action of ['Edit', 'Delete']) {
      await expect(office.getByRole('button', { name: `${action} Small Business Clinic` })).toBeVisible();
    }
    await expect(office.getByRole('columnheader')).toHaveText([
      'Image',
      'Name',
      'Category',
      'Duration',
      'Price',
      'Schedule',
      'Is Active',
      'Max Participants',
      'Created',
      'Updated',
      'Actions',
    ]);
    const row = office.getByRole('row').filter({ hasText: 'Small Business Clinic' });
    await expect(row.getByRole('img')).toBeVisible();
    for (const text of ['Clinic', '5 weeks', 'UGX 200,000', 'No', '20']) {
      await expect(row.getByText(text, { exact: true })).toBeVisible();
    }
    for (const chip of ['Mon', 'Wed', '5:30 PM – 7:30 PM']) {
      await expect(row.getByText(chip, { exact: true })).toBeVisible();
    }
  });

  await test.step('the search filters the list, and a message shows when nothing matches', async () => {
    await search(office).fill('guitar');
    await expect(rows(office)).toHaveCount(1);
    await expect(office.getByRole('button', { name: 'Edit Music & Guitar' })).toBeVisible();
    await expect(office).toHaveURL(/q=guitar/);
    await search(office).fill('beekeeping for beginners');
    await expect(office.getByText('No programs found matching your criteria.')).toBeVisible();
    await expect(office.getByText(/^Total Programs: \d+$/)).toBeVisible();
  });
});

test('a program is filled in with an image, created, found by visitors, changed and deleted', async ({
  office,
  request,
}) => {
  await open(office);
  const newProgram = office.getByRole('button', { name: 'New Program' });

  await test.step('names the missing fields of a program and sends nothing until they are filled in', async () => {
    await newProgram.click();
    await expect(dialog(office)).toHaveAccessibleName('Add New Program');
    const calls = countCalls(office, 'POST', /\/api\/trpc\//);
    await save(office).click();
    for (const name of [/^Name/, /^Description/, /^Duration/, /^Price/, /^Schedule/, /^Image URL/]) {
      await expect(field(office, name), String(name)).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(field(office, /^Price/)).toHaveAttribute('min', '0');
    await expect(field(office, /^Price/)).toHaveAttribute('step', '0.01');
    await expect(field(office, 'Category').getByRole('option')).toHaveText(['Training', 'Camp', 'Clinic']);
    await expect(dialog(office).getByRole('switch', { name: 'Active' })).toBeChecked();

    await fillIn(office, own());
    await field(office, /^Price/).fill('-1');
    await save(office).click();
    await expect(field(office, /^Price/)).toHaveAttribute('aria-invalid', 'true');
    expect(calls).toHaveLength(0);
  });

  await test.step('an image is uploaded, and its address becomes the image of the program', async () => {
    const file = dialog(office).locator('input[type="file"]');
    await expect(file).toHaveAttribute('accept', 'image/*');
    const release = await holdAnswers(office, /\/uploads\/.*\/image\/upload/);
    const sent = office.waitForRequest(/\/uploads\/.*\/image\/upload/);
    await file.setInputFiles(image);
    const upload = await sent;
    expect(upload.method()).toBe('POST');
    expect(upload.headers()['content-type']).toContain('multipart/form-data');
    await expect(save(office)).toBeDisabled();
    release();
    await expect(toast(office, 'Image uploaded successfully')).toBeVisible();
    const answer = await (await upload.response())?.text();
    expect(answer).toContain(await field(office, /^Image URL/).inputValue());
    await expect(field(office, /^Image URL/)).toHaveValue(/\/uploads\//);
    await expect(save(office)).toBeEnabled();
  });

  await test.step('a program is created, found by visitors, changed and deleted', async () => {
    const name = own();
    await dialog(office).getByRole('button', { name: 'Cancel' }).click();
    await office.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await newProgram.click();
    await expect(field(office, /^Name/)).toHaveValue('');
    await fillIn(office, name);
    const calls = countCalls(office, 'POST', /\/api\/trpc\//);
    const release = await holdAnswers(office, /\/api\/trpc\/programs\.create/);
    await save(office).click();
    await expect(dialog(office).getByRole('button', { name: 'Saving...' })).toBeDisabled();
    release();
    await expect(toast(office, 'Program created successfully')).toBeVisible();
    await expect(dialog(office)).toHaveCount(0);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.postData()).toContain('"price":125000.5');

    await search(office).fill(name);
    await office.getByRole('button', { name: `Edit ${name}` }).click();
    await expect(dialog(office)).toHaveAccessibleName('Edit Program');
    await expect(field(office, /^Name/)).toHaveValue(name);
    await expect(field(office, /^Description/)).toHaveValue('Learn to keep bees.\nBring a hat.');
    await expect(field(office, 'Category')).toHaveValue('clinic');
    await expect(field(office, /^Price/)).toHaveValue('125000.5');
    await expect(field(office, /^Max Participants/)).toHaveValue('14');
    const seen = async () => (await stored<{ name: string }[]>(request, '/programs')).map((one) => one.name);
    expect(await seen()).toContain(name);

    await field(office, /^Name/).fill(`${name} again`);
    await dialog(office).getByRole('switch', { name: 'Active' }).click();
    await save(office).click();
    await expect(toast(office, 'Program updated successfully')).toBeVisible();
    await expect(office.getByRole('button', { name: `Edit ${name} again` })).toBeVisible();
    expect(await seen()).not.toContain(`${name} again`);

    await office.getByRole('button', { name: `Delete ${name} again` }).click();
    const question = office.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await office.getByRole('button', { name: `Delete ${name} again` }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(office, 'Program deleted successfully')).toBeVisible();
    await expect(office.getByText('No programs found matching your criteria.')).toBeVisible();
  });
});

test.describe('when a call fails', () => {
  test.use({ expectedInConsole: new RegExp(`${failedCall.source}|TRPCClientError`) });

  test('a failure shows a message, keeps the dialog with the typed values, and keeps what cannot be deleted', async ({
    office,
    request,
    account,
  }) => {
    const program = await makeProgram(request, account, { name: own() });
    await open(office);
    await test.step('a failure shows a message and keeps the dialog with the typed values', async () => {
      const name = own();
      await office.getByRole('button', { name: 'New Program' }).click();
      await failCalls(office, /\/uploads\/.*\/image\/upload/);
      await dialog(office).locator('input[type="file"]').setInputFiles(image);
      await expect(toast(office, 'Failed to upload image')).toBeVisible();

      await fillIn(office, name);
      await failCalls(office, /\/api\/trpc\/programs\.create/);
      await save(office).click();
      await expect(toast(office, 'Failed to save program')).toBeVisible();
      await expect(field(office, /^Name/)).toHaveValue(name);
      await expect(field(office, /^Price/)).toHaveValue('125000.50');
      await expect(save(office)).toBeEnabled();
    });

    await test.step('a program that cannot be deleted stays', async () => {
      await dialog(office).getByRole('button', { name: 'Cancel' }).click();
      await office.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await search(office).fill(program.name);
      await failCalls(office, /\/api\/trpc\/programs\.remove/);
      await office.getByRole('button', { name: `Delete ${program.name}` }).click();
      const question = office.getByRole('alertdialog');
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(toast(office, 'Failed to delete program')).toBeVisible();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(office.getByRole('button', { name: `Edit ${program.name}` })).toBeVisible();
      await program.remove();
    });
  });
});
