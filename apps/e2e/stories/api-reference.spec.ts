import { expect, test } from '../story.ts';

test('a call can be found, read and tried', async ({ page }) => {
  await page.goto('/docs/api');
  const search = page.getByLabel('Search the calls');
  await search.fill('no such call');
  await expect(page.getByText('No call has these words.')).toBeVisible();
  await search.fill('get programs/{id}');
  await expect(page.getByText('1 call', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'GET /programs/{id}' }).click();

  await page.getByRole('button', { name: 'Try it: GET /api/v1/programs/{id}' }).click();
  const read = page.getByRole('form', { name: 'Try programs.get' });
  await expect(read.getByLabel('id *')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(read.getByRole('status')).toHaveText(/^200 /);
  await expect(read.getByRole('group', { name: 'Body' })).toContainText('"data"');
});
