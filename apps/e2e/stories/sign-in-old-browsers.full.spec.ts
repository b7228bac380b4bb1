import { expect, test } from '../story.ts';

const needed = 'The office needs Chrome 109, Firefox 115 or Safari 16.';

test('a browser that is too old for the office reads which ones it needs', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, 'toReversed');
    Reflect.deleteProperty(window, 'MathMLElement');
  });
  for (const path of ['/admin/login', '/admin']) {
    await page.goto(path);
    await page.waitForLoadState();
    await expect(page.getByText(needed)).toBeVisible();
    await expect(page.getByRole('status')).toBeHidden();
  }
});

test('Chrome 109 may enter the office', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toReversed'));
  await page.goto('/admin/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText(needed)).toBeHidden();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the sign-in page says what the office needs', async ({ page }) => {
    await page.goto('/admin/login');
    await expect(page.getByText(needed)).toBeVisible();
    await expect(page.getByRole('status')).toBeHidden();
  });
});
