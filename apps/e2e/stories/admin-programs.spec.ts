import { resolve } from 'node:path';
import { holdAnswers } from '../answers.ts';
import { expectClean } from '../axe.ts';
import { expect, makeProgram, readPublic, test } from '../story.ts';
import { expectNothingCovered, findToast } from '../toasts.ts';

const image = resolve(import.meta.dirname, '../picture.jpg');

test('a program is made with an uploaded image, found by visitors, changed and deleted', async ({
  office,
  request,
}) => {
  const name = `Story ${process.pid} ${Date.now()}`;
  const dialog = office.getByRole('dialog');
  const field = (label: string | RegExp) => dialog.getByLabel(label);
  const publish = dialog.getByRole('button', { name: 'Publish', exact: true });
  const seen = async () =>
    (await readPublic<{ name: string }[]>(request, '/programs')).map((one) => one.name);
  await office.goto('/admin/programs');
  await office.getByRole('button', { name: 'New Program' }).click();
  await expect(field(/^Name/)).toBeFocused();
  await publish.click();
  await expect(field(/^Name/)).toHaveAttribute('aria-invalid', 'true');
  await expectClean(office, 'the form of a program');
  await field(/^Name/).fill(name);
  await field(/^Description/).fill('Learn to keep bees.\nBring a hat.');
  await field('Category').selectOption('clinic');
  await field(/^Duration/).fill('8 weeks');
  await field(/^Schedule/).fill('Mon 9:00, Wed 9:00');
  await field(/^Price/).fill('125000.50');

  const file = dialog.locator('input[type="file"]');
  await expect(file).toHaveAttribute('accept', 'image/*');
  const release = await holdAnswers(office, /\/uploads\/.*\/image\/upload/);
  await file.setInputFiles(image);
  await expect(publish).toBeDisabled();
  const place = await dialog.boundingBox();
  await expectNothingCovered(office, 'Image uploaded successfully', release);
  expect(await dialog.boundingBox()).toEqual(place);
  await expect(field(/^Image URL/)).toHaveValue(/\/uploads\//);
  await publish.click();
  await expect(findToast(office, 'Program created successfully')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await seen()).toContain(name);

  await office.getByRole('searchbox', { name: 'Search' }).fill(name.toUpperCase());
  await expect(office).toHaveURL(/q=/);
  await office.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(field(/^Description/)).toHaveValue('Learn to keep bees.\nBring a hat.');
  await expect(field(/^Price/)).toHaveValue('125000.5');
  await dialog.getByLabel('Status').selectOption('Hidden');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(findToast(office, 'Program updated successfully')).toBeVisible();
  expect(await seen()).not.toContain(name);

  await office.getByRole('button', { name: `Delete ${name}` }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(findToast(office, 'Program deleted successfully')).toBeVisible();
  await expect(office.getByText('No programs found matching your criteria.')).toBeVisible();
});

test('a dialog with instalments stays in place when its last field gets the focus', async ({
  office,
  request,
  account,
}) => {
  const instalments = [1, 2, 3, 4].map((at) => ({ label: `Part ${at}`, amount: 25_000, dueDays: at * 30 }));
  const program = await makeProgram(request, account, { name: 'Beekeeping in parts', instalments });
  await office.goto('/admin/programs?q=Beekeeping');
  await office.getByRole('button', { name: `Edit ${program.name}` }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('Due Days').last().focus();
  await expect(dialog.getByRole('heading', { name: 'Edit Program' })).toBeInViewport({ ratio: 1 });
  // Only the part below the title scrolls
  const frame = await dialog.evaluate((element) => [
    element.scrollHeight - element.clientHeight,
    element.scrollTop,
  ]);
  expect(frame).toEqual([0, 0]);
  await office.keyboard.press('Escape');
  await program.remove();
});
