import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { countPresses } from '../presses.ts';
import { type Product, startProduct } from '../product.ts';
import { expect, test as story } from '../story.ts';
import { emptyFolder } from '../template.ts';
import { findToast } from '../toasts.ts';

const picture = resolve(import.meta.dirname, '../picture.jpg');

/** An installation without an account and without the demo. */
const test = story.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture uses.
    async ({}, use, { workerIndex }) => {
      const dataDir = emptyFolder(`own-${workerIndex}`);
      const product = await startProduct(dataDir, '', { SEED_DEMO: 'false' });
      await use(product);
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const programs = [
  ['Bee Keeping', 'Learn to keep bees and to sell honey.'],
  ['Welding', 'Join steel safely, and read a drawing.'],
  ['Baking', 'Bread and cakes, from flour to the stall.'],
] as const;
const demoWords = /Kampala Vocational|Ssebbowa|\+256 700 000 00|institute\.example|Example Bank|Old Kampala/;

test('a new office has its own published site, without an invented word, with at most 50 presses', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/admin/signup');
  const { press, type, takeFile, presses, report } = countPresses();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const save = async () => {
    await press(page.getByRole('button', { name: 'Save' }));
    await expect(page.getByText(/^Saved at /)).toBeVisible();
  };
  const goTo = (part: string) =>
    press(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: part }));
  await type(field('Email'), 'grace@mbale.ac.ug');
  await type(field('Password'), 'kitenge-and-thread-9');
  await type(field('Confirm Password'), 'kitenge-and-thread-9');
  await press(page.getByRole('button', { name: 'Sign Up' }));

  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toContainText('Texts of the site: 0 of 17 are yours');
  await press(steps.getByRole('link', { name: /Write the name and the phones/ }));
  await type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Mbale Trades Institute');
  await takeFile(page.getByLabel('Choose a picture'), picture);
  await expect(page.getByLabel('Image URL')).toHaveValue(/^\/uploads\//);
  await save();
  await expect(page).toHaveTitle(/ – Mbale Trades Institute$/);

  await goTo('Colours and pattern');
  await press(page.getByRole('button', { name: 'Navy and orange' }));
  await save();
  await goTo('Phones and addresses');
  await press(page.getByRole('button', { name: 'Add phone' }));
  await type(page.getByRole('textbox', { name: /^Phone 1/ }), '+256 772 123 456');
  await save();

  await press(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Programs' }));
  for (const [name, description] of programs) {
    await press(page.getByRole('button', { name: 'New Program' }));
    const form = page.getByRole('dialog', { name: 'Add New Program' });
    await type(form.getByLabel(/^Name/), name);
    await type(form.getByLabel(/^Description/), description);
    await type(form.getByLabel(/^Duration/), '8 weeks');
    await type(form.getByLabel(/^Schedule/), 'Mon 9:00, Wed 9:00');
    await type(form.getByLabel(/^Price/), '250000');
    await takeFile(form.getByLabel('Choose a picture'), picture);
    await expect(form.getByLabel('Image URL')).toHaveValue(/^\/uploads\//);
    await press(form.getByRole('button', { name: 'Publish', exact: true }));
    await expect(form).toBeHidden();
    await expect(findToast(page, 'Program created successfully').last()).toBeVisible();
  }

  test.info().annotations.push({ type: 'own site', description: report() });
  expect(presses()).toBeLessThanOrEqual(50);
  for (const path of ['/', '/programs', '/about', '/contact', '/faq', '/donations', '/alumni', '/fees']) {
    const answer = await request.get(path);
    expect(await answer.text(), path).not.toMatch(demoWords);
  }
  await page.goto('/');
  await expect(page).toHaveTitle(/Mbale Trades Institute/);
  for (const [name] of programs) await expect(page.getByText(name).first()).toBeVisible();
});
