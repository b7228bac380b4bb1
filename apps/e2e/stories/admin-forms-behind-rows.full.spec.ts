import { listRowButtons, officeScreens, openScreen, tryBehindRow, tryFirstItem } from '../office-forms.ts';
import { expect, test } from '../story.ts';

test.use({ expectedInConsole: /TRPCClientError|ApiFailure|status of 4/, actionTimeout: 60_000 });

// What the office cannot make itself
test.beforeAll(async ({ request }) => {
  const message = { name: 'Ann', email: 'ann@example.org', subject: 'Evenings', message: 'In the evening?' };
  expect((await request.post('/api/v1/contact', { data: message })).status()).toBe(201);
});

for (const path of officeScreens.filter((path) => path !== '/admin/site')) {
  test(`${path}: no form behind the first row is silent or hides a field`, async ({ ownersOffice: page }) => {
    await openScreen(page, path);
    if ((await listRowButtons(page)).length === 0) {
      await tryFirstItem(page);
      await openScreen(page, path);
    }
    for (const name of await listRowButtons(page))
      await test.step(name, () => tryBehindRow(page, path, name));
  });
}
