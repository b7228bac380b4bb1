import type { Locator } from '@playwright/test';
import { expect, test } from '../story.ts';

test('a page has a sticky header above its heading, a footer, and a chat button in view', async ({
  page,
}) => {
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

test('on a phone held sideways nothing stays over the page', async ({ page, visit }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await visit('/programs');
  const chat = page.getByRole('link', { name: 'Chat with us' });
  await expect(chat).not.toBeInViewport();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await expect(chat).toBeInViewport();
});

test('Chat and Back have their words and cover nothing at the end of a page', async ({ page, visit }) => {
  const pills = [
    page.getByRole('link', { name: 'Chat with us' }),
    page.getByRole('button', { name: 'Back', exact: true }),
  ];
  for (const path of ['/programs', '/registration']) {
    await visit(path);
    // A folded pill shows 48 px, so a nearer label would look out of it
    for (const pill of pills) expect(await measureLabel(pill)).toBeGreaterThanOrEqual(48);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    for (const pill of pills) {
      await expect(pill).toBeInViewport({ ratio: 1 });
      await expect
        .poll(() => pill.evaluate((one) => one.hasAttribute('data-folded')), 'room for the words')
        .toBe(false);
      expect((await pill.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      const covered = await pill.evaluate((one) => {
        const mine = one.getBoundingClientRect();
        return [...document.querySelectorAll(':is(main, footer) :is(a, button, input, p, address, h2)')]
          .filter((other) => {
            const { left, right, top, bottom } = other.getBoundingClientRect();
            return left < mine.right && right > mine.left && top < mine.bottom && bottom > mine.top;
          })
          .map(({ textContent }) => textContent);
      });
      expect(covered, path).toEqual([]);
    }
  }
});

/** Pixels from the icon's edge to the label. */
const measureLabel = (pill: Locator) =>
  pill.evaluate((one) => {
    const mine = one.getBoundingClientRect();
    const label = one.querySelector('span')?.getBoundingClientRect();
    return Math.round(Math.max((label?.left ?? 0) - mine.left, mine.right - (label?.right ?? 0)));
  });

test('on a phone the first card of a list stands in the first view, and the drawer does not move in', async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [path, card] of [
    ['/programs', '#catalog li'],
    ['/news', '#articles article'],
    ['/gallery', '#items li'],
  ] as const) {
    await visit(path);
    const top = (await page.locator(card).first().boundingBox())?.y;
    expect(top, path).toBeLessThan(640 - 48);
  }
  const left = await page.getByRole('button', { name: 'Open menu' }).evaluate(async (button: HTMLElement) => {
    button.click();
    await new Promise(requestAnimationFrame);
    return document.getElementById('menu')?.getBoundingClientRect().x;
  });
  expect(left).toBe(0);
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

test('the picture of the first article fills its card beside long words', async ({ page, visit }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit('/news?q=collections');
  const card = page.getByRole('main').getByRole('article');
  const heights = await card.evaluate((element) => [
    element.clientHeight,
    element.querySelector('picture')?.getBoundingClientRect().height,
  ]);
  expect(heights[1]).toBeCloseTo(heights[0] ?? 0, 0);
});
