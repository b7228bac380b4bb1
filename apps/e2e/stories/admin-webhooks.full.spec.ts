import { startHttp } from '../../server/src/testing/stand-ins/http-server.ts';
import { expectClean } from '../axe.ts';
import { expect, test } from '../story.ts';
import { findToast } from '../toasts.ts';

// The server refuses an address.
test.use({ expectedInConsole: /400 \(Bad Request\)|Some of the fields are not right/ });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('the owner makes a webhook, tries it out, sends a delivery again and removes it', async ({
  ownersOffice: office,
}) => {
  const received: (string | string[] | undefined)[] = [];
  const receiver = await startHttp((request, response) => {
    received.push(request.headers['webhook-id']);
    response.writeHead(204).end();
  });
  const { port } = new URL(receiver.origin);
  const name = `Timetable ${process.pid}${Date.now()}`;
  const button = (label: string) => office.getByRole('button', { name: label, exact: true });
  const item = (label: string) => office.getByRole('menuitem', { name: label });

  await office.goto('/admin/webhooks');
  await button('New Webhook').click();
  await button('Make Webhook').click();
  await expect(office.getByText('This is required')).toHaveCount(2);
  await office.getByLabel('Address').fill('https://me@hooks.example.org/');
  await office.getByLabel('Description').fill(name);
  await office.getByRole('checkbox', { name: 'donation.paid' }).check();
  await button('Make Webhook').click();
  await expect(office.getByText('A web address without user name and password').first()).toBeVisible();
  await expectClean(office, 'new webhook');
  await office.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
  await button('Make Webhook').click();
  await expect(office.getByLabel('Signing Secret', { exact: true })).toHaveText(/^whsec_/);
  await expectClean(office, 'shown secret');
  await button('I have kept it').click();

  const row = office.getByRole('table', { name: 'Webhooks' }).getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Active');
  await row.getByText(name).click();
  await expect(office.getByRole('dialog', { name: 'Edit Webhook' })).toBeVisible();
  await office.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await button(`More about ${name}`).click();
  await item('Send Test Event').click();
  await button(`Deliveries of ${name}`).click();
  const delivery = office
    .getByRole('list', { name: 'Deliveries' })
    .getByRole('listitem')
    .filter({ hasText: 'webhook.test' });
  // The list refreshes every five seconds.
  await expect(delivery).toContainText('Answered 204 after 1 try');
  await delivery.getByText('What is sent').click();
  await expect(delivery).toContainText('"type":"webhook.test"');
  await expectClean(office, 'deliveries');
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => received.length).toBe(2);
  expect(new Set(received).size).toBe(1);
  await office.getByLabel('Status').selectOption('Given up');
  await expect(office.getByText('There are no deliveries here.')).toBeVisible();
  await office.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await button(`More about ${name}`).click();
  await item('New Secret').click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Make Secret' }).click();
  await expect(office.getByText('The former secret signs too for 24 hours.')).toBeVisible();
  await button('I have kept it').click();
  await button(`More about ${name}`).click();
  await item('Remove').click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(findToast(office, 'Webhook removed')).toBeVisible();
  await expect(row).toHaveCount(0);
  await receiver.close();
});
