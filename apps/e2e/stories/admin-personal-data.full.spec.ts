import { readFile } from 'node:fs/promises';
import { readZip } from '../../server/src/testing/files/zip.ts';
import { expectClean } from '../axe.ts';
import { askedPapers, sendDocuments } from '../documents.ts';
import { bothWidths, expect, makeProgram, sendRegistration, test } from '../story.ts';
import { findToast } from '../toasts.ts';

// The server refuses a text that is neither an address nor a number, and a download breaks.
test.use({ expectedInConsole: /Failed to load resource.*(?:400|ERR_FAILED)|TRPCClientError/ });

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('an owner finds what is held about a person, takes a copy, and erases it', async ({
  ownersOffice: office,
  request,
  account,
}) => {
  const email = `asks.${process.pid}.${Date.now()}@example.org`;
  const phone = '+256 772 700 177';
  const program = await makeProgram(request, account, { name: 'Papers to copy', asks: askedPapers });
  const fields = { firstName: 'Asks', lastName: 'Forcopy', email, phone, programId: program.id };
  const { reference } = await sendRegistration(request, fields);
  await sendDocuments(request, { reference, phone }, { id: 2, s4: 1 });
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

  await expect(part).toContainText('2 given, 3 pages');
  const takeCopy = part.getByRole('button', { name: 'Download a Copy' });
  await expect(takeCopy).toHaveAccessibleDescription(
    'The copy is a ZIP file with all data and 3 pages of documents.',
  );

  const copyPath = '**/api/exports/personal-data';
  await office.route(copyPath, (route) => route.abort());
  await takeCopy.click();
  await expect(part.getByRole('alert')).toHaveText(
    'The copy was not downloaded. The server could not be reached',
  );
  await expectClean(office, 'a copy that failed');
  await office.unroute(copyPath);

  for (const size of bothWidths) {
    await office.setViewportSize(size);
    await expectClean(office, `a copy at ${size.width} px`);
    const download = office.waitForEvent('download');
    await takeCopy.focus();
    await office.keyboard.press('Enter');
    const files = readZip(await readFile(await (await download).path()));
    const papers = `documents/${reference}`;
    expect([...files.keys()]).toEqual([
      `${papers}/1 National identity card/1.jpg`,
      `${papers}/1 National identity card/2.jpg`,
      `${papers}/2 S4 result slip/1.jpg`,
      'personal-data.json',
    ]);
    const copy = JSON.parse(String(files.get('personal-data.json')));
    expect(copy.registrations).toMatchObject([{ lastName: 'Forcopy', email }]);
    await expect(part.getByRole('alert')).toBeHidden();
    await expect(takeCopy).toBeFocused();
  }

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
