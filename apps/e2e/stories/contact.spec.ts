import { expect, failedCall, test } from '../story.ts';
import { toast } from '../toasts.ts';

test.describe(() => {
  test.use({ expectedInConsole: failedCall });

  test('a message is sent with a token, also when the first call for one has failed', async ({
    page,
    visit,
  }) => {
    let calls = 0;
    await page.route('**/api/v1/contact/token', (route) => {
      calls += 1;
      return calls === 1 ? route.abort() : route.continue();
    });
    await visit('/contact');
    const form = page.getByRole('main');
    await form.getByLabel('Name').fill('Akello Ruth');
    await expect.poll(() => calls).toBe(1);
    await form.getByLabel('Email', { exact: true }).fill('ruth@example.org');
    await form.getByLabel('Subject').fill('Evening groups');
    await form.getByLabel('Message').fill('Is there a group on Saturdays?');
    const sending = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/contact'),
    );
    await form.getByRole('button', { name: 'Send Message' }).click();
    expect((await sending).headers()['form-token']).toMatch(/^[\w.-]{50,}$/);
    await expect(toast(page, 'Message sent successfully')).toBeVisible();
  });
});
