import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
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
    ['Partners', 'Partner 3', 'Name'],
    ['Phones and addresses', undefined, 'Address'],
    ['Opening hours', 'Line of hours 1', 'Days'],
    ['Headings', undefined, 'Heading'],
    ['Programs page', 'Core program 1', 'Title'],
    ['Testimonials', 'Testimonial 1', 'Name'],
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
  const shows = (part: string) =>
    expect(preview(page).getByRole('region', { name: part }).first()).toBeInViewport({ ratio: 0.1 });
  for (const [section, field, part] of [
    ['Phones and addresses', page.getByLabel('Address', { exact: true }), 'Location'],
    [
      'Opening hours',
      page.getByRole('group', { name: 'Line of hours 1' }).getByLabel('Days'),
      'Opening hours',
    ],
    ['Name and logo', page.getByLabel('Founded in'), 'In numbers'],
    [
      'Programs page',
      page.getByRole('group', { name: 'Digital skill 1' }).getByLabel('Title'),
      'Digital Skills',
    ],
    ['Facilities page', page.getByRole('group', { name: 'Technology 1' }).getByLabel('Title'), 'Technology'],
    ['About', page.getByLabel('Text', { exact: true }), 'About Kampala'],
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
