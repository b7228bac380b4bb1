import { countCalls } from '../answers.ts';
import { runUntil, stopClock } from '../clock.ts';
import { follow } from '../offline.ts';
import { expect, test } from '../story.ts';

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
