import { documentFaults } from '@institute/contract/applicant-documents.constants';
import { documentsPage, findAsk, findFiles, makeApplicant, takePhoto } from '../applicant.ts';
import { expectClean } from '../axe.ts';
import { heicPhoto } from '../documents.ts';
import { expectFits, expectTouchable } from '../page-checks.ts';
import { expect, failedCall, test, untilHydrated } from '../story.ts';

test.use({ expectedInConsole: failedCall });

test('an applicant sends pages, puts them in order, answers, and reads that less is missing', async ({
  page,
  visit,
  request,
  account,
}) => {
  const applicant = await makeApplicant(request, account);
  await visit('/registration/status');
  const main = page.getByRole('main');
  await main.getByLabel('Reference').fill(applicant.reference);
  await main.getByLabel('Phone').fill('0700 000 099');
  await main.getByRole('button', { name: 'Show status' }).click();
  await expect(main).toContainText('2 things are missing');
  await main.getByRole('link', { name: 'Send your documents' }).click();
  await untilHydrated(page);
  await applicant.enter(page);
  await expect(main.getByRole('status').first()).toHaveText('2 things are missing');

  const level = findAsk(page, 'Last class');
  const slip = findAsk(page, 'S4 slip');
  await expect(slip).toHaveCount(0);
  await level.getByRole('radio', { name: 'S4' }).check();
  await level.getByRole('button', { name: 'Save answer' }).click();
  await expect(level).toContainText('Saved');
  await expect(slip).toContainText('Missing');

  const pages = slip.getByRole('listitem');
  const photos = await Promise.all(['one', 'two', 'three'].map(takePhoto));
  await findFiles(page, 'S4 slip').setInputFiles(photos.slice(0, 2));
  await expect(pages.filter({ hasText: 'Arrived' })).toHaveCount(2);
  // The same page twice is one page
  await findFiles(page, 'S4 slip').setInputFiles(photos.slice(0, 1));
  const [first] = await pages
    .locator('img')
    .evaluateAll((all) => all.map((image) => image.getAttribute('src')));
  await slip.getByRole('button', { name: 'Move page 1 of S4 slip down' }).press('Enter');
  await expect(pages.last().locator('img')).toHaveAttribute('src', String(first));
  await expect(slip.getByRole('button', { name: 'Move page 2 of S4 slip down' })).toBeFocused();

  const chooser = page.waitForEvent('filechooser');
  await slip.getByRole('button', { name: 'Replace page 2 of S4 slip' }).click();
  await (await chooser).setFiles(photos.slice(2));
  // The old page stays until the new one has arrived
  await expect(pages.nth(1).locator('img')).not.toHaveAttribute('src', String(first));
  await expect(pages).toHaveCount(2);
  await slip.getByRole('button', { name: 'Remove page 2 of S4 slip' }).click();
  await expect(pages).toHaveCount(1);

  const identity = findAsk(page, 'Identity card');
  await findFiles(page, 'Identity card').setInputFiles([
    { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('PK zip') },
  ]);
  await expect(identity.getByRole('alert')).toHaveText(documentFaults.unreadable);
  await findFiles(page, 'Identity card').setInputFiles(heicPhoto);
  await expect(identity.getByRole('alert')).toHaveText(documentFaults.heic);
  await findFiles(page, 'Identity card').setInputFiles(photos.slice(0, 1));
  await expect(main.getByRole('status').first()).toHaveText('Nothing is missing. Thank you!');

  const allergies = findAsk(page, 'Allergies');
  await allergies.getByLabel('Answer').fill('Peanuts');
  await allergies.getByRole('button', { name: 'Save answer' }).click();
  await expect(allergies).toContainText('A new one takes its place.');
  await expectTouchable(page, documentsPage);
  await expectClean(page, documentsPage);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page, width, documentsPage);
  }

  await page.reload();
  await expect(allergies.getByLabel('New answer')).toHaveValue('');
  await main.getByRole('button', { name: 'Finish on this phone' }).click();
  await expect(main.getByLabel('Reference or Pay Code')).toBeVisible();
  await page.goBack();
  await expect(main).not.toContainText('S4 slip');
  await applicant.remove();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('an applicant sends a page and an answer by ordinary forms', async ({ page, request, account }) => {
    const applicant = await makeApplicant(request, account);
    const photo = await takePhoto('one');
    await page.goto(documentsPage);
    await applicant.enter(page);
    const identity = findAsk(page, 'Identity card');
    await findFiles(page, 'Identity card').setInputFiles({ ...photo, buffer: Buffer.from('no photo') });
    await identity.getByRole('button', { name: 'Send this page' }).click();
    await expect(identity.getByRole('alert')).toHaveText(documentFaults.unreadable);
    await findFiles(page, 'Identity card').setInputFiles(heicPhoto);
    await identity.getByRole('button', { name: 'Send this page' }).click();
    await expect(identity.getByRole('alert')).toHaveText(documentFaults.heic);
    await findFiles(page, 'Identity card').setInputFiles(photo);
    await identity.getByRole('button', { name: 'Send this page' }).click();
    await expect(identity).toContainText('Page 1');
    await findAsk(page, 'Last class').getByLabel('P7').check();
    await findAsk(page, 'Last class').getByRole('button', { name: 'Save answer' }).click();
    await expect(page.getByRole('main')).toContainText('Nothing is missing. Thank you!');
    await identity.getByRole('button', { name: 'Remove page 1 of Identity card' }).click();
    await expect(page.getByRole('main')).toContainText('1 thing is missing');
    await applicant.remove();
  });
});
