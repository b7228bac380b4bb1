import { toFragment } from '@institute/contract/certificate-fragment';
import { callOffice, issueCertificate } from '../certificates.ts';
import { owner } from '../owner.ts';
import { expect, test } from '../story.ts';

test.use({ expectedInConsole: /Failed to load resource|Failed to fetch|could not be imported/ });

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
  const { id, path, jws } = await issueCertificate(request, account, { holder: 'Zoë Müller' });
  const other = await issueCertificate(request, account);
  for (const fragment of [jws, toFragment(jws)]) {
    await page.goto('about:blank');
    await page.goto(`${path}#${fragment}`);
    await expect(page.getByText(RIGHT)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Valid certificate');
  }

  const [header = '', payload = '', signature = ''] = jws.split('.');
  const text = Buffer.from(payload, 'base64url').toString().replace('Müller', 'Miller');
  const altered = [header, Buffer.from(text).toString('base64url'), signature].join('.');
  const unknown = Buffer.from('{"alg":"ES256","kid":"aaaaaaaa"}').toString('base64url');
  const digits = toFragment(jws);
  const alteredDigits = `${digits.slice(0, 99)}${9 - Number(digits[99])}${digits.slice(100)}`;
  for (const fragment of [
    altered,
    other.jws,
    toFragment(other.jws),
    alteredDigits,
    [unknown, payload, signature].join('.'),
    'a.b.c',
  ]) {
    await page.goto('about:blank');
    await page.goto(`${path}#${fragment}`);
    await expect(page.getByRole('heading', { level: 1, name: 'This paper is not ours' })).toBeVisible();
    await expect(page.getByText(WRONG)).toBeVisible();
    // The true certificate would lend itself to the forger
    await expect(page.getByRole('table')).toHaveCount(0);
    for (const text of [RIGHT, 'Zoë Müller', 'Valid certificate']) {
      await expect(page.getByText(text)).toHaveCount(0);
    }
  }
  // A paper that is no longer valid has no green box, however right its signature is
  const entered = await request.post('/api/v1/admin/login', { data: owner });
  const { token } = (await entered.json()).data;
  await callOffice(request, { ...account, token }, 'certificates.withdraw', { id, reason: 'A mistake' });
  await page.goto('about:blank');
  await page.goto(`${path}#${jws}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawn certificate' })).toBeVisible();
  await expect(page.getByText(RIGHT)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: RIGHT })).toHaveCount(0);
});

test('until scripts have verified a signature in the address, nothing says that the certificate is valid', async ({
  page,
  request,
  account,
}) => {
  const { path, jws } = await issueCertificate(request, account, { holder: 'Zoë Müller' });
  const forged = jws.replace(/\.[^.]+\./, (payload) => `${payload.slice(0, -2)}x.`);
  await page.route(/\/assets\/.*\.js$/, () => {});
  const held = page.waitForRequest(/\/assets\/.*\.js$/);
  for (const fragment of [forged, '1'.repeat(700)]) {
    await page.goto('about:blank');
    await page.goto(`${path}#${fragment}`, { waitUntil: 'commit' });
    await held;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checking this paper…');
    await expect(page.getByRole('table')).toHaveCount(0);
  }
  // Who types the code has no signature to wait for
  await page.goto('about:blank');
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Valid certificate');
  await page.unrouteAll();
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto('about:blank');
  await page.goto(`${path}#${forged}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This paper is not checked');
  await expect(page.getByRole('cell', { name: 'Zoë Müller' })).toBeVisible();
});

test('nothing is said about the signature while the keys are not to be had', async ({
  page,
  request,
  account,
}) => {
  const { path, jws } = await issueCertificate(request, account);
  await page.route('/.well-known/jwks.json', (route) => route.fulfill({ status: 503 }));
  const asked = page.waitForResponse('/.well-known/jwks.json');
  await page.goto(`${path}#${jws}`);
  await asked;
  await expect(page.getByRole('heading', { name: 'Valid certificate' })).toBeVisible();
  for (const text of [RIGHT, WRONG]) await expect(page.getByText(text)).toHaveCount(0);
});
