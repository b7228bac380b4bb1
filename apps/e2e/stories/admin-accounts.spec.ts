import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { emailedLink } from '../emails.ts';
import { owner } from '../owner.ts';
import { enter, expect, test } from '../story.ts';
import { toast } from '../toasts.ts';

const row = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Accounts' }).getByRole('row').filter({ hasText: email });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test.describe('an invited person', () => {
  // A deactivated account gets a 401.
  test.use({ expectedInConsole: /Failed to load resource|Refresh token failed|TRPCClientError/ });

  test('creates an account with the emailed link, and loses access at once when it is deactivated, which the last owner cannot be', async ({
    ownersOffice: office,
    browser,
  }) => {
    await test.step('creates an account with the emailed link, and loses access at once when it is deactivated', async () => {
      const email = `guest.${process.pid}.${Date.now()}@institute.example`;
      await office.goto('/admin/accounts');
      await button(office, 'Invite').click();
      await expect(office.getByRole('dialog')).toBeVisible();
      await expectClean(office, 'invite');
      await office.getByLabel('Email').fill(email);
      await button(office, 'Send Invitation').click();
      await expect(toast(office, 'Invitation sent successfully')).toBeVisible();
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
      await expect(toast(guest, 'Signup successful!')).toBeVisible();
      await expect(guest).toHaveURL(/\/admin$/);

      await office.reload();
      await expect(row(office, email)).toContainText('Active');
      await button(office, `Deactivate ${email}`).click();
      await expect(office.getByRole('alertdialog')).toBeVisible();
      await expectClean(office, 'question');
      await office.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
      await expect(toast(office, 'Account deactivated')).toBeVisible();
      await expect(row(office, email)).toContainText('Deactivated');
      await guest.goto('/admin/registrations');
      await expect(guest).toHaveURL(/\/admin\/login/);
      await context.close();
    });

    await test.step('the owner cannot deactivate the last owner account', async () => {
      await expect(row(office, owner.email)).toContainText('Owner');
      await expect(button(office, `Deactivate ${owner.email}`)).toHaveCount(0);
      await button(office, `Remove owner ${owner.email}`).click();
      await office.getByRole('alertdialog').getByRole('button', { name: 'Remove owner' }).click();
      await expect(toast(office, 'Nothing was changed')).toContainText('There is always an owner');
      await expect(row(office, owner.email)).toContainText('Owner');
    });
  });
});

test('the log is filtered by author, type and day; an account that is not an owner sees its sessions and ends one or all of them', async ({
  office,
  account,
  browser,
  request,
}) => {
  const { email, password } = account;
  await request.post('/api/v1/admin/login', { data: { email, password } });

  await test.step('the log shows author, action and origin, and filters by author, type and day', async () => {
    await office.goto('/admin/activity');
    const log = office.getByRole('table', { name: 'Activity, newest first' });
    await expect(office.getByText(/^Total Activities: [\d,]+$/)).toBeVisible();
    await office.getByLabel('Who').selectOption(account.email);
    await office.getByLabel('Type').selectOption('Login');
    await expect(office).toHaveURL(/account=\d+.*type=login|type=login.*account=\d+/);
    await expect(office.getByText('Found: 1', { exact: true })).toBeVisible();
    const line = log.getByRole('row').last();
    for (const text of ['Signed in', account.email, '127.0.0.1']) await expect(line).toContainText(text);
    await expectClean(office, 'activity');
    await office.getByLabel('To', { exact: true }).pressSequentially('01012020', { delay: 60 });
    await expect(office).toHaveURL(/to=2020-01-01/);
    await expect(office.getByText('No activities found matching your criteria.')).toBeVisible();
  });

  await test.step('an account that is not an owner sees its sessions and ends one or all of them', async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await enter(other, account);
    await office.goto('/admin/accounts');
    const sessions = office.getByRole('region', { name: 'Where You Are Signed In' });
    // This device (signed up), the login call above, and the other device.
    await expect(sessions.getByRole('listitem')).toHaveCount(3);
    await expect(sessions.getByRole('listitem').first()).toContainText('This device');
    await expect(office.getByRole('table', { name: 'Accounts' })).toHaveCount(0);
    await expectClean(office, 'own account');

    await button(office, 'Sign out other devices').click();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await other.goto('/admin/posts');
    await expect(other).toHaveURL(/\/admin\/login/);
    await context.close();

    await button(office, 'Sign out everywhere').click();
    await office.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(office).toHaveURL(/\/admin\/login$/);
    expect(await office.evaluate(() => ({ ...localStorage }))).toEqual({});
  });
});
