import type { Page } from '@playwright/test';
import { holdAnswers } from '../answers.ts';
import { follow } from '../offline.ts';
import { expect, test } from '../story.ts';

// In each browser that runs the scripts, because each has its own words for a missing part
test.use({
  expectedInConsole:
    /could not be imported|Failed to load resource|ApiFailure|^Error$|Loading (?:failed for the )?module|a 'popover'/,
});

const parts = /\/assets\/.+\.js$/;

const markDocument = (page: Page) => page.evaluate(() => document.body.setAttribute('data-same', ''));

test('a part that the line cuts off is asked for again, and nothing is loaded anew', async ({ page, visit }, {
  project,
}) => {
  await visit('/');
  await markDocument(page);
  await page.route(parts, (route) => route.abort());
  await follow(page, '/faq');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Load the whole page' })).toHaveJSProperty('href', page.url());
  await expect(page.locator('body[data-same]')).toHaveCount(1);
  await page.unroute(parts);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();
  // Firefox and older Chromes never ask again for a missing part, so a press loads the page
  if (project.name === 'site') await expect(page.locator('body[data-same]')).toHaveCount(1);
});

test('a part that is gone after an update loads the page once', async ({ page, visit }) => {
  await visit('/');
  let isGone = true;
  await page.route(parts, async (route) => {
    if (!isGone) return route.continue();
    // The page asks in this way whether the part is gone
    if (route.request().method() === 'HEAD') isGone = false;
    return route.fulfill({ status: 404 });
  });
  const loaded = page.waitForEvent('load');
  await follow(page, '/faq');
  await loaded;
  await expect(page).toHaveURL(/\/faq$/);
  await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();
});

test('a part that is gone after an update throws away no page that is on its way', async ({
  page,
  visit,
}) => {
  await visit('/');
  const asked = Promise.withResolvers<void>();
  const leaving = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(parts, async (route) => {
    if (route.request().method() !== 'HEAD') return route.fulfill({ status: 404 });
    asked.resolve();
    await leaving.promise;
    // Firefox has stopped the question when the visitor leaves
    await route.fulfill({ status: 404 }).catch(() => undefined);
    answered.resolve();
  });
  const release = await holdAnswers(page, /\/contact$/);
  await follow(page, '/faq');
  await asked.promise;
  await page.evaluate(() => location.assign('/contact'));
  leaving.resolve();
  await answered.promise;
  await page.unroute(parts);
  release();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible();
});

test('a part that is still on its way throws away no page that is opened meanwhile', async ({
  page,
  visit,
}) => {
  await visit('/');
  let isHeld = true;
  const asked = Promise.withResolvers<void>();
  await page.route(parts, async (route) => {
    if (!isHeld) return route.continue();
    asked.resolve();
  });
  const release = await holdAnswers(page, /\/contact$/);
  await follow(page, '/faq');
  await asked.promise;
  await page.evaluate(() => location.assign('/contact'));
  isHeld = false;
  release();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible();
});
