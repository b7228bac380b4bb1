import { resolve } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectClean } from '../axe.ts';
import { expect, readPublic, test } from '../story.ts';
import { findToast } from '../toasts.ts';

// The server refuses to overwrite the change of a second editor.
test.use({ expectedInConsole: /Failed to load resource|TRPCClientError/ });

const pdf = resolve(import.meta.dirname, '../../web/public/documents/about.pdf');

const goTo = (page: Page, section: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click();
const preview = (page: Page) => page.getByRole('figure', { name: 'Preview' }).frameLocator('iframe');

test('each preview follows the typed values, and leaving asks before they are lost', async ({
  office: page,
}) => {
  await page.goto('/admin/site?section=slides');
  const title = page.getByRole('group', { name: 'Slide 2' }).getByLabel('Title', { exact: true });
  const before = await title.inputValue();
  await title.fill('A slide that nobody has seen');
  await expect(preview(page).getByText('A slide that nobody has seen')).toBeVisible();
  await goTo(page, 'Partners');
  const asking = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(title).toHaveValue('A slide that nobody has seen');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await asking.getByRole('button', { name: 'Discard' }).click();
  await expect(title).toHaveValue(before);

  for (const [section, group, label] of [
    ['Phones and addresses', undefined, 'Address'],
    ['Programs page', 'Core program 1', 'Title'],
  ] as const) {
    await goTo(page, section);
    await expect(page.getByRole('form', { name: section })).toBeVisible();
    const fields = group ? page.getByRole('group', { name: group }) : page.getByRole('form');
    await fields.getByRole('textbox', { name: label, exact: true }).first().fill(`Typed for ${section}`);
    await expect(preview(page).getByText(`Typed for ${section}`).first(), section).toBeVisible();
    await expectClean(page, section);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await asking.getByRole('button', { name: 'Discard' }).click();
  }
});

test('the preview shows the part of the page that the field changes', async ({ office: page }) => {
  await page.goto('/admin/site?section=institute');
  const shows = async (part: string) => {
    await expect(preview(page).getByRole('region', { name: part }).first()).toBeInViewport({ ratio: 0.1 });
    // The router reports a page that is left while it comes alive
    await expect(preview(page).locator('html[data-hydrated]')).toHaveCount(1);
  };
  for (const [section, field, part] of [
    ['Phones and addresses', page.getByLabel('Address', { exact: true }), 'Location'],
    ['Name and logo', page.getByLabel('Founded in'), 'In numbers'],
  ] as const) {
    await goTo(page, section);
    await field.focus();
    await shows(part);
  }
  await goTo(page, 'Headings');
  await page.getByLabel('After a registration').focus();
  await expect(preview(page).getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
});

test('the owner uploads the document of the page About, which opens there', async ({
  ownersOffice: page,
  request,
}) => {
  const { institute } = await readPublic<{ institute: object }>(request, '/site');
  await page.goto('/admin/site?section=map');
  const field = page.getByRole('group', { name: 'About document' });
  await field.getByLabel('Choose a PDF').setInputFiles(pdf);
  await expect(findToast(page, 'Document uploaded successfully')).toBeVisible();
  await expect(field.getByRole('link', { name: 'about.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(findToast(page, 'Site updated successfully')).toBeVisible();

  await page.goto('/about');
  const open = page.getByRole('link', { name: 'Open the document' });
  await expect(open).toHaveAttribute('href', /^\/uploads\/[\da-f]{32}-pdf\/about\.pdf$/);
  const answer = await request.get((await open.getAttribute('href')) ?? '');
  expect(answer.headers()).toMatchObject({ 'content-type': 'application/pdf' });

  // Other stories read the document of the demo
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  expect((await request.put('/api/v1/site', { headers, data: { institute } })).status()).toBe(200);
});

test('on a small phone each part has room, and its preview opens above the buttons', async ({
  office: page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/admin/site');
  const parts = page.getByLabel('Section', { exact: true });
  for (const part of await parts.getByRole('option').allTextContents()) {
    await parts.selectOption(part);
    await expect(page.getByRole('form', { name: part, exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), part).toBe(360);
  }
  await parts.selectOption('Phones and addresses');
  const greeting = page.getByLabel('Chat greeting');
  await greeting.focus();
  await expect(page.getByRole('figure', { name: 'Preview' })).toBeHidden();
  await page.getByRole('button', { name: 'Preview' }).press('Enter');
  await expect(page.getByRole('figure', { name: 'Preview' })).toBeInViewport({ ratio: 1 });
  await greeting.focus();
  await expect(greeting).toBeInViewport({ ratio: 1 });
});

const SIDE = 300;
const red = '#c02020';
const green = '#20a020';
const blue = '#2020c0';

/** Three squares side by side. */
async function drawSquares(): Promise<Buffer> {
  const square = (background = '') =>
    sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
      .png()
      .toBuffer();
  const [left, right] = await Promise.all([square(red), square(blue)]);
  return sharp({ create: { width: 3 * SIDE, height: SIDE, channels: 3, background: green ?? '' } })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: 2 * SIDE, top: 0 },
    ])
    .png()
    .toBuffer();
}

/** Which of the squares the served icon shows, from its left to its right edge. */
async function readIcon(request: APIRequestContext): Promise<string[]> {
  const file = await (await request.get('/icons/icon-192.png')).body();
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return [0.05, 0.5, 0.95].map((share) => {
    const at = ((info.height / 2) * info.width + Math.floor(share * info.width)) * info.channels;
    const isStrong = [...data.subarray(at, at + 3)].map((colour) => colour > 128);
    return ['red', 'green', 'blue'].filter((_, channel) => isStrong[channel]).join(' and ');
  });
}

test('the icon is the part of a wide picture that the office chose with keys or by pointer', async ({
  office: page,
  request,
}) => {
  await page.goto('/admin/site?section=institute');
  const icon = page.getByRole('group', { name: 'Icon' });
  const open = page.getByRole('button', { name: 'Crop the icon' });
  const dialog = page.getByRole('dialog', { name: 'Crop the icon' });
  const across = dialog.getByRole('slider', { name: 'Left or right' });
  const chooseWide = async () => {
    const wide = { name: 'wide.png', mimeType: 'image/png', buffer: await drawSquares() };
    await icon.getByLabel('Choose a picture').setInputFiles(wide);
    await expect(icon.getByLabel('Image URL')).toHaveValue(/-900x300-/);
  };
  const useAndSave = async () => {
    await dialog.getByRole('button', { name: 'Use as icon' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(icon.getByLabel('Image URL')).toHaveValue(/-512x512-/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  const shown = () => expect.poll(() => readIcon(request));

  await chooseWide();
  await open.press('Enter');
  await expect(dialog.getByRole('slider', { name: 'Up or down' })).toBeDisabled();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await expect(icon.getByLabel('Image URL')).toHaveValue(/-900x300-/);

  await page.keyboard.press('Enter');
  await across.press('End');
  await useAndSave();
  await shown().toEqual(['blue', 'blue', 'blue']);

  await chooseWide();
  await open.click();
  const { x, y, width, height } = (await across.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(across).toHaveValue('0');
  await useAndSave();
  await shown().toEqual(['red', 'red', 'red']);

  await icon.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await shown().not.toEqual(['red', 'red', 'red']);
});
