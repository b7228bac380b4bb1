import type { APIRequestContext, Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { emailedLink, emailsTo } from '../emails.ts';
import { expect, test, uniqueWord } from '../story.ts';
import { findToast } from '../toasts.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name });
const own = uniqueWord;

async function reader(request: APIRequestContext): Promise<string> {
  const email = `${own('reader')}@example.org`.toLowerCase();
  await request.post('/api/v1/newsletter/subscribe', { data: { email } });
  const [, token] = (await emailedLink(email, '/newsletter/confirm')).split('=');
  const answer = await request.post('/api/v1/newsletter/confirm', { data: { token } });
  expect(answer.status()).toBe(200);
  return email;
}

test('a newsletter about a post is written, previewed, tested and sent', async ({
  office,
  request,
  account,
}) => {
  const email = await reader(request);
  const subject = own('Open day ');
  const title = own('Prizes ');
  const post = await request.post('/api/v1/posts', {
    headers: { authorization: `Bearer ${account.token}` },
    data: { title, content: '<p>Two first prizes.</p>' },
  });
  expect(post.status()).toBe(201);
  await office.goto('/admin/newsletter');
  await office.getByRole('link', { name: 'Newsletters' }).click();
  await button(office, 'New Newsletter').click();
  const form = office.getByRole('dialog', { name: 'Add New Newsletter' });
  await form.getByLabel('Subject').fill(subject);
  await form.getByLabel('Article').selectOption(title);
  await form.getByLabel('Message').fill('Dear friends,\n\ncome and see.');
  await expectClean(office, 'newsletter form');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(findToast(office, 'Newsletter created successfully')).toBeVisible();

  await office.getByRole('searchbox', { name: 'Search' }).fill(subject);
  await expect(office.getByText('1 found')).toBeVisible();
  await button(office, `View ${subject}`).click();
  const dialog = office.getByRole('dialog', { name: subject });
  const preview = dialog.frameLocator('iframe[title="Preview of the email"]');
  await expect(preview.getByRole('heading', { name: title })).toBeVisible();
  await expect(preview.getByRole('link', { name: 'Read the article' })).toBeVisible();
  await dialog.getByRole('tab', { name: 'Plain text' }).click();
  await expect(dialog.getByText('Dear friends,')).toContainText(title);
  // A toast may cover the Close button.
  await expect(office.locator('[data-slot=toast]')).toHaveCount(0);
  await expectClean(office, 'newsletter');

  await dialog.getByRole('button', { name: 'Send test' }).click();
  await expect(findToast(office, 'Written to a file')).toBeVisible();
  await expect.poll(() => emailsTo(account.email).join()).toContain(subject);
  expect(emailsTo(email).join()).not.toContain(subject);

  await dialog.getByRole('button', { name: 'Send newsletter' }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Written to files: nobody is told.');
  await expect(dialog.getByText('Sent', { exact: true }).first()).toBeVisible();
  await expect(dialog.getByRole('progressbar', { name: 'Sent' })).toHaveAttribute('aria-valuetext', / sent$/);
  const listSent = () => emailsTo(email).filter((one) => one.includes(subject));
  // The bar counts those of everybody
  await expect.poll(listSent).toHaveLength(1);
  expect(listSent()[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});
