import type { APIRequestContext, Page } from '@playwright/test';
import { failCalls } from '../answers.ts';
import { expectClean } from '../axe.ts';
import { query } from '../database.ts';
import { expect, failedCall, test } from '../story.ts';
import { toast } from '../toasts.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const button = (page: Page, name: string) => page.getByRole('button', { name });
const own = () => `Nakato${process.pid}x${Date.now()}`;

async function send(request: APIRequestContext, name: string) {
  const answer = await request.post('/api/v1/contact', {
    data: {
      name,
      email: 'nakato@example.org',
      subject: 'Hostel & fees?',
      message: 'Good morning,\n\nhow much is <b>one term</b>?',
    },
  });
  expect(answer.status()).toBe(201);
}

test('a message is new until it is opened, is answered by mail, can be left for later, and comes back from spam', async ({
  office,
  request,
}) => {
  await test.step('a message is new until it is opened, is answered by mail, and can be left for later', async () => {
    const name = own();
    await send(request, name);
    await office.goto('/admin/messages');
    await expect(office.getByText(/^Total Messages: \d+$/)).toBeVisible();
    await expect(office.getByRole('link', { name: /^Messages \d+ unread$/ })).toBeVisible();

    await search(office).fill(name);
    await expect(office.getByText('1 found')).toBeVisible();
    await expect(office.getByText('Unread', { exact: true }).last()).toBeVisible();
    await expectClean(office, 'messages');
    await button(office, `View ${name}: Hostel & fees?`).click();
    const dialog = office.getByRole('dialog', { name: 'Hostel & fees?' });
    await expect(dialog).toContainText('how much is <b>one term</b>?');
    await expect(dialog.getByRole('link', { name: 'Reply' })).toHaveAttribute(
      'href',
      'mailto:nakato@example.org?subject=Re%3A%20Hostel%20%26%20fees%3F',
    );
    await expectClean(office, 'message');
    await office.keyboard.press('Escape');

    const status = office.getByRole('combobox', { name: 'Status' });
    await status.selectOption('Read');
    await button(office, `View ${name}`).click();
    await dialog.getByRole('button', { name: 'Mark as unread' }).click();
    await expect(toast(office, 'Message marked as unread')).toBeVisible();
    await expect(office.getByText('No messages found matching your criteria.')).toBeVisible();
    await status.selectOption('Unread');
    await expect(button(office, `View ${name}`)).toBeVisible();
  });

  await test.step('a message that was filed as spam by mistake comes back', async () => {
    const name = own();
    await send(request, name);
    await query('update messages set is_spam = true where name = $1', [name]);
    const status = office.getByRole('combobox', { name: 'Status' });
    await status.selectOption('All');
    await search(office).fill(name);
    await expect(office.getByText('No messages found matching your criteria.')).toBeVisible();
    await status.selectOption('Spam');
    await button(office, `View ${name}`).click();
    await expectClean(office, 'spam');
    await button(office, 'Not spam').click();
    await expect(toast(office, 'Message moved to the others')).toBeVisible();
    await expect(office.getByText('No messages found matching your criteria.')).toBeVisible();

    await status.selectOption('All');
    await button(office, `View ${name}`).click();
    await expect(button(office, 'Mark as unread')).toBeVisible();
    await expect(button(office, 'Not spam')).toHaveCount(0);
  });
});

test.describe('when a call fails', () => {
  test.use({ expectedInConsole: new RegExp(`${failedCall.source}|TRPCClientError`) });

  test('a message is deleted after a confirmation, and stays when that fails', async ({
    office,
    request,
  }) => {
    const name = own();
    await send(request, name);
    await office.goto(`/admin/messages?q=${name}`);
    await failCalls(office, /\/api\/trpc\/contact\.remove/);
    await button(office, `Delete ${name}`).click();
    const question = office.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(office, 'Failed to delete message')).toBeVisible();

    await office.unroute(/\/api\/trpc\/contact\.remove/);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(office, 'Message deleted successfully')).toBeVisible();
    await expect(office.getByText('No messages found matching your criteria.')).toBeVisible();
  });
});
