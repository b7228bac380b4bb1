import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { countPresses } from '../presses.ts';
import { type Product, startProduct } from '../product.ts';
import { expect, readPublic, test as story } from '../story.ts';
import { emptyFolder } from '../template.ts';
import { findToast } from '../toasts.ts';

const picture = resolve(import.meta.dirname, '../picture.jpg');

/** An installation without an account. */
const test = story.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture uses.
    async ({}, use, { workerIndex }) => {
      const dataDir = emptyFolder(`empty-${workerIndex}`);
      const product = await startProduct(dataDir);
      await use(product);
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test('a new office publishes its first program with at most 25 presses', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/admin/signup');
  const { press, type, choose, takeFile, presses, report } = countPresses();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await type(field('Email'), 'grace@institute.example');
  await type(field('Password'), 'kitenge-and-thread-9');
  await type(field('Confirm Password'), 'kitenge-and-thread-9');
  await press(page.getByRole('button', { name: 'Sign Up' }));

  const step = () =>
    page
      .getByRole('region', { name: 'First steps' })
      .getByRole('link', { name: /Publish your first program/ });
  await expect(step()).toHaveAccessibleName(/^To do: /);
  await press(step());
  await press(page.getByRole('button', { name: 'New Program' }));
  const form = page.getByRole('dialog', { name: 'Add New Program' });
  await type(form.getByLabel(/^Name/), 'Bee Keeping');
  await type(form.getByLabel(/^Description/), 'Learn to keep bees and to sell honey.');
  await choose(form.getByLabel('Category'), 'Training');
  await type(form.getByLabel(/^Duration/), '8 weeks');
  await type(form.getByLabel(/^Schedule/), 'Mon 9:00, Wed 9:00');
  await type(form.getByLabel(/^Price/), '250000');
  await takeFile(form.getByLabel('Choose a picture'), picture);
  await expect(form.getByLabel('Image URL')).toHaveValue(/^\/uploads\//);
  await press(form.getByRole('button', { name: 'Publish', exact: true }));
  await expect(findToast(page, 'Program created successfully')).toBeVisible();

  test.info().annotations.push({ type: 'first program', description: report() });
  expect(presses()).toBeLessThanOrEqual(25);
  const programs = await readPublic<{ name: string }[]>(request, '/programs?q=Bee+Keeping');
  expect(programs.map(({ name }) => name)).toEqual(['Bee Keeping']);
  await page.goto('/admin');
  await expect(step()).toHaveAccessibleName(/^Done: /);
});
