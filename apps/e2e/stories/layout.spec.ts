import { expect, test } from '../story.ts';

test('a page has a sticky header above its heading, a footer, and a chat button in view', {
  tag: '@both-widths',
}, async ({ page }) => {
  await page.goto('/programs');
  const header = page.getByRole('banner');
  const top = async () => (await header.boundingBox())?.y;
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(await top()).toBe(0);

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  expect(await top()).toBe(0);
  const chat = page.getByRole('link', { name: 'Chat with us' });
  await expect(chat).toBeInViewport();
  await expect(chat).toHaveAttribute('target', '_blank');
});

test('Back sits bottom left, goes one step back, and leads home from a page opened directly', async ({
  page,
  visit,
  viewport,
}) => {
  const back = page.getByRole('button', { name: 'Back', exact: true });
  // Nothing is before a page that was opened directly.
  await visit('/programs');
  await back.click();
  await expect(page).toHaveURL(/\/$/);
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

test('the first Tab reaches a link to the content, and a new page focuses its heading', async ({
  page,
  visit,
}) => {
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
