import { expectClean } from '../axe.ts';
import { test } from '../story.ts';

test('axe finds nothing on six pages', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/programs', '/programs/1', '/registration', '/contact', '/admin/login']) {
    await page.goto(path);
    await expectClean(page, path);
  }
});
