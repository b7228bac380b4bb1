import { issueCertificate } from '../certificates.ts';
import { expect, test } from '../story.ts';

test.use({ expectedInConsole: /Failed to load resource/ });

const RIGHT = 'The signature on this paper is right.';
const WRONG = 'The code on this paper was not made by this institute.';

test('a visitor checks a certificate by its code, and compares each line', async ({
  page,
  request,
  account,
  visit,
}) => {
  const holder = 'محمد عبد الرحمن ሰላም Ŋŋ';
  const { number, path, code } = await issueCertificate(request, account, { holder, hours: 480 });
  await visit('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Check a certificate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check a certificate' })).toBeVisible();
  await page.getByLabel('Code').fill(number);
  await page.getByLabel('Code').press('Enter');
  await expect(
    page.getByText('This is the number. Type the code of twelve letters and digits'),
  ).toBeVisible();
  await page.getByLabel('Code').fill(` ${code.toLowerCase()} `);
  await page.getByLabel('Code').press('Enter');
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1, name: 'Valid certificate' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Compare each line with the paper.' });
  for (const text of [holder, '480', number, path.slice(14), 'Godfrey Ssebbowa', 'Director']) {
    await expect(table.getByRole('cell', { name: text, exact: true })).toBeVisible();
  }
  await expect(page.getByText(RIGHT)).toHaveCount(0);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Open Badge' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${number}.jwt`);

  await page.goto('/certificates/2222-2222-2222');
  await expect(page.getByRole('heading', { level: 1, name: 'No such certificate' })).toBeVisible();
  await expect(page.getByText('We issued no certificate with this code.')).toBeVisible();
});

test('the signature behind the address is verified in the browser', async ({ page, request, account }) => {
  const { path, jws } = await issueCertificate(request, account, { holder: 'Zoë Müller' });
  await page.goto(`${path}#${jws}`);
  await expect(page.getByText(RIGHT)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Valid certificate');

  const [header, payload = '', signature] = jws.split('.');
  const text = Buffer.from(payload, 'base64url').toString().replace('Müller', 'Miller');
  await page.goto('about:blank');
  await page.goto(`${path}#${[header, Buffer.from(text).toString('base64url'), signature].join('.')}`);
  await expect(page.getByRole('heading', { level: 1, name: 'This paper is not ours' })).toBeVisible();
  await expect(page.getByText(WRONG)).toBeVisible();
  // The true certificate would lend itself to the forger
  await expect(page.getByRole('table')).toHaveCount(0);
  for (const text of [RIGHT, 'Zoë Müller', 'Valid certificate'])
    await expect(page.getByText(text)).toHaveCount(0);
});
