import { expect, test } from '../story.ts';

test.use({ expectedInConsole: /404/ });

test('an unknown address is a 404 page in the layout of the site, with links to continue', async ({
  page,
}) => {
  for (const path of ['/no-such-page', '/programs/1/fees', '/registration/extra', '/a//b']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  }
});

test('the links of the 404 page work', async ({ page, visit }) => {
  await visit('/no-such-page');
  await page.getByRole('link', { name: 'Return Home' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('region', { name: 'Highlights' })).toBeVisible();
});

test('a 404 of the API is not an HTML page', async ({ request }) => {
  const answer = await request.get('/api/v1/nothing');
  expect(answer.status()).toBe(404);
  expect((await answer.json()).error.code).toBe('NOT_FOUND');
});
