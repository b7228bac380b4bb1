import type { Locator } from '@playwright/test';
import { expect, stored, test } from '../story.ts';

const pages = ['/', '/programs', '/programs/1', '/registration', '/registration-success'];

const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;

test.describe('every page', () => {
  for (const path of pages) {
    test(`${path} has a sticky header with the brand, and the footer, and is as wide as the screen`, {
      tag: '@both-widths',
    }, async ({ page, viewport }) => {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport?.width);
      const header = page.getByRole('banner');
      const main = page.getByRole('main');
      const footer = page.getByRole('contentinfo');

      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await top(header)).toBeLessThan(await top(main));
      expect(await top(main)).toBeLessThan(await top(footer));

      await footer.scrollIntoViewIfNeeded();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
      expect(await top(header)).toBe(0);
      await expect(header.getByRole('link', { name: 'Kampala Vocational Institute' })).toHaveAttribute(
        'href',
        '/',
      );

      await expect(page.getByRole('link', { name: 'Chat with us' })).toBeInViewport();
      await expect(page.getByRole('button', { name: 'Back', exact: true })).toHaveCount(path === '/' ? 0 : 1);
    });
  }
});

test('Back sits bottom left, goes exactly one step back, and is not on the home page', {
  tag: '@both-widths',
}, async ({ page, visit, viewport }) => {
  const back = page.getByRole('button', { name: 'Back', exact: true });
  await visit('/');
  await expect(back).toHaveCount(0);

  await page.getByRole('main').getByRole('link', { name: 'Explore Programs' }).click();
  await page.getByRole('region', { name: 'All Programs' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/programs\/\d+$/);
  const box = await back.boundingBox();
  expect(box?.x).toBeLessThan(40);
  expect((viewport?.height ?? 0) - (box?.y ?? 0)).toBeLessThan(90);

  await back.click();
  await expect(page).toHaveURL(/\/programs$/);
  await back.click();
  await expect(page).toHaveURL(/\/$/);
  await expect(back).toHaveCount(0);
});

test('Back leads home when the page was opened directly', async ({ page, visit }) => {
  await visit('/programs');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the green button at the bottom right links to a chat with a greeting', async ({
  page,
  request,
  viewport,
}) => {
  type Site = { institute: { chatPhone: string; chatGreeting: string } };
  const { institute } = await stored<Site>(request, '/site');
  await page.goto('/programs');
  const chat = page.getByRole('link', { name: 'Chat with us' });

  const address = new URL((await chat.getAttribute('href')) ?? '');
  expect(address.origin + address.pathname).toBe(`https://wa.me/${institute.chatPhone.replace(/\D/g, '')}`);
  expect(address.searchParams.get('text')).toBe(institute.chatGreeting);
  await expect(chat).toHaveAttribute('target', '_blank');

  const box = await chat.boundingBox();
  expect((viewport?.width ?? 0) - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40);
  const colour = await chat.evaluate((link) => getComputedStyle(link).backgroundColor);
  const [red = 0, green = 0, blue = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
  expect(green).toBeGreaterThan(Math.max(red, blue));
});

test('the top navigation replaces the menu button at the large breakpoint', async ({ page, visit }) => {
  await visit('/programs');
  const menu = page.getByRole('button', { name: 'Open menu' });
  const nav = page.getByRole('navigation', { name: 'Main' });

  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(menu).toBeVisible();
  await expect(nav).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(menu).toBeHidden();
  await expect(nav).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(1024);
});

test('the first Tab reaches a link to the content, and a new page focuses its heading', {
  tag: '@both-widths',
}, async ({ page, visit }) => {
  await visit('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('main').getByRole('link', { name: 'Explore Programs' }).click();
  await expect(page).toHaveURL(/\/programs$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
