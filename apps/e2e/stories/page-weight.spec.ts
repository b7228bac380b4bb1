import { gotoIdle, untilIdle } from '../network-idle.ts';
import { expect, test } from '../story.ts';
import { expectLight, listed, sum, weigh } from '../weight.ts';

test('the home page is light, contacts no other host and does not shift', async ({ browser, baseURL }) => {
  await expectLight(browser, String(baseURL), '/');
});

test('a second visit of the home page takes under 40 kB', async ({ page, visit }) => {
  await untilIdle(page, () => visit('/'));
  await page.goto('about:blank');
  const weights = await weigh(page);
  await gotoIdle(page, '/');
  expect(weights.length).toBeGreaterThan(0);
  expect(sum(weights), listed(weights)).toBeLessThan(40_000);
});
