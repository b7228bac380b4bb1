import { toFragment } from '@institute/contract/certificate-fragment';
import { issueCertificate } from '../certificates.ts';
import { expect, test, untilHydrated } from '../story.ts';

test.use({
  serviceWorkers: 'allow',
  expectedInConsole: /Failed to load resource|Failed to fetch|ApiFailure|ERR_INTERNET_DISCONNECTED/,
});

test('without a connection the signature is still checked, and says that a withdrawal could not be asked', async ({
  page,
  context,
  request,
  account,
}) => {
  const { path, jws, number } = await issueCertificate(request, account, { holder: '<b>Zoë</b> ሰላም' });
  const stored = () =>
    page.evaluate(async () => {
      const texts: string[] = [];
      for (const name of await caches.keys()) {
        const store = await caches.open(name);
        for (const { url } of await store.keys()) {
          texts.push(url, (await (await store.match(url, { ignoreVary: true }))?.text()) ?? '');
        }
      }
      return texts.join('\n');
    });
  await page.goto(`${path}#${jws}`);
  await untilHydrated(page);
  await expect.poll(stored).toMatch(/\/\.well-known\/jwks\.json\n/);
  await expect.poll(stored).toMatch(/\/certificates\n/);
  expect(await stored()).not.toContain(number);
  expect(await stored()).not.toContain('Zoë');

  await context.setOffline(true);
  await page.goto('about:blank');
  await page.goto(`${path}#${jws}`);
  const day =
    /Signed by .+ on \d+ \w+ \d{4}\. Whether it was withdrawn could not be asked: there is no connection\./;
  await expect(page.getByRole('status')).toHaveText(day);
  await page.goto('about:blank');
  await page.goto(`${path}#${toFragment(jws)}`);
  await expect(page.getByRole('status')).toHaveText(day);
  await expect(page.getByRole('cell', { name: '<b>Zoë</b> ሰላም', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: number, exact: true })).toBeVisible();

  await page.goto('about:blank');
  await page.goto('/certificates');
  await expect(page.getByRole('status')).toContainText('Scan the QR code on the paper');
});
