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
  const [name, title] = [scriptPayloads[0] ?? '', scriptPayloads[6] ?? ''];
  const all = scriptPayloads.join('\n');
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

  const row = (text: string) => office.getByRole('row').filter({ hasText: text });
  for (const [address, text] of [
    [path, office.getByText('Start of the texts')],
    ['/admin/messages', row(name)],
    ['/admin/posts', row(title)],
    [`/programs?q=${encodeURIComponent(name)}`, office.getByRole('status').filter({ hasText: 'found' })],
  ] as const) {
    await office.goto(address);
    await expect(text.first()).toBeVisible();
    // Some scripts would run when an image fails.
    const waiting = office.locator('img:not([loading=lazy])');
    await expect
      .poll(() => waiting.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).complete)))
      .toBe(true);
    expect([address, await office.evaluate(() => Reflect.get(window, '__xss'))]).toEqual([
      address,
      undefined,
    ]);
  }
  expect(dialogs).toEqual([]);
  await request.delete(`/api/v1/posts/${id}`, { headers });
});
