import { listLimits } from '@institute/contract/api.constants';
import type { Page } from '@playwright/test';
import { countCalls, failCalls, holdAnswers } from '../answers.ts';
import { expect, stored, test } from '../story.ts';

interface Program {
  id: number;
  name: string;
  description: string;
  category: string;
  price: number;
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const catalog = (page: Page) => region(page, 'All Programs');
const cards = (page: Page) =>
  catalog(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
const category = (page: Page) => catalog(page).getByRole('combobox', { name: 'Category', exact: true });
const search = (page: Page) => catalog(page).getByRole('searchbox', { name: 'Search' });

/** Clicks without a pointer, which would load the list before. */
const toPrograms = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: 'Explore Programs' })
    .evaluate((link: HTMLElement) => link.click());

test('starts with the core programs, activities, digital skills and the creative industry', async ({
  page,
}) => {
  await page.goto('/programs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(region(page, 'Core Programs').getByRole('heading', { level: 3 })).toHaveText([
    /Cosmetology.*Beauty Therapy/i,
    /Information Technology/i,
    /Fashion.*Garment Design/i,
  ]);
  for (const name of ['Additional Activities', 'Digital Skills', 'Creative Industry Programs']) {
    await expect(region(page, name).getByRole('heading', { name })).toBeVisible();
    await expect(region(page, name).getByRole('listitem').first()).toBeVisible();
  }
});

test('the category filter shows all programs, or only training, camps or clinics', async ({
  page,
  request,
  visit,
}) => {
  await visit('/programs');
  await expect(category(page)).toHaveValue('all');
  await expect(category(page).getByRole('option')).toHaveText(['All', 'Training', 'Camp', 'Clinic']);

  const demo = (await stored<Program[]>(request, '/programs')).filter(({ id }) => id <= 12);
  const names = (chosen: string) =>
    demo.filter((program) => chosen === 'all' || program.category === chosen).map(({ name }) => name);
  for (const chosen of ['training', 'camp', 'clinic', 'all']) {
    await category(page).selectOption(chosen);
    for (const { name } of demo) {
      const found = cards(page).getByRole('heading', { name, exact: true });
      await expect(found, `${name} under ${chosen}`).toHaveCount(names(chosen).includes(name) ? 1 : 0);
    }
    const address = new URL(page.url()).searchParams.get('category') ?? 'all';
    expect(address).toBe(chosen);
    // Other stories create programs meanwhile, even more than are shown at once.
    const found = catalog(page).getByRole('status');
    await expect(found).toHaveText(/^\d+ programs found$/);
    const total = Number.parseInt((await found.textContent()) ?? '', 10);
    await expect(cards(page)).toHaveCount(Math.min(total, listLimits.summaries));
  }
});

test('a card has image, name, short description, price and a link to its program', async ({
  page,
  request,
}) => {
  const programs = (await stored<Program[]>(request, '/programs')).filter(({ id }) => id <= 12);
  await page.goto('/programs');
  const cut = programs.filter(({ description }) => description.length > 150);
  const whole = programs.filter(({ description }) => description.length <= 150);
  expect([cut.length, whole.length, programs.filter(({ price }) => price <= 1).length]).not.toContain(0);

  for (const { id, name, description, price } of programs) {
    const card = cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(card.getByRole('img')).toHaveCount(1);
    await expect(card.getByRole('link', { name })).toHaveAttribute('href', `/programs/${id}`);
    await expect(card.getByText(price <= 1 ? 'Free' : `UGX ${price.toLocaleString('en')}`)).toBeVisible();
    const preview = description.length > 150 ? `${description.slice(0, 150)}...` : description;
    const text = await card.getByRole('paragraph').first().textContent();
    expect(text).toBe(preview);
  }
});

test('pressing anywhere on a card opens the program', async ({ page, visit }) => {
  await visit('/programs');
  const card = cards(page).first();
  const name = (await card.getByRole('heading').textContent()) ?? '';
  await card.click();
  await expect(page).toHaveURL(/\/programs\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('shows a message when nothing matches, with a link to all programs', async ({ page, visit }) => {
  await visit('/programs');
  await search(page).fill('beekeeping');
  await expect(catalog(page).getByText('No programs found matching your criteria.')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await catalog(page).getByRole('link', { name: 'Show all programs' }).click();
  await expect(cards(page)).not.toHaveCount(0);
  await expect(search(page)).toHaveValue('');
  await expect(catalog(page)).toBeFocused();
});

test('search and category are in the address and survive a reload', async ({ page, visit }) => {
  await visit('/programs');
  await search(page).fill('braiding');
  await category(page).selectOption('clinic');
  await expect(page).toHaveURL(/[?&]q=braiding/);
  await expect(page).toHaveURL(/[?&]category=clinic/);

  await page.reload();
  await expect(category(page)).toHaveValue('clinic');
  await expect(search(page)).toHaveValue('braiding');
  await expect(cards(page).getByRole('heading')).toHaveText(['Braiding & Barbering Clinic']);
  await expect(catalog(page).getByRole('status')).toHaveText('1 program found');
});

test('shows the next page with skeletons at once, then the programs', async ({ page, visit }) => {
  await visit('/registration-success');
  const release = await holdAnswers(page, /\/api\/v1\//);
  await toPrograms(page);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Registration Successful!');
  await expect(catalog(page).getByTestId('skeleton')).not.toHaveCount(0);
  release();
  await expect(cards(page)).not.toHaveCount(0);
  await expect(catalog(page).getByTestId('skeleton')).toHaveCount(0);
});

test('an inactive program is not shown', async ({ page, request }) => {
  await page.goto('/programs');
  await expect(cards(page)).not.toHaveCount(0);
  await expect(page.getByText('Small Business Clinic')).toHaveCount(0);
  const programs = await stored<Program[]>(request, '/programs');
  expect(programs.map(({ name }) => name)).not.toContain('Small Business Clinic');
});

test.describe('when a call fails', () => {
  test.use({ expectedInConsole: /Failed to load resource|ApiFailure/ });

  test('requests a failing list exactly twice, logs it, and can retry', async ({ page, visit }) => {
    await page.clock.install();
    const logged: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') logged.push(message.text());
    });
    await visit('/registration-success');
    const calls = countCalls(page, 'GET', /\/api\/v1\/programs\/summaries$/);
    await failCalls(page, /\/api\/v1\/programs/);
    await toPrograms(page);
    await expect.poll(() => calls.length).toBe(1);
    // The pause before the second try begins when the first has failed.
    await expect(async () => {
      await page.clock.fastForward(2000);
      await expect(catalog(page).getByRole('alert')).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.clock.fastForward(60_000);
    expect(calls).toHaveLength(2);
    expect(logged.some((text) => text.includes('ApiFailure'))).toBe(true);

    await page.unroute(/\/api\/v1\/programs/);
    await catalog(page).getByRole('button', { name: 'Retry' }).click();
    await expect(cards(page)).not.toHaveCount(0);
  });
});

test('refetches the list on a return after five minutes, not before', async ({ page, visit }) => {
  await page.clock.install();
  await visit('/registration-success');
  await toPrograms(page);
  await expect(cards(page)).not.toHaveCount(0);
  const calls = countCalls(page, 'GET', /\/api\/v1\/programs\/summaries$/);
  const comeBack = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

  await page.clock.fastForward('04:50');
  await comeBack();
  await page.clock.runFor(1000);
  expect(calls).toHaveLength(0);
  await page.clock.fastForward('00:20');
  await comeBack();
  await expect.poll(() => calls.length).toBe(1);
  await calls[0]?.response();
  expect(calls).toHaveLength(1);
  expect(await calls[0]?.headerValue('authorization')).toBeNull();
});
