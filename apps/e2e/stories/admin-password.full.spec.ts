import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { emailedLink } from '../emails.ts';
import { expect, signInAtForm, test } from '../story.ts';
import { findToast } from '../toasts.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const fresh = 'another phrase of mine';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));
test.use({ expectedInConsole: /Failed to load resource|ApiFailure|TRPCClientError/ });

test('a forgotten password is replaced with an emailed link, once', async ({ page, account }) => {
  await page.goto('/admin/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(button(page, 'Send the Link')).toBeVisible();
  await expectClean(page, 'forgotten');
  await page.getByLabel('Email').fill(account.email);
  await button(page, 'Send the Link').click();
  await expect(page.getByRole('status')).toContainText('Look into your inbox');
  await expectClean(page, 'mail sent');

  const link = await emailedLink(account.email, '/admin/reset-password');
  await page.goto(link);
  await page.getByLabel('New Password').fill('password1');
  await page.getByLabel('Confirm Password').fill('password1');
  await expectClean(page, 'new password');
  await button(page, 'Save the Password').click();
  await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(/one of the commonest/);
  for (const label of ['New Password', 'Confirm Password']) await page.getByLabel(label).fill(fresh);
  await button(page, 'Save the Password').click();
  await expect(findToast(page, 'Password changed successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);

  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This link is not valid any more.');
  await expectClean(page, 'used link');
});

test('an account changes its password with the current one', async ({ office, account }) => {
  await office.goto('/admin/accounts/password');
  const form = office.getByRole('region', { name: 'Change Your Password' });
  await form.getByLabel('Current Password').fill('not this one');
  for (const label of ['New Password', 'Confirm Password']) await form.getByLabel(label).fill(fresh);
  await button(office, 'Change Password').click();
  await expect(form.getByLabel('Current Password')).toHaveAccessibleDescription(
    'This is not your current password',
  );
  await form.getByLabel('Current Password').fill(account.password);
  await button(office, 'Change Password').click();
  await expect(form.getByRole('status')).toHaveText(
    'The password is changed. Every other device is signed out.',
  );
  await expect(form.getByLabel('Current Password')).toHaveValue('');

  // A screen of the office would notice that the session has ended, and leave.
  await office.goto('/robots.txt');
  await office.context().clearCookies();
  await office.evaluate(() => localStorage.clear());
  await signInAtForm(office, { email: account.email, password: fresh });
});
