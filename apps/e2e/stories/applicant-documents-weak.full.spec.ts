import {
  documentsPage,
  findAsk,
  findFiles,
  makeApplicant,
  startCuttingProxy,
  takePhoto,
} from '../applicant.ts';
import { expect, failedCall, test, untilHydrated } from '../story.ts';

test.use({
  expectedInConsole: failedCall,
  expectedStrangers: /localhost/,
  viewport: { width: 360, height: 740 },
});

const BYTES_A_SECOND = 50_000;

test('four pages arrive on a weak phone whose line is cut three times, and only what broke is sent again', async ({
  page,
  request,
  account,
  baseURL,
}) => {
  const applicant = await makeApplicant(request, account);
  const line = await startCuttingProxy(String(baseURL), [2, 3, 5]);
  await page.goto(line.url + documentsPage);
  const photos = await Promise.all(['one', 'two', 'three', 'four'].map(takePhoto));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 200,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
  await applicant.enter(page);
  await expect(findAsk(page, 'Identity card').getByRole('button', { name: 'Choose files' })).toBeVisible();
  await findFiles(page, 'Identity card').setInputFiles(photos);
  await expect.poll(() => line.sendings.length).toBeGreaterThan(0);
  // From now on the phone mostly waits for its line. A slow processor is a busy one for the machine of the test
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(page.getByRole('main')).toContainText(
    'The connection broke after page 1 of 4. Page 1 is safe.',
  );
  const pages = findAsk(page, 'Identity card').getByRole('listitem');
  await expect(pages.filter({ hasText: 'Arrived' })).toHaveCount(4);
  await expect(page.getByRole('main')).not.toContainText('The connection broke');

  const hashes = new Set(line.sendings.map(({ hash }) => hash));
  expect(hashes.size).toBe(4);
  expect(line.sendings.map(({ isWhole }) => isWhole)).toEqual([true, false, false, true, false, true, true]);
  expect(line.sendings.filter(({ isWhole, bytes }) => isWhole && bytes > 300_000)).toEqual([]);
  line.close();
  await applicant.remove();
});

test('pages of a closed tab arrive with the next ticket, and show nothing to who uses the device before', async ({
  page,
  context,
  request,
  account,
}) => {
  const applicant = await makeApplicant(request, account);
  await page.goto(documentsPage);
  await untilHydrated(page);
  const photos = await Promise.all(['one', 'two'].map(takePhoto));
  await applicant.enter(page);
  await expect(findAsk(page, 'Identity card').getByRole('button', { name: 'Choose files' })).toBeVisible();
  await context.setOffline(true);
  await findFiles(page, 'Identity card').setInputFiles(photos);
  await expect(page.getByRole('main')).toContainText('The connection broke before page 1 of 2 arrived.');
  await page.close();
  await context.clearCookies();
  await context.setOffline(false);

  const next = await context.newPage();
  await next.goto(documentsPage);
  await untilHydrated(next);
  const main = next.getByRole('main');
  await expect(main.getByLabel('Reference or Pay Code')).toBeVisible();
  await expect(main).not.toContainText('Identity card');
  const kept = await next.evaluate(
    () =>
      new Promise<{ text: string; count: number }>((resolve) => {
        const opening = indexedDB.open('document-pages');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('pages').objectStore('pages').getAll();
          reading.onsuccess = () => {
            const texts = reading.result.map(
              (one) => JSON.stringify(one) + new TextDecoder('latin1').decode(one.sealed),
            );
            resolve({ text: texts.join(), count: texts.length });
          };
        };
      }),
  );
  expect(kept.count).toBe(2);
  expect(kept.text).not.toMatch(/identity|image\/jpeg|JFIF|REG-|sha256/);
  expect(await next.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/REG-|identity/);

  await applicant.enter(next);
  const pages = findAsk(next, 'Identity card').getByRole('listitem');
  await expect(pages.filter({ hasText: 'Arrived' })).toHaveCount(2);
  await applicant.remove();
});

test('a page whose ticket has ended shows nothing, also while it is open', async ({
  page,
  request,
  account,
}) => {
  const applicant = await makeApplicant(request, account);
  await page.clock.install();
  await page.goto(documentsPage);
  await untilHydrated(page);
  await applicant.enter(page);
  await expect(findAsk(page, 'Identity card').getByRole('button', { name: 'Choose files' })).toBeVisible();
  await page.clock.fastForward('31:00');
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toHaveText('This link has ended. Type your reference again.');
  await expect(main).not.toContainText('Identity card');
  await applicant.remove();
});
