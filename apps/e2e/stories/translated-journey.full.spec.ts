import type { Page } from '@playwright/test';
import { expect, test } from '../story.ts';
import { translateAll } from '../translate.ts';

const journey = ['/about', '/programs', '/news', '/gallery', '/faq'];
const texts = async (page: Page) => (await page.getByRole('main').allInnerTexts()).join();

test('a translated page survives 20 navigations without losing a text', async ({ page, visit }) => {
  // Waits inside the page, because asking for the address from outside takes half as long as a navigation.
  const go = (path: string) =>
    page
      .locator(`nav[aria-label="Main"] a[href="${path}"]`)
      .first()
      .evaluate(async (link: HTMLElement, to) => {
        link.click();
        while (location.pathname !== to) await new Promise(requestAnimationFrame);
      }, path);
  await visit('/contact');
  const title = page.getByRole('heading', { level: 1 });
  const words = new Map<string, string>();
  let before = await title.innerText();
  for (const path of journey) {
    await go(path);
    await expect(title).not.toHaveText(before);
    await expect(page.getByTestId('skeleton')).toHaveCount(0);
    // The size of the document comes with an answer of its own
    if (path === '/about') await expect(page.getByRole('main')).toContainText(/PDF, \d+ kB/);
    before = await title.innerText();
    words.set(path, await texts(page));
  }
  await page.evaluate(translateAll, false);
  for (let change = 0; change < 20; change += 1) {
    const path = journey[change % journey.length] ?? '/';
    await go(path);
    await expect.poll(() => texts(page), path).toBe(words.get(path));
  }
  expect(await page.locator('main font').count()).toBeGreaterThan(0);
});
