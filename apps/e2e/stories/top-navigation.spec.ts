import { expect, test } from '../story.ts';

test('has eleven links in order, then Admin with a lock', async ({ page }) => {
  await page.goto('/');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const found = await links.evaluateAll((all) =>
    all.map((link) => [link.getAttribute('href'), link.textContent?.trim()]),
  );
  expect(found).toEqual([
    ['/', 'Home'],
    ['/about', 'About'],
    ['/programs', 'Programs'],
    ['/registration', 'Registration'],
    ['/coaches', 'Trainers'],
    ['/facilities', 'Facilities'],
    ['/news', 'News'],
    ['/gallery', 'Gallery'],
    ['/contact', 'Contact'],
    ['/faq', 'FAQ'],
    ['/videos', 'Videos'],
    ['/admin/login', 'Admin'],
  ]);
  await expect(links.first().locator('svg')).toBeVisible();
  await expect(links.last().locator('svg[class*="lock"]')).toBeVisible();
});

test('marks only the link of the current page, on every page', async ({ page }) => {
  const nav = page.getByRole('navigation', { name: 'Main' });
  const weight = (name: string) =>
    nav.getByRole('link', { name, exact: true }).evaluate((link) => getComputedStyle(link).fontWeight);
  for (const [path, label] of [
    ['/', 'Home'],
    ['/programs', 'Programs'],
    ['/programs/1', 'Programs'],
    ['/registration', 'Registration'],
  ] as const) {
    await page.goto(path);
    await expect(nav.locator('[aria-current]')).toHaveText([label]);
    await expect(nav.locator('[aria-current="page"]')).toHaveText([label]);
    expect(await weight(label)).not.toBe(await weight('Gallery'));
  }
});
