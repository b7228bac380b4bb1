import { toFragment } from '@institute/contract/certificate-fragment';
import { callOffice, issueCertificate } from '../certificates.ts';
import { owner } from '../owner.ts';
import { expect, test } from '../story.ts';

test.use({ expectedInConsole: /Failed to load resource|Failed to fetch|could not be imported/ });

const RIGHT = 'The signature on this paper is right.';
const WRONG = 'The code on this paper was not made by this institute.';

test('altered papers and those of others are refused, and a withdrawn one is not green', async ({
  page,
  request,
  account,
}) => {
  const { id, path, jws } = await issueCertificate(request, account, { holder: 'Zoë Müller' });
  const other = await issueCertificate(request, account);
  const digits = toFragment(jws);
  await page.goto(`${path}#${digits}`);
  await expect(page.getByText(RIGHT)).toBeVisible();

  const [, payload = '', signature = ''] = jws.split('.');
  const unknown = Buffer.from('{"alg":"ES256","kid":"aaaaaaaa"}').toString('base64url');
  const alteredDigits = `${digits.slice(0, 99)}${9 - Number(digits[99])}${digits.slice(100)}`;
  for (const fragment of [other.jws, alteredDigits, [unknown, payload, signature].join('.'), 'a.b.c']) {
    await page.goto('about:blank');
    await page.goto(`${path}#${fragment}`);
    await expect(page.getByText(WRONG)).toBeVisible();
    await expect(page.getByText('Zoë Müller')).toHaveCount(0);
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
