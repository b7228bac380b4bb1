import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectClean } from '../axe.ts';
import { expect, sendCredentials, test } from '../story.ts';
import { findToast } from '../toasts.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** `ahead` counts steps of 30 s. */
const codeOf = (key: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + ahead * 30_000,
  });

// The first step of the sign-in and a wrong code get a 401.
test.use({ expectedInConsole: /Failed to load resource|ApiFailure|TRPCClientError/ });

test('an account sets up two-step sign-in, and signs in with the app and with a recovery code', async ({
  office,
  account,
  browser,
}) => {
  await office.goto('/admin/accounts/two-step');
  await button(office, 'Turn on two-step sign-in').click();
  await expect(office.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectClean(office, 'set-up');
  const key = (await office.locator('code').textContent()) ?? '';
  await office.getByLabel('Code', { exact: true }).fill('000000');
  await button(office, 'Check the code').click();
  await expect(office.getByText('This is not the code that the app shows now')).toBeVisible();
  await office.getByLabel('Code', { exact: true }).fill(codeOf(key));
  await button(office, 'Check the code').click();
  await expect(findToast(office, 'Every other device is signed out')).toBeVisible();
  const codes = office.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectClean(office, 'recovery codes');
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await button(office, 'I have kept them').click();
  await expect(office.getByText('10 recovery codes are left.')).toBeVisible();

  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const phone = await context.newPage();
  const password = async () => {
    await phone.goto('/admin/login');
    await sendCredentials(phone, account);
  };
  await password();
  const field = phone.getByLabel('Code', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expectClean(phone, 'second step');
  await field.fill('000000');
  await button(phone, 'Sign In').click();
  await expect(phone.getByText('Invalid email, password or code')).toBeVisible();
  await field.fill(codeOf(key, 1));
  await button(phone, 'Sign In').click();
  await expect(phone).toHaveURL(/\/admin$/);
  // A screen of the office would notice that the session has ended, and leave.
  await phone.goto('/robots.txt');
  await context.clearCookies();
  await phone.evaluate(() => localStorage.clear());

  await password();
  await button(phone, 'Use a recovery code').click();
  await phone.getByLabel('Recovery code').fill(recoveryCode.toLowerCase());
  await button(phone, 'Sign In').click();
  await expect(phone).toHaveURL(/\/admin$/);
  await context.close();
});

test('the password is asked again after ten minutes, and the call that waited goes on', async ({
  office,
  account,
}) => {
  await office.goto('/admin/accounts/two-step');
  // The server counts the minutes, so the story fakes its refusal.
  let refusals = 1;
  await office.route('**/api/trpc/secondFactor.begin', async (route) => {
    if (refusals === 0) return route.continue();
    refusals -= 1;
    const answer = await route.fetch({ headers: { ...route.request().headers(), authorization: '' } });
    const { error } = await answer.json();
    error.data.httpStatus = 403;
    error.data.apiError.code = 'PASSWORD_REQUIRED';
    await route.fulfill({ status: 403, json: { error } });
  });
  await button(office, 'Turn on two-step sign-in').click();
  const dialog = office.getByRole('dialog', { name: 'Your password, please' });
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await dialog.getByLabel('Password').fill('not the password');
  await button(office, 'Go on').click();
  await expect(dialog.getByText('This is not your current password')).toBeVisible();
  await dialog.getByLabel('Password').fill(account.password);
  await button(office, 'Go on').click();
  await expect(dialog).toBeHidden();
  await expect(office.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
});

test('an account that must have it is led to the set-up first', async ({ office }) => {
  await office.route('**/api/trpc/stats.get*', async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), authorization: '' } });
    const { error } = await answer.json();
    error.data.httpStatus = 403;
    error.data.apiError.code = 'SECOND_FACTOR_SETUP_REQUIRED';
    await route.fulfill({ status: 403, json: { error } });
  });
  await office.goto('/admin');
  await expect(office).toHaveURL(/\/admin\/two-step$/);
  await expectClean(office, 'two-step');
  await button(office, 'Turn on two-step sign-in').click();
  const key = (await office.locator('code').textContent()) ?? '';
  await office.getByLabel('Code', { exact: true }).fill(codeOf(key));
  await button(office, 'Check the code').click();
  await office.unroute('**/api/trpc/stats.get*');
  await button(office, 'I have kept them').click();
  await expect(office.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});
