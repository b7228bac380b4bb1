import { expect, test } from '../story.ts';
import { findToast } from '../toasts.ts';

test('a visitor sends a message', async ({ page, visit }) => {
  await visit('/contact');
  const form = page.getByRole('main');
  await form.getByLabel('Name').fill('Akello Ruth');
  await form.getByLabel('Email', { exact: true }).fill('ruth@example.org');
  await form.getByLabel('Subject').fill('Evening groups');
  await form.getByLabel('Message').fill('Is there a group on Saturdays?');
  const sending = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/contact'),
  );
  await form.getByRole('button', { name: 'Send Message' }).click();
  expect((await sending).headers()['form-token']).toMatch(/^[\w.-]{50,}$/);
  await expect(findToast(page, 'Message sent successfully')).toBeVisible();
});
