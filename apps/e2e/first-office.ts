import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { makeOwner } from './owner.ts';
import { countPresses } from './presses.ts';
import { type Product, startProduct } from './product.ts';
import { expect, test } from './story.ts';
import { emptyFolder } from './template.ts';

export const picture = resolve(import.meta.dirname, 'picture.jpg');

/** Stories of an installation without an account. */
export const withoutAccount = (settings: Record<string, string> = {}) => startEmpty(settings);

/** Stories of an installation that has its owner and nothing else. */
export const withOwner = (settings: Record<string, string> = {}) => startEmpty(settings, makeOwner);

// A worker may run two parts of a file, so what is done once belongs here, not into a `beforeAll`
const startEmpty = (settings: Record<string, string>, prepare?: (origin: string) => Promise<void>) =>
  test.extend<object, { product: Product }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture uses.
      async ({}, use, { workerIndex }) => {
        const dataDir = emptyFolder(`empty-${workerIndex}`);
        const product = await startProduct(dataDir, '', settings);
        await prepare?.(product.url);
        await use(product);
        await product.stop();
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
      },
      { scope: 'worker', timeout: 300_000 },
    ],
  });

/** Counts the presses from the first account on. */
export async function signUp(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/admin/signup');
  const counted = countPresses();
  const { press, type, takeFile } = counted;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await type(field('Email'), 'grace@institute.example');
  await type(field('Password'), 'kitenge-and-thread-9');
  await type(field('Confirm Password'), 'kitenge-and-thread-9');
  await press(page.getByRole('button', { name: 'Sign Up' }));
  const form = page.getByRole('main');
  const writeProgram = async (name: string, description: string) => {
    await press(page.getByRole('button', { name: 'New Program' }));
    await type(form.getByLabel(/^Name/), name);
    await type(form.getByLabel(/^Description/), description);
    await type(form.getByLabel(/^Duration/), '8 weeks');
    await type(form.getByLabel(/^Schedule/), 'Mon 9:00, Wed 9:00');
    await type(form.getByLabel(/^Price/), '250000');
    await takeFile(form.getByLabel('Choose a picture'), picture);
    await expect(form.getByLabel('Image URL')).toHaveValue(/^\/uploads\//);
  };
  const publish = async () => {
    await press(form.getByRole('button', { name: 'Publish', exact: true }));
    await expect(page).toHaveURL(/\/admin\/programs\/\d+$/);
  };
  return {
    ...counted,
    steps: page.getByRole('region', { name: 'First steps' }),
    form,
    writeProgram,
    publish,
  };
}
