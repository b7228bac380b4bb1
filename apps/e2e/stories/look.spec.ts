import { expectClean } from '../axe.ts';
import { expect, test } from '../story.ts';

test('colours reach the office and the next page at once, and axe finds nothing with two pairs', async ({
  page,
  office,
}) => {
  const chooseColours = async (pair: string, ground: string) => {
    await office.goto('/admin/site?section=look');
    await office.getByRole('button', { name: pair }).click();
    const save = office.getByRole('button', { name: 'Save' });
    await save.click();
    await expect(save).toHaveCSS('background-color', ground);
    await expectClean(office, `the office in ${pair}`);
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await office.emulateMedia({ reducedMotion: 'reduce' });
  for (const [pair, ground] of [
    ['Yellow and blue', 'rgb(255, 210, 63)'],
    ['Dark red and teal', 'rgb(143, 29, 46)'],
  ] as const) {
    await chooseColours(pair, ground);
    for (const path of ['/', '/programs/1', '/donations', '/contact']) {
      await page.goto(path);
      await expect(page.locator('main .bg-green-ground').first()).toHaveCSS('background-color', ground);
      await expectClean(page, `${path} in ${pair}`);
    }
  }
  await chooseColours('Green and gold', 'rgb(15, 90, 67)');
});
