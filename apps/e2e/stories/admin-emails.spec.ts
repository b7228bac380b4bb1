import { expectClean } from '../axe.ts';
import { query } from '../database.ts';
import { expect, test } from '../story.ts';

test('an email that was given up shows the reason and is sent after Retry', async ({ office }) => {
  const recipient = `gone.${process.pid}.${Date.now()}@institute.example`;
  await query(
    `insert into emails (kind, recipient, data, state, tries, last_error)
     values ('newsletter-welcome', $1, '{"token": "a"}', 'parked', 3, '550 No such box')`,
    [recipient],
  );
  await office.goto('/admin/mail');
  const row = office.getByRole('row').filter({ hasText: recipient });
  await expect(row).toContainText('Newsletter welcome');
  await expect(row).toContainText('550 No such box');
  await expect(row).toContainText('Given up');
  await expect(office.getByText(/^Sent today: \d+ · Waiting: \d+ · Given up: [1-9]/)).toBeVisible();
  await expectClean(office, 'mail');

  await expect(office.getByRole('link', { name: /^Mail\s*\d+ given up$/ })).toBeVisible();

  await office.getByRole('button', { name: `Retry Newsletter welcome to ${recipient}` }).click();
  const toast = office.locator('[data-slot=toast]').filter({ hasText: 'on its way again' });
  await expect(toast).toBeVisible();
  await expect(row).toHaveCount(0, { timeout: 30_000 });
  // The row disappears as soon as the mailer tries again.
  await expect
    .poll(() => query<{ state: string }>('select state from emails where recipient = $1', [recipient]))
    .toEqual([{ state: 'sent' }]);
});
