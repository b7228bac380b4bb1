import { countCalls, holdAnswers } from '../answers.ts';
import { runUntil, stopClock } from '../clock.ts';
import { follow } from '../offline.ts';
import { expect, makeProgram, makeUnique, test } from '../story.ts';

test.use({ expectedInConsole: /404|ApiFailure/ });

test('refetches the list on a return after five minutes, not before', async ({ page, visit }) => {
  await page.clock.install();
  await visit('/registration-success');
  await stopClock(page);
  await follow(page, '/programs');
  await runUntil(page, () => page.getByRole('link', { name: 'Music & Guitar' }).isVisible());
  const calls = countCalls(page, 'GET', /\/api\/v1\/programs\/summaries$/);
  const comeBack = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

  await page.clock.fastForward('04:50');
  await comeBack();
  await page.clock.runFor(1000);
  expect(calls).toHaveLength(0);
  await page.clock.fastForward('00:20');
  await comeBack();
  await expect.poll(() => calls.length).toBe(1);
  expect(await calls[0]?.headerValue('authorization')).toBeNull();
});

test('a program that is gone shows its skeleton, then a 404 page, after one call', async ({
  page,
  visit,
  request,
  account,
}) => {
  const program = await makeProgram(request, account, { name: makeUnique('Soon gone') });
  await visit('/programs');
  await program.remove();
  const calls = countCalls(page, 'GET', /\/api\/v1\/programs\/\d+$/);
  const release = await holdAnswers(page, /\/api\/v1\/programs\/\d+/);
  // A pointer would load the program once before.
  await page.getByRole('link', { name: program.name }).dispatchEvent('click');
  await expect(page.getByRole('main').getByTestId('skeleton').first()).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Program not found');
  expect(calls).toHaveLength(1);
});
