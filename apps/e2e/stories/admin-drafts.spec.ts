import { expectClean } from '../axe.ts';
import { expect, openScreen, readPublic, test } from '../story.ts';
import { findToast } from '../toasts.ts';

test('a draft is previewed, published, and restored to an earlier version', async ({
  office,
  request,
  account,
}) => {
  const title = `Draft ${process.pid} ${Date.now()}`;
  const headers = { authorization: `Bearer ${account.token}` };
  const made = await request.post('/api/v1/posts', {
    headers,
    data: { title, status: 'draft', content: '<p>Come at nine.</p>' },
  });
  const { id } = (await made.json()).data as { id: number };
  expect((await request.get(`/news/${id}`)).status()).toBe(404);
  await office.goto(`/admin/posts?status=draft&q=${encodeURIComponent(title)}`);
  const edit = office.getByRole('button', { name: `Edit ${title}` });
  await edit.click();
  const form = office.getByRole('main');
  const opened = office.context().waitForEvent('page');
  await form.getByRole('link', { name: 'Preview' }).click();
  const preview = await opened;
  await expect(preview.getByText('Preview – not published')).toBeVisible();
  await preview.reload();
  await expect(preview.getByRole('heading', { name: title })).toBeVisible();
  await expectClean(preview, 'preview');
  const link = preview.url();
  await preview.close();
  expect((await request.get(link.replace(/=.{8}/, '=XXXXXXXX'))).status()).toBe(404);

  await expect(form.getByRole('button', { name: 'Save Draft' })).toBeVisible();
  await form.getByLabel('Status').selectOption('Published');
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(findToast(office, 'Post updated successfully')).toBeVisible();
  expect(await (await request.get(`/news/${id}`)).text()).not.toContain('Preview – not published');
  expect(await (await request.get(link)).text()).not.toContain('Preview – not published');

  await request.put(`/api/v1/posts/${id}`, { headers, data: { content: '<p>Come at ten.</p>' } });
  await openScreen(office, `/admin/posts?q=${encodeURIComponent(title)}`);
  await edit.click();
  await form.getByRole('button', { name: 'History' }).click();
  const history = office.getByRole('dialog', { name: 'History' });
  const versions = history.getByRole('button', { name: account.email });
  await expect(versions.first()).toContainText('Now');
  // The oldest version is the draft.
  await versions.nth(1).click();
  const content = history.getByRole('region', { name: 'Content' });
  await expect(content.locator('mark')).toHaveText(['nine.', 'ten.']);
  await expectClean(office, 'history');
  await history.getByRole('button', { name: 'Restore this version' }).click();
  await expect(findToast(office, 'Version restored successfully')).toBeVisible();
  await expect(form.getByLabel(/^Content/)).toHaveText('Come at nine.');
  expect(await readPublic(request, `/posts/${id}`)).toMatchObject({ content: '<p>Come at nine.</p>' });
});
