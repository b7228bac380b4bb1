import { expectClean } from '../axe.ts';
import { expect, test } from '../story.ts';
import { findToast } from '../toasts.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('the owner makes a key for another program, which reads with it until it is revoked', async ({
  ownersOffice: office,
  request,
}) => {
  const name = `Timetable ${process.pid}${Date.now()}`;
  const button = (label: string) => office.getByRole('button', { name: label, exact: true });
  await office.goto('/admin/api-keys');
  await button('New API Key').click();
  await button('Make Key').click();
  await expect(office.getByText('This is required')).toHaveCount(2);
  await expectClean(office, 'new key');
  await office.getByLabel('Name').fill(name);
  await office.getByRole('checkbox', { name: 'registrations:read' }).check();
  await button('Make Key').click();

  const key = (await office.getByLabel('API Key', { exact: true }).textContent()) ?? '';
  await expectClean(office, 'shown key');
  await button('I have kept it').click();
  const ask = async () =>
    (
      await request.get('/api/v1/registrations?limit=1', { headers: { authorization: `Bearer ${key}` } })
    ).status();
  expect(await ask()).toBe(200);

  const row = office.getByRole('table', { name: 'API Keys' }).getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Active');
  await expect(row).not.toContainText(key);
  await button(`Revoke ${name}`).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(findToast(office, 'API key revoked')).toBeVisible();
  await expect(row).toContainText('Revoked');
  await expectClean(office, 'keys');
  expect(await ask()).toBe(401);
});
