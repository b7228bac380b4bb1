import { expectClean } from '../axe.ts';
import { expect, test } from '../story.ts';

test.use({ serviceWorkers: 'allow', expectedInConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED/ });

test('a write is asked about first, and calls are read again without a connection', async ({
  page,
  context,
}) => {
  await page.goto('/docs/api');
  const search = page.getByLabel('Search the calls');
  // The other calls stay hidden, so that axe has less to read.
  await search.fill('get programs/{id}');
  await page.getByRole('link', { name: 'GET /programs/{id}' }).click();
  await page.getByRole('button', { name: 'Try it: GET /api/v1/programs/{id}' }).click();
  const read = page.getByRole('form', { name: 'Try programs.get' });
  await read.getByRole('button', { name: 'Send' }).click();
  await expect(read.getByRole('status')).toHaveText(/^200 /);
  await expectClean(page, 'an answer');

  await search.fill('post programs');
  await page.getByRole('link', { name: 'POST /programs' }).click();
  await page.getByLabel('API key for “Try it”').fill('ik_unknown');
  await page.getByRole('button', { name: 'Try it: POST /api/v1/programs' }).click();
  const write = page.getByRole('form', { name: 'Try programs.create' });
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.headers().authorization);
  });
  await write.getByRole('button', { name: 'Send' }).click();
  const question = page.getByRole('dialog', { name: 'Send this call?' });
  await expectClean(page, 'the question before a write');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(sent).toEqual([]);
  await write.getByRole('button', { name: 'Send' }).click();
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(write.getByRole('status')).toHaveText(/^401 /);
  expect(sent).toEqual(['Bearer ik_unknown']);

  const kept = () =>
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
  await expect.poll(kept).toBe(true);
  await context.setOffline(true);
  await page.goto('/docs/api#posts.list');
  await page.reload();
  await expect(page.getByText('Saved copy from')).toBeVisible();
  await expect(page.getByLabel('API key for “Try it”')).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'GET /posts', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Try it: GET /api/v1/posts', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Try posts.list' })).toBeVisible();
});
