import { scriptPayloads } from '../../server/src/testing/hostile-texts.ts';
import { expect, failedCall, test } from '../story.ts';

// The images of the texts do not exist.
test.use({ expectedInConsole: failedCall });

test('texts with scripts run nowhere: not in a post, not in the office', async ({
  office,
  account,
  request,
}) => {
  const dialogs: string[] = [];
  office.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const headers = { authorization: `Bearer ${account.token}` };
  const [name, title, all] = [scriptPayloads[0] ?? '', scriptPayloads[6], scriptPayloads.join('\n')];
  const message = { name, email: 'texts@example.org', subject: title, message: all.slice(0, 4000) };
  expect((await request.post('/api/v1/contact', { data: message })).status()).toBe(201);
  const post = { title, content: `<p>Start of the texts</p>${all}`, status: 'draft' };
  const answer = await request.post('/api/v1/posts', { headers, data: post });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()).data;
  const preview = await request.get(`/api/trpc/posts.preview?input=${encodeURIComponent(`{"id":${id}}`)}`, {
    headers,
  });
  const path: string = (await preview.json()).result.data;

  for (const page of [path, '/admin/messages', '/admin/posts', `/programs?q=${encodeURIComponent(name)}`]) {
    await office.goto(page);
    await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
    await office.waitForLoadState('networkidle').catch(() => undefined);
    expect([page, await office.evaluate(() => Reflect.get(window, '__xss'))]).toEqual([page, undefined]);
  }
  expect(dialogs).toEqual([]);
  await request.delete(`/api/v1/posts/${id}`, { headers });
});
