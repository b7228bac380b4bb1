import { expectClean } from '../axe.ts';
import { expect, test } from '../story.ts';

test('colours reach the office and the next page at once, and axe finds nothing', async ({
  page,
  office,
}) => {
  const chooseColours = async (pair: string, ground: string) => {
    await office.goto('/admin/site?section=look');
    await office.getByRole('button', { name: pair }).click();
    const save = office.getByRole('button', { name: 'Save' });
    await save.click();
    await expect(save).toHaveCSS('background-color', ground);
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const yellow = 'rgb(255, 210, 63)';
  await chooseColours('Yellow and blue', yellow);
  await expectClean(office, 'the office in yellow and blue');
  for (const path of ['/', '/donations']) {
    await page.goto(path);
    await expect(page.locator('main .bg-green-ground').first()).toHaveCSS('background-color', yellow);
    await expectClean(page, `${path} in yellow and blue`);
  }
  await chooseColours('Green and gold', 'rgb(15, 90, 67)');
});
