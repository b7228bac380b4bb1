import type { Page } from '@playwright/test';
import { countCalls, holdAnswers } from '../answers.ts';
import { expect, makeProgram, stored, test } from '../story.ts';

interface Program {
  id: number;
  name: string;
  description: string;
  category: string;
  duration: string;
  schedule: string;
  price: number;
  maxParticipants: number;
}

const facts = (page: Page) => page.getByRole('complementary', { name: 'At a glance' });
const fact = (page: Page, name: string) =>
  facts(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
const named = async (request: Parameters<typeof stored>[0], name: string) => {
  const program = (await stored<Program[]>(request, '/programs')).find((one) => one.name === name);
  if (!program) throw new Error(`no program ${name}`);
  return program;
};

test('a program page shows name, category, description and facts', async ({ page, request }) => {
  const program = await named(request, 'Cosmetology & Beauty Therapy');
  await page.goto(`/programs/${program.id}`);
  const main = page.getByRole('main');

  await expect(main.getByRole('heading', { level: 1 })).toHaveText(program.name);
  await expect(main.locator('header').getByText('Training')).toBeVisible();
  await expect(main.getByRole('img').first()).toBeVisible();
  await expect(main.getByRole('link', { name: 'Back to programs' })).toHaveAttribute('href', '/programs');

  expect(program.description.split('\n').length).toBeGreaterThan(3);
  const story = main.getByRole('article').getByRole('paragraph').filter({ hasText: 'You will learn' });
  expect(await story.textContent()).toBe(program.description);
  await expect(story).toHaveCSS('white-space', /^pre/);

  await expect(fact(page, 'Duration')).toHaveText('24 weeks');
  await expect(fact(page, 'Schedule').getByRole('listitem')).toHaveText(
    program.schedule.split(',').map((chip) => chip.trim()),
  );
  await expect(fact(page, 'Price')).toHaveText('UGX 1,500,000');
  await expect(facts(page)).toContainText('24 students');
  await expect(fact(page, 'Category')).toHaveText('Training');
});

test('a program that costs 1 or less is Free', async ({ page, request }) => {
  const { id } = await named(request, 'Holiday Coding Camp');
  await page.goto(`/programs/${id}`);
  await expect(fact(page, 'Price')).toHaveText('Free');
});

test('Register Now leads to the registration for this program', async ({ page, request, visit }) => {
  const { id } = await named(request, 'Music & Guitar');
  await visit(`/programs/${id}`);
  await facts(page).getByRole('link', { name: 'Register Now' }).click();
  await expect(page).toHaveURL(`/registration?program=${id}`);
});

test('Similar Programs shows up to three others of the same category', async ({ page, request, visit }) => {
  const programs = await stored<Program[]>(request, '/programs');
  const { id, name, category } = await named(request, 'Cosmetology & Beauty Therapy');
  await visit(`/programs/${id}`);
  const similar = page.getByRole('region', { name: 'Similar Programs' });
  await expect(similar.getByRole('heading', { level: 2 })).toHaveText('Similar Programs');
  const names = await similar.getByRole('heading', { level: 3 }).allTextContents();
  expect(names).toHaveLength(3);
  expect(names).not.toContain(name);
  const alike = programs.filter((program) => program.category === category).map((program) => program.name);
  for (const one of names) expect(alike).toContain(one);

  await similar.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[0] ?? '');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('shows a skeleton while the program is loading', async ({ page, visit }) => {
  await visit('/programs');
  const release = await holdAnswers(page, /\/api\/v1\/programs\/\d+/);
  await page.getByRole('region', { name: 'All Programs' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/programs\/\d+$/);
  await expect(page.getByRole('main').getByTestId('skeleton').first()).toBeVisible();
  await expect(facts(page)).toHaveCount(0);
  release();
  await expect(facts(page)).toBeVisible();
});

test.describe('a missing program', () => {
  test.use({ expectedInConsole: /404|ApiFailure: Program not found/ });

  test('its address, and one without a number, is a 404 page', async ({ page }) => {
    for (const id of ['999999', '0', 'abc', '99999999999']) {
      const answer = await page.goto(`/programs/${id}`);
      expect(answer?.status(), id).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Program not found');
      await expect(page).toHaveTitle(/Program not found/);
      await expect(page.getByRole('contentinfo')).toBeVisible();
    }
  });

  test('the same after a link within the site', async ({ page, visit, request, account }) => {
    const program = await makeProgram(request, account, { name: `Soon gone ${Date.now()}` });
    await visit('/programs');
    await program.remove();

    const calls = countCalls(page, 'GET', /\/api\/v1\/programs\/\d+$/);
    // A pointer would load the program once before.
    await page.getByRole('link', { name: program.name }).evaluate((link: HTMLElement) => link.click());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Program not found');
    expect(calls).toHaveLength(1);
  });
});
