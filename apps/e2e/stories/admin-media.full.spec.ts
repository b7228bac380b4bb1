import { holdAnswers } from '../answers.ts';
import { expectClean } from '../axe.ts';
import { bringImage, drawnImage } from '../images.ts';
import { expect, openScreen, test } from '../story.ts';
import { findToast } from '../toasts.ts';

let made = 0;
const aName = (word: string) => `${word} ${process.pid}-${Date.now()}-${++made}`;

test('an image is dropped or pasted, reduced on the device, described, and chosen again', async ({
  office: page,
  visit,
}) => {
  const name = aName('Ruth');
  const alt = `At her machine, ${name}`;
  await page.goto('/admin/alumni');
  await page.getByRole('button', { name: 'New Alumni' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Alumni' });
  const field = form.getByRole('group', { name: 'Picture' });
  const address = form.getByLabel('Image URL');

  const release = await holdAnswers(page, /\/image\/upload/);
  await bringImage('drop', field, await drawnImage(page, 1800, 900));
  await expect(field.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  release();
  await expect(findToast(page, 'Image uploaded successfully')).toBeVisible();
  await expect(address).toHaveValue(/-1600x800-[\da-f]{6}\/1600\.webp$/);

  await bringImage('paste', field, await drawnImage(page, 90, 60));
  await expect(address).toHaveValue(/-90x60-/);
  await bringImage('paste', field, await drawnImage(page, 900, 1800));
  await expect(address).toHaveValue(/-800x1600-/);
  const url = await address.inputValue();

  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Position').fill('Tailor');
  await form.getByLabel('Alternative text').fill(alt);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(findToast(page, 'Alumni created successfully')).toBeVisible();

  await openScreen(page, '/admin/facilities');
  await page.getByRole('button', { name: 'New Facility' }).click();
  const other = page.getByRole('main');
  await other.getByRole('button', { name: 'Choose from library' }).click();
  const library = page.getByRole('dialog', { name: 'Choose a picture' });
  await library.getByRole('searchbox', { name: 'Search' }).fill(alt);
  await expect(library.getByRole('listitem')).toHaveCount(1);
  await expectClean(page, 'the library');
  await library.getByRole('button', { name: alt }).click();
  await expect(other.getByLabel('Image URL')).toHaveValue(url);
  await expect(other.getByRole('group', { name: 'Picture' }).getByRole('presentation')).toBeVisible();
  await expect(other.getByLabel('Alternative text')).toHaveValue(alt);
  await other.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();

  await visit(`/alumni?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('img', { name: alt })).toBeVisible();
});
