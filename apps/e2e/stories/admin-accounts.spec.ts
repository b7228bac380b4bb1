import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { emailedLink } from '../emails.ts';
import { expect, test } from '../story.ts';
import { findToast } from '../toasts.ts';

const row = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Accounts' }).getByRole('row').filter({ hasText: email });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test.describe('an invited person', () => {
  // A deactivated account gets a 401.
  test.use({ expectedInConsole: /Failed to load resource|Refresh token failed|TRPCClientError/ });

  test('creates an account with the emailed link, and loses access at once when it is deactivated', async ({
    ownersOffice: office,
    browser,
  }) => {
    const email = `guest.${process.pid}.${Date.now()}@institute.example`;
    await office.goto('/admin/accounts');
    await button(office, 'Invite').click();
    await expect(office.getByRole('dialog')).toBeVisible();
    await expectClean(office, 'invite');
    await expect(office.getByRole('checkbox', { name: 'May read health information' })).not.toBeChecked();
    await office.getByLabel('Email').fill(email);
    await button(office, 'Send Invitation').click();
    await expect(findToast(office, 'Written to a file')).toBeVisible();
    const written = office.getByRole('dialog', { name: 'Invitation' });
    await expect(written.getByLabel('Link of the invitation')).toContainText('/admin/invitation?token=');
    await expectClean(office, 'written invitation');
    await written.getByRole('button', { name: 'I have kept it' }).click();
    await expect(row(office, email)).toContainText('Invited');
    await expectClean(office, 'accounts');

    const link = await emailedLink(email, '/admin/invitation');
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const guest = await context.newPage();
    const looked = await guest.goto(link);
    expect(looked?.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    await expect(guest.getByText(email)).toBeVisible();
    await guest.reload();
    await guest.getByLabel('Password', { exact: true }).fill('a phrase of my own');
    await guest.getByLabel('Confirm Password').fill('a phrase of my own');
    await expectClean(guest, 'invitation');
    await button(guest, 'Make the Account').click();
    await expect(findToast(guest, 'Signup successful!')).toBeVisible();
    await expect(guest).toHaveURL(/\/admin$/);

    await office.reload();
    await expect(row(office, email)).toContainText('Active');
    await button(office, `Deactivate ${email}`).click();
    await expect(office.getByRole('alertdialog')).toBeVisible();
    await expectClean(office, 'question');
    await office.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
    await expect(findToast(office, 'Account deactivated')).toBeVisible();
    await expect(row(office, email)).toContainText('Deactivated');
    await guest.goto('/admin/registrations');
    await expect(guest).toHaveURL(/\/admin\/login/);
    await context.close();
  });
});
