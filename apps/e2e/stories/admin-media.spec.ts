import type { Page } from '@playwright/test';
import { holdAnswers } from '../answers.ts';
import { expectClean } from '../axe.ts';
import { query } from '../database.ts';
import { bring, drawnImage } from '../images.ts';
import { expect, failedCall, test } from '../story.ts';
import { toast } from '../toasts.ts';

let made = 0;
const aName = (word: string) => `${word} ${process.pid}-${Date.now()}-${++made}`;

async function openForm(page: Page, path: string, add: string, title: string) {
  await page.goto(`/admin/${path}`);
  await page.getByRole('button', { name: add }).click();
  return page.getByRole('dialog', { name: title });
}

test.describe('beside stories that delete images', () => {
  // The library may show an image that another story has just deleted.
  test.use({ expectedInConsole: /404/ });

  test('an image is dropped or pasted, reduced on the device, described, and chosen again from the library', async ({
    office: page,
    visit,
  }) => {
    const name = aName('Ruth');
    const alt = `At her machine, ${name}`;
    const form = await openForm(page, 'alumni', 'New Alumni', 'Add New Alumni');
    const field = form.getByRole('group', { name: 'Picture' });
    const address = form.getByLabel('Image URL');

    const release = await holdAnswers(page, /\/image\/upload/);
    await bring('drop', field, await drawnImage(page, 1800, 900));
    await expect(field.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    release();
    await expect(toast(page, 'Image uploaded successfully')).toBeVisible();
    await expect(address).toHaveValue(/-1600x800-[\da-f]{6}\/1600\.webp$/);

    await bring('paste', address, await drawnImage(page, 90, 60));
    await expect(address).toHaveValue(/-90x60-/);
    await bring('paste', address, await drawnImage(page, 900, 1800));
    await expect(address).toHaveValue(/-800x1600-/);
    const url = await address.inputValue();

    await form.getByLabel('Name', { exact: true }).fill(name);
    await form.getByLabel('Position').fill('Tailor');
    await form.getByLabel('Alternative text').fill(alt);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Alumni created successfully')).toBeVisible();

    const other = await openForm(page, 'facilities', 'New Facility', 'Add New Facility');
    await other.getByRole('button', { name: 'Choose from library' }).click();
    const library = page.getByRole('dialog', { name: 'Choose a picture' });
    await library.getByRole('searchbox', { name: 'Search' }).fill(alt);
    await expect(library.getByRole('listitem')).toHaveCount(1);
    await expectClean(page, 'the library');
    await library.getByRole('button', { name: alt }).click();
    await expect(other.getByLabel('Image URL')).toHaveValue(url);
    await expect(other.getByLabel('Alternative text')).toHaveValue(alt);
    await other.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();

    await visit(`/alumni?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole('img', { name: alt })).toBeVisible();
  });
});

test.describe(() => {
  test.use({ expectedInConsole: failedCall });

  test('the library shows the uses of an image and deletes unused images only', async ({
    office: page,
    account,
    request,
  }) => {
    await page.goto('/admin/media');
    const images = page.getByRole('list', { name: 'Pictures' });
    await page
      .getByRole('group', { name: 'New pictures' })
      .locator('input[type="file"]')
      .setInputFiles([
        { name: 'one.png', mimeType: 'image/png', buffer: await drawnImage(page, 300, 200) },
        { name: 'two.png', mimeType: 'image/png', buffer: await drawnImage(page, 200, 300) },
      ]);
    const uploaded = toast(page, 'Image uploaded successfully');
    // The pointer keeps the toast open until the other image is uploaded.
    await uploaded.first().hover();
    await expect(uploaded).toHaveCount(2);
    const mine = images.getByRole('listitem').filter({ hasText: `by ${account.email}` });
    await page.getByRole('searchbox', { name: 'Search' }).fill(account.email);
    await expect(page.getByText('2 found')).toBeVisible();
    const upright = mine.filter({ hasText: '200 × 300 px' });
    const number = await upright.getByRole('heading').textContent();

    const src = await mine.filter({ hasText: '300 × 200 px' }).locator('img').getAttribute('src');
    const title = aName('Open day');
    const answer = await request.post('/api/v1/gallery', {
      headers: { authorization: `Bearer ${account.token}` },
      data: { title, date: '2026-11-12', imageUrl: src },
    });
    expect(answer.status()).toBe(201);
    await page.reload();
    const used = mine.filter({ hasText: '300 × 200 px' });
    await expect(used.getByRole('link', { name: `Gallery: ${title}` })).toHaveAttribute(
      'href',
      /^\/admin\/gallery\?q=/,
    );
    await expect(used.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    await expectClean(page, 'the media');

    await page.getByRole('combobox', { name: 'Show' }).selectOption('Unused');
    await expect(mine).toHaveCount(1);
    await mine.getByRole('checkbox', { name: `Select ${number}` }).check();
    await page.getByRole('button', { name: 'Delete selected (1)' }).click();
    const asking = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this picture?' });
    await asking.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Picture deleted successfully')).toBeVisible();
    await expect(page.getByText('No pictures found matching your criteria.')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Show' })).toHaveValue('unused');
  });

  test('a picture above the quota of the day is refused with the reason', async ({
    office: page,
    account,
  }) => {
    await query(
      `insert into upload_quotas (caller, day, bytes)
       select 'account ' || id, (now() at time zone 'Africa/Kampala')::date, 500 * 1024 * 1024 from accounts where email = $1`,
      [account.email],
    );
    await page.goto('/admin/media');
    await page
      .getByRole('group', { name: 'New pictures' })
      .locator('input[type="file"]')
      .setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer: await drawnImage(page, 30, 20) });
    await expect(toast(page, /500 MB of pictures that you may upload in a day/)).toContainText(
      'Please go on tomorrow',
    );
  });
});
