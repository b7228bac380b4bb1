import { readFile } from 'node:fs/promises';
import { expectClean } from '../axe.ts';
import { expect, sendRegistration, test } from '../story.ts';
import { findToast } from '../toasts.ts';

// The server refuses a text that is neither an address nor a number.
test.use({ expectedInConsole: /Failed to load resource.*400|TRPCClientError/ });

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('an owner finds what is held about a person, takes a copy, and erases it', async ({
  ownersOffice: office,
  request,
}) => {
  const email = `asks.${process.pid}.${Date.now()}@example.org`;
  await sendRegistration(request, { firstName: 'Asks', lastName: 'Forcopy', email });
  await office.goto('/admin/accounts/personal-data');
  const part = office.getByRole('region', { name: 'Personal Data' });
  const find = part.getByRole('button', { name: 'Find' });

  await part.getByLabel('Whose data').fill('nobody');
  await find.click();
  await expect(part.getByLabel('Whose data')).toHaveAttribute('aria-invalid', 'true');
  await part.getByLabel('Whose data').fill(email.toUpperCase());
  await find.click();
  await expect(part).toContainText('Asks Forcopy');
  await expectClean(office, 'personal data');

  const download = office.waitForEvent('download');
  await part.getByRole('button', { name: 'Download as JSON' }).click();
  const copy = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(copy.registrations).toMatchObject([{ lastName: 'Forcopy', email }]);

  await part.getByRole('button', { name: 'Erase' }).click();
  const dialog = office.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectClean(office, 'erasing');
  await dialog.getByLabel('Type it again to confirm').fill('something else');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(dialog.getByText('Type the same address or number again')).toBeVisible();
  await dialog.getByLabel('Type it again to confirm').fill(email.toUpperCase());
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(findToast(office, 'Personal data erased')).toBeVisible();

  await find.click();
  await expect(part).toContainText('We hold nothing under this.');
});
