import { expectClean } from '../axe.ts';
import { expect, test } from '../story.ts';

test.use({ serviceWorkers: 'allow', expectedInConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED/ });

test('a call can be found and read, also without a connection after the first visit', async ({
  page,
  context,
}) => {
  await page.goto('/docs/api');
  const search = page.getByLabel('Search the calls');
  await search.fill('no such call');
  await expect(page.getByText('No call has these words.')).toBeVisible();
  // The other calls stay hidden, so that axe has less to read.
  await search.fill('get programs/{id}');
  await expect(page.getByText('2 calls', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'GET /programs/{id}', exact: true }).click();
  await expect(page.getByRole('group', { name: 'curl' }).filter({ visible: true })).toContainText(
    '/api/v1/programs/1',
  );
  await expectClean(page, 'a call');

  const isKept = () =>
    page.evaluate(async () => {
      const addresses = [
        '/docs/api',
        '/docs/api/reference.js',
        '/docs/api/reference.css',
        '/api/v1/openapi.json',
      ];
      const found = await Promise.all(
        addresses.map((address) => caches.match(address, { ignoreVary: true })),
      );
      return found.every(Boolean);
    });
  await expect.poll(isKept).toBe(true);
  await context.setOffline(true);
  await page.goto('/docs/api#posts.list');
  await page.reload();
  await expect(page.getByText('Saved copy from')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'GET /posts', exact: true })).toBeVisible();
});
