import type { APIRequestContext, Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { expect, stored, test } from '../story.ts';
import { toast } from '../toasts.ts';

const own = () => `Draft ${process.pid} ${Date.now()}`;
type Post = { id: number; title: string; status: string; publishAt: string | null };

async function makePost(request: APIRequestContext, token: string, fields: object): Promise<Post> {
  const answer = await request.post('/api/v1/posts', {
    headers: { authorization: `Bearer ${token}` },
    data: { content: '<p>Come at nine.</p>', ...fields },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).data;
}

async function edit(page: Page, title: string) {
  await page.goto(`/admin/posts?q=${encodeURIComponent(title)}`);
  return open(page, title);
}

async function open(page: Page, title: string) {
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Post' });
  await expect(form.getByLabel(/^Title/)).toHaveValue(title);
  return form;
}

test.describe('on a device in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('the time of publication is in Kampala time and is required', async ({ office, request, account }) => {
    const post = await makePost(request, account.token, { title: own(), status: 'draft' });
    const form = await edit(office, post.title);
    await form.getByLabel('Status').selectOption('Scheduled');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('This is required')).toBeVisible();
    await expect(form.getByLabel(/^Publish at/)).toBeFocused();

    await form.getByLabel(/^Publish at/).fill('2031-01-12T14:05');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(toast(office, 'Post updated successfully')).toBeVisible();
    await expect(office.getByText('Scheduled for 12 Jan 2031, 14:05')).toBeVisible();
    const saved = await request.get(`/api/v1/posts/${post.id}`, {
      headers: { authorization: `Bearer ${account.token}` },
    });
    expect((await saved.json()).data).toMatchObject({
      status: 'scheduled',
      publishAt: '2031-01-12T11:05:00.000Z',
    });
    expect((await request.get(`/news/${post.id}`)).status()).toBe(404);
  });
});

test('a draft is previewed on its page before visitors see it', async ({ office, request, account }) => {
  const post = await makePost(request, account.token, { title: own(), status: 'draft' });
  await office.goto(`/admin/posts?q=${encodeURIComponent(post.title)}`);
  const status = office.getByRole('combobox', { name: 'Status' });
  await expect(status.getByRole('option')).toHaveText([/^All/, 'Draft', 'Published', 'Scheduled']);
  await status.selectOption('Published');
  await expect(office.getByText('No posts found matching your criteria.')).toBeVisible();
  await status.selectOption('Draft');
  await expect(office).toHaveURL(/status=draft/);
  await expect(office.getByRole('button', { name: `Edit ${post.title}` })).toBeVisible();
  const form = await open(office, post.title);
  await expect(office.locator('tbody').getByText('Draft', { exact: true })).toBeAttached();

  const opened = office.context().waitForEvent('page');
  await form.getByRole('link', { name: 'Preview' }).click();
  const preview = await opened;
  await expect(preview.getByRole('heading', { name: post.title })).toBeVisible();
  await expect(preview.getByText('Preview – not published')).toBeVisible();
  await preview.reload();
  await expect(preview.getByText('Preview – not published')).toBeVisible();
  await expectClean(preview, 'preview');
  const link = preview.url();
  await preview.close();
  expect((await request.get(link.replace(/=.{8}/, '=XXXXXXXX'))).status()).toBe(404);

  await form.getByLabel('Status').selectOption('Published');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(toast(office, 'Post updated successfully')).toBeVisible();
  expect(await (await request.get(`/news/${post.id}`)).text()).not.toContain('Preview – not published');
  expect(await (await request.get(link)).text()).not.toContain('Preview – not published');
});

test('an earlier version is compared with the current one and restored', async ({
  office,
  request,
  account,
}) => {
  const title = own();
  const post = await makePost(request, account.token, { title });
  await request.put(`/api/v1/posts/${post.id}`, {
    headers: { authorization: `Bearer ${account.token}` },
    data: { content: '<p>Come at ten.</p>' },
  });

  const form = await edit(office, title);
  await form.getByRole('button', { name: 'History' }).click();
  const history = office.getByRole('dialog', { name: 'History' });
  const versions = history.getByRole('button', { name: account.email });
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText('Now');
  await versions.last().click();
  const content = history.getByRole('region', { name: 'Content' });
  await expect(content.locator('mark')).toHaveText(['nine.', 'ten.']);
  await expectClean(office, 'history');

  await history.getByRole('button', { name: 'Restore this version' }).click();
  await expect(toast(office, 'Version restored successfully')).toBeVisible();
  await expect(history).toBeHidden();
  await expect(form.getByLabel(/^Content/)).toHaveText('Come at nine.');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  expect(await stored(request, `/posts/${post.id}`)).toMatchObject({ content: '<p>Come at nine.</p>' });
});
