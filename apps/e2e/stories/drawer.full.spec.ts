import { expectClean } from '../axe.ts';
import { expect, test } from '../story.ts';

test('the menu opens from the left, its links come one by one, and each closes it', async ({
  page,
  visit,
}) => {
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const items = drawer.getByRole('listitem');
  const delays = () =>
    items.evaluateAll((all) => all.map((item) => Number.parseFloat(getComputedStyle(item).animationDelay)));
  await visit('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(drawer.getByText('Menu', { exact: true })).toBeVisible();
  await expect.poll(async () => await drawer.boundingBox()).toMatchObject({ x: 0, y: 0, width: 288 });
  await expect(items).toHaveCount(13);
  for (const [index, delay] of (await delays()).entries()) expect(delay).toBeCloseTo(index * 0.1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(new Set(await delays())).toEqual(new Set([0]));
  await expectClean(page, 'menu');

  const register = drawer.getByRole('link', { name: 'Register Now' });
  expect((await register.boundingBox())?.width).toBeGreaterThan(240);
  await register.click();
  await expect(page).toHaveURL(/\/registration$/);
  await expect(drawer).toHaveCount(0);
});

test('Escape and Back close the menu, and the next Back leaves the page', async ({ page, visit }) => {
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const menu = page.getByRole('button', { name: 'Open menu' });
  const open = async () => {
    await menu.click();
    // The history entry follows within milliseconds, and a test is faster than a thumb.
    await expect.poll(() => page.evaluate(() => Boolean(history.state?.overlay))).toBe(true);
  };
  await visit('/');
  await open();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(menu).toBeFocused();
  await open();
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);

  await open();
  await drawer.getByRole('link', { name: 'News', exact: true }).click();
  await expect(page).toHaveURL(/\/news$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(drawer).toHaveCount(0);
});
