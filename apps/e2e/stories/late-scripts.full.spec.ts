import { holdScripts } from '../answers.ts';
import { expect, test, untilHydrated } from '../story.ts';
import { translateAll } from '../translate.ts';
import { expectStill, watchShifts } from '../weight.ts';
import { expectStep, findButton } from '../wizard.ts';

test.use({ isLineSlow: true });

test('what is typed keeps its place while the scripts come, and brings them by itself after a reload', async ({
  page,
}) => {
  await page.addInitScript(watchShifts, true);
  const letCome = await holdScripts(page);
  await page.goto('/registration');
  const field = page.locator('main [name=firstName]');
  const caret = () => field.evaluate((input: HTMLInputElement) => input.selectionStart);
  await field.fill('Amina');
  await page.keyboard.press('ArrowLeft');
  letCome();
  await untilHydrated(page);
  await expect(field).toBeFocused();
  expect(await caret()).toBe(4);
  await page.keyboard.type('t');
  await expect(field).toHaveValue('Aminta');
  // The chat button folds beside a field
  await expectStill(page, '/registration');
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('registration-draft')))
    .toContain('Aminta');
  await page.reload();
  await untilHydrated(page);
  await expect(field).toHaveValue('Aminta');
});

test('a step that the server answered stays still when its scripts come', async ({ page }) => {
  await page.addInitScript(watchShifts, true);
  const letCome = await holdScripts(page);
  await page.goto('/registration');
  await findButton(page, 'Next').click();
  await expectStep(page, 'Program Selection');
  letCome();
  await untilHydrated(page);
  await expectStill(page, '/registration');
});

test('a page that a translator has changed keeps what is typed, and works as it was sent', async ({
  page,
}) => {
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translateAll})(false))`);
  const letCome = await holdScripts(page);
  await page.goto('/registration');
  const field = page.locator('main [name=firstName]');
  await field.click();
  await page.keyboard.type('Amina');
  letCome();
  await expect(page.locator('html')).not.toHaveClass(/scripted/);
  await expect(field).toHaveValue('Amina');
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
});
