import { expect, test } from '../story.ts';
import { expectLight, listWeights, sumBytes, weigh, weighFirstView } from '../weight.ts';

test('the home page is light, contacts no other host and does not shift', async ({ browser, baseURL }) => {
  await expectLight(browser, String(baseURL), '/');
});

test('a second visit of the home page takes under 40 kB', async ({ page, visit }) => {
  const weights = await weigh(page);
  await visit('/');
  await weighFirstView(page, weights);
  await page.goto('about:blank');
  weights.length = 0;
  await visit('/');
  const secondView = await weighFirstView(page, weights);
  expect(sumBytes(secondView), listWeights(secondView)).toBeLessThan(40_000);
});
