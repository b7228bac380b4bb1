import { expectClean } from '../axe.ts';
import { test } from '../story.ts';

for (const path of ['/', '/programs', '/programs/1', '/registration', '/contact', '/admin/login']) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await expectClean(page, path);
  });
}
