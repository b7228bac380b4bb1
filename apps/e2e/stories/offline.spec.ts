import { follow, revisit } from '../offline.ts';
import { expect, hydrated, test } from '../story.ts';

test.use({
  serviceWorkers: 'allow',
  expectedInConsole: /Failed to load resource|Failed to fetch|ApiFailure|ERR_INTERNET_DISCONNECTED/,
});

test('offline, visited pages open by address and by link, and an offline page for the rest', async ({
  page,
  context,
  visit,
}) => {
  await revisit(page, '/faq');
  await visit('/faq');
  await follow(page, '/about');
  await expect(page).toHaveURL('/about');
  await expect
    .poll(() => page.evaluate(() => caches.match('/about', { ignoreVary: true }).then(Boolean)))
    .toBe(true);

  await context.setOffline(true);
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
  await hydrated(page);
  await follow(page, '/faq');
  await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();
  const offline = page.getByRole('heading', { level: 1, name: 'You are offline' });
  await follow(page, '/news');
  await expect(offline).toBeVisible();
  await expect(page).toHaveURL('/news');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();
  await page.goto('/facilities');
  await expect(offline).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page).toHaveURL('/facilities');
});
