import { signUp, withoutAccount } from '../first-office.ts';
import { expect, readPublic } from '../story.ts';
import { findToast } from '../toasts.ts';

const test = withoutAccount();

test('a new office publishes its first program with at most 25 presses', async ({ page, request }) => {
  const { press, choose, presses, report, steps, form, writeProgram, publish } = await signUp(page);
  const step = steps.getByRole('link', { name: /Publish your first program/ });
  await expect(step).toHaveAccessibleName(/^To do: /);
  await press(step);
  await writeProgram('Bee Keeping', 'Learn to keep bees and to sell honey.');
  await choose(form.getByLabel('Category'), 'Training');
  await publish();
  await expect(findToast(page, 'Program created successfully')).toBeVisible();

  test.info().annotations.push({ type: 'first program', description: report() });
  expect(presses()).toBeLessThanOrEqual(25);
  const programs = await readPublic<{ name: string }[]>(request, '/programs?q=Bee+Keeping');
  expect(programs.map(({ name }) => name)).toEqual(['Bee Keeping']);
  await page.goto('/admin');
  await expect(step).toHaveAccessibleName(/^Done: /);
});
