import type { Page } from '@playwright/test';
import { expect } from './story.ts';

// The screen that imports lines of payments and of people

export const findPreview = (page: Page) => page.getByRole('region', { name: 'Preview' });

export async function previewText(page: Page, text: string) {
  await page.getByLabel('Lines', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(findPreview(page)).toBeVisible();
}

/** Presses the button that stores what is shown. */
export async function store(page: Page, label: string, done: string) {
  await page.getByRole('button', { name: label, exact: true }).click();
  await expect(page.getByRole('main').getByText(done, { exact: true })).toBeVisible();
  await expect(findPreview(page)).toHaveCount(0);
  await expect(page.getByLabel('Lines', { exact: true })).toHaveValue('');
}
