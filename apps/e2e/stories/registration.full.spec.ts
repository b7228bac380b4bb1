import { expectClean } from '../axe.ts';
import { expect, test } from '../story.ts';
import { findButton, findField, goOn, steps } from '../wizard.ts';

test('with large text on a narrow phone the buttons of every step are whole', async ({ page, visit }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit('/registration');
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  for (const title of steps) {
    await goOn(page, title);
    for (const name of ['Previous', title === 'Review & Submit' ? 'Submit' : 'Next']) {
      await findButton(page, name).scrollIntoViewIfNeeded();
      await expect(findButton(page, name)).toBeInViewport({ ratio: 1 });
    }
  }
});

test('axe finds nothing in the choice of an intake', async ({ page, visit }) => {
  await visit('/registration');
  await goOn(page, 'Program Selection');
  await findField(page, 'Program').selectOption({ label: 'Music & Guitar' });
  await expect(page.getByRole('group', { name: 'Intake' }).getByRole('radio').first()).toBeVisible();
  await expectClean(page, 'the intakes');
});
