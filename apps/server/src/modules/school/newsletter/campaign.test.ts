import { newsletterLimits } from '@institute/contract/newsletter.constants';
import { expect, test } from 'vitest';
import { readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const campaigns = t.office.admin.newsletter.campaigns;

const givenPost = async (fields: Parameters<typeof t.given.post>[0]) =>
  (await t.given.post({ imageUrl: '/images/gate.jpg', imageAlt: 'The gate', ...fields })).id;

test('a newsletter is written, changed, found and deleted', async () => {
  const { view, tag } = await campaigns.create.mutate({ subject: 'Café day', body: 'Come and see.' });
  expect(view).toMatchObject({ subject: 'Café day', postId: null, state: 'draft', startedAt: null });

  const changed = await campaigns.update.mutate({ id: view.id, ifMatch: tag, changes: { body: 'Come!' } });
  expect(changed.view).toMatchObject({ subject: 'Café day', body: 'Come!' });
  await expect(
    campaigns.update.mutate({ id: view.id, ifMatch: tag, changes: { body: 'Late' } }),
  ).rejects.toThrow('somebody else');

  expect(await campaigns.list.query({ q: 'cafe', category: 'draft' })).toMatchObject({
    total: 1,
    items: [{ id: view.id, counts: { sent: 0 } }],
  });
  expect((await campaigns.list.query({ category: 'sent' })).total).toBe(0);
  await campaigns.remove.mutate({ id: view.id });
  expect((await campaigns.list.query({ q: 'cafe' })).total).toBe(0);
  await expect(campaigns.get.query({ id: view.id })).rejects.toThrow('Newsletter not found');
});

test.each([
  ['no subject', { subject: ' ', body: 'Text' }, 'This is required'],
  [
    'a subject that is too long',
    { subject: 'x'.repeat(newsletterLimits.subject + 1), body: 'Text' },
    'At most 200',
  ],
  ['nothing to read', { subject: 'Nothing' }, 'Write something or choose an article'],
  ['a post that is not there', { subject: 'Gone', postId: 4711 }, 'not there any more'],
])('a newsletter with %s is refused', async (_, input, message) => {
  expect(await readRefusal(campaigns.create.mutate(input))).toMatchObject({
    status: 400,
    details: [{ message: expect.stringContaining(message) }],
  });
});

test('the preview shows the text, the post and the unsubscribe link, in both parts', async () => {
  const postId = await givenPost({ title: 'Two <b>prizes</b>' });
  const { view } = await campaigns.create.mutate({
    subject: 'News & more',
    body: 'Dear readers,\n\nsee <below>.',
    postId,
  });
  const { subject, html, text } = await campaigns.preview.query({ id: view.id });
  expect(subject).toBe('News & more');
  expect(html).toContain('see &lt;below&gt;.');
  expect(html).toContain('Two &lt;b&gt;prizes&lt;/b&gt;');
  expect(html).toContain('src="http://localhost:3000/images/gate.jpg" alt="The gate"');
  expect(html).toContain(`href="http://localhost:3000/news/${postId}"`);
  expect(text).toContain('Dear readers,\n\nsee <below>.\n\nTwo <b>prizes</b>\n\nCome and see.');
  expect(text).toMatch(/^\S+\/newsletter\/unsubscribe\?token=\S+$/m);
  // The long address would fill a phone's screen
  expect(html).toMatch(/<a href="[^"]+\/newsletter\/unsubscribe\?token=[^"]+"[^>]*>Unsubscribe<\/a>/);
  expect(html.replaceAll(/<[^>]*>/g, '')).not.toContain('://');
});

test('an unpublished post is not sent, and a sent campaign keeps its content', async () => {
  await t.sql("insert into subscribers (email, token, state) values ('a@example.org', 't', 'confirmed')");
  const draft = await givenPost({ status: 'draft' });
  const { view: early } = await campaigns.create.mutate({ subject: 'Too early', postId: draft });
  await expect(campaigns.start.mutate({ id: early.id })).rejects.toThrow('not published');
  expect((await campaigns.posts.query()).find(({ id }) => id === draft)?.isPublished).toBe(false);

  const postId = await givenPost({ title: 'As it was' });
  const { view } = await campaigns.create.mutate({ subject: 'On time', postId });
  await campaigns.start.mutate({ id: view.id });
  await requireSuccess(t.office.api.posts.update({ params: { id: postId }, body: { title: 'Changed' } }));
  expect((await campaigns.preview.query({ id: view.id })).text).toContain('As it was');
});

test('a newsletter whose only content was an article is not sent after the article is gone', async () => {
  await t.sql("insert into subscribers (email, token, state) values ('c@example.org', 'v', 'confirmed')");
  const postId = await givenPost({ title: 'Soon gone' });
  const { view } = await campaigns.create.mutate({ subject: 'Read this', postId });
  await requireSuccess(t.office.api.posts.remove({ params: { id: postId } }));
  await t.office.admin.trash.purge.mutate({ kind: 'post', id: postId });
  await expect(campaigns.start.mutate({ id: view.id })).rejects.toThrow('was deleted');
});

test('a test email goes only to the account that asks for it', async () => {
  await t.sql("insert into subscribers (email, token, state) values ('b@example.org', 'u', 'confirmed')");
  const { view } = await campaigns.create.mutate({ subject: 'Try', body: 'Hello' });
  await t.sql('delete from outgoing_messages');
  expect(await campaigns.sendTest.mutate({ id: view.id })).toEqual({ recipient: 'office@example.org' });
  expect(await t.sql('select kind, recipient, priority from outgoing_messages')).toEqual([
    { kind: 'newsletter-issue', recipient: 'office@example.org', priority: 0 },
  ]);
  expect((await campaigns.get.query({ id: view.id })).view.state).toBe('draft');
});

test('every step is in the activity log', async () => {
  const rows = await t.sql<{ description: string }>(
    "select description from activities where entity_type = 'newsletter'",
  );
  const told = rows.map(({ description }) => description);
  for (const done of ['Wrote', 'Changed', 'Deleted', 'Started sending', 'Sent a test of']) {
    expect(told).toContainEqual(expect.stringMatching(new RegExp(`^${done} newsletter “.+”$`)));
  }
});
