import { beforeEach, expect, test } from 'vitest';
import { retryRulesByWork } from '../../../composition/background.ts';
import { writeEmail } from '../../../composition/messages.ts';
import { requireSuccess } from '../../../testing/app/answers.ts';
import { claimEmail } from '../../../testing/app/claim-email.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { runInTransaction } from '../../../transaction.ts';
import { eraseExpiredData } from '../../office/privacy/retention.service.ts';
import { queueEmail } from '../../platform/outbox/outbox.service.ts';
import { failMessage, markMessageSent } from '../../platform/outbox/sending.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { BATCH_SIZE, makeCampaignSender } from './delivery-queue.service.ts';
import { newsletterWelcomeMessage } from './newsletter.messages.ts';

const t = await useTestApp();
const office = t.office.admin;

beforeEach(async () => {
  await t.sql('truncate campaigns, subscribers, outgoing_messages, written_words cascade');
});

const confirmed = (count: number) =>
  query(
    t.db.connection,
    `insert into subscribers (email, token, state, confirmed_at)
     select 'reader' || n || '@example.org', repeat('t', 30) || n, 'confirmed', now() from generate_series(1, $1::int) n`,
    [count],
  );
async function started(): Promise<number> {
  const { view } = await office.newsletter.campaigns.create.mutate({ subject: 'Open day', body: 'Come.' });
  await office.newsletter.campaigns.start.mutate({ id: view.id });
  // What owners read of it
  await t.sql(`delete from outgoing_messages where kind = 'message-to-many-notice'`);
  return view.id;
}
const campaign = async (id: number) => (await office.newsletter.campaigns.get.query({ id })).view;
const stop = (id: number) => office.newsletter.campaigns.stop.mutate({ id });
const resume = (id: number) => office.newsletter.campaigns.resume.mutate({ id });
/** One turn of the campaign sender. It keeps no state, so a turn is also a restart. */
async function turn(): Promise<void> {
  const sender = makeCampaignSender(() => t.jobContext(), retryRulesByWork.campaigns);
  await t.sql(`update campaigns set next_try_at = now() - interval '1 second'`);
  for (const one of await sender.claim([])) await sender.run(one);
}

/** A newsletter whose first emails are queued. */
async function underWay(readers: number): Promise<number> {
  await confirmed(readers);
  const id = await started();
  await turn();
  return id;
}
const outbox = () => ({ em: t.em(), now: () => new Date() });
async function deliver(most = Number.POSITIVE_INFINITY): Promise<string[]> {
  const to: string[] = [];
  while (to.length < most) {
    const email = await claimEmail(outbox());
    if (!email) break;
    await markMessageSent(outbox(), email);
    to.push(email.recipient ?? '');
  }
  return to;
}
async function beRefused() {
  await t.sql('update outgoing_messages set tries = 2');
  const email = await claimEmail(outbox());
  if (!email) throw new Error('Nothing was queued');
  await failMessage(
    outbox(),
    retryRulesByWork.email,
    email,
    Object.assign(new Error('No such box'), { responseCode: 550 }),
  );
  return email;
}
const inOrder = (addresses: string[]) => [...addresses].sort();
const readers = (count: number) =>
  inOrder(Array.from({ length: count }, (_, at) => `reader${at + 1}@example.org`));

test('a newsletter goes once to every confirmed reader, batch by batch, and is then finished', async () => {
  await confirmed(BATCH_SIZE + 50);
  await t.sql("insert into subscribers (email, token) values ('pending@example.org', 'p')");
  const id = await started();
  expect((await campaign(id)).counts).toMatchObject({ sent: 0, queued: 0, left: BATCH_SIZE + 50 });

  await turn();
  await turn();
  expect((await campaign(id)).counts).toMatchObject({ queued: BATCH_SIZE, left: 50 });
  const first = await deliver();
  await turn();
  const second = await deliver();
  expect([first.length, second.length]).toEqual([BATCH_SIZE, 50]);
  expect(inOrder([...first, ...second])).toEqual(readers(BATCH_SIZE + 50));

  await turn();
  expect(await campaign(id)).toMatchObject({
    state: 'sent',
    finishedAt: expect.any(String),
    counts: { sent: BATCH_SIZE + 50, queued: 0, failed: 0, skipped: 0, left: 0 },
  });
});

test('two replicas at once, or a crash in the middle, send nothing twice', async () => {
  await confirmed(120);
  const id = await started();
  await Promise.all([turn(), turn(), turn()]);
  expect((await campaign(id)).counts.queued).toBe(120);

  // A crash between the emails and their deliveries must leave neither
  await t.sql('truncate deliveries, outgoing_messages cascade');
  await t.sql(`create function crash() returns trigger language plpgsql as $$ begin raise 'crash'; end $$`);
  await t.sql('create trigger crash before insert on deliveries execute function crash()');
  await turn();
  await t.sql('drop function crash cascade');
  const failed = await t.sql(
    'select tries, last_error from campaigns where next_try_at > now() + interval $$3 s$$',
  );
  expect(failed).toEqual([{ tries: 1, last_error: expect.stringContaining('crash') }]);
  expect(await t.sql('select id from outgoing_messages')).toEqual([]);

  await turn();
  expect(inOrder(await deliver())).toEqual(readers(120));
});

test('stopping holds the queued emails, and resuming reaches exactly the readers without one', async () => {
  const id = await underWay(BATCH_SIZE + 20);
  const before = await deliver(30);
  const stopped = await stop(id);
  expect(stopped.view).toMatchObject({
    state: 'stopped',
    counts: { sent: 30, queued: BATCH_SIZE - 30, left: 20 },
  });
  const draft = await office.newsletter.campaigns.create.mutate({ subject: 'Later', body: 'Wait.' });
  const sorted = async (sort: 'sent' | '-sent') =>
    (await office.newsletter.campaigns.list.query({ sort })).items.map((item) => item.id);
  expect([await sorted('sent'), await sorted('-sent')]).toEqual([
    [draft.view.id, id],
    [id, draft.view.id],
  ]);
  await turn();
  expect(await deliver()).toEqual([]);
  await expect(stop(id)).rejects.toThrow('not sending');

  await resume(id);
  const after = await deliver();
  await turn();
  after.push(...(await deliver()));
  expect(inOrder([...before, ...after])).toEqual(readers(BATCH_SIZE + 20));
});

test('an email that is being sent during a stop and a resume is not claimed twice', async () => {
  const id = await underWay(1);
  const claimed = await claimEmail(outbox());
  await stop(id);
  await resume(id);
  expect(await deliver()).toEqual([]);
  if (claimed) await markMessageSent(outbox(), claimed);
  await turn();
  expect(await campaign(id)).toMatchObject({ state: 'sent', counts: { sent: 1 } });
});

test('the office cannot send a held email with Send Again', async () => {
  const id = await underWay(1);
  const email = await claimEmail(outbox());
  if (email) await failMessage(outbox(), retryRulesByWork.email, email, new Error('Later'));
  await stop(id);
  await expect(office.messagesOut.sendAgain.mutate({ id: email?.id ?? 0 })).rejects.toThrow(
    'no such message',
  );
});

test('Send Again does not send an email of a stopped newsletter', async () => {
  const id = await underWay(1);
  const email = await beRefused();
  await stop(id);
  await office.messagesOut.sendAgain.mutate({ id: email.id });

  const { em } = outbox();
  const { view: site } = await getSite({ em });
  const context = { em, site, publicUrl: t.config.publicUrl, linkToken: () => '' };
  await expect(writeEmail(email.kind, email.data, context)).rejects.toThrow('was stopped');
  await resume(id);
  expect((await writeEmail(email.kind, email.data, context)).subject).toBe('Open day');
});

test('a reader who unsubscribes gets no queued email, not even after subscribing again', async () => {
  const id = await underWay(3);
  await requireSuccess(t.visitor.api.newsletter.unsubscribe({ body: { token: `${'t'.repeat(30)}1` } }));
  await requireSuccess(t.visitor.api.newsletter.unsubscribe({ body: { token: `${'t'.repeat(30)}2` } }));
  expect(await deliver()).toEqual(['reader3@example.org']);

  await requireSuccess(t.visitor.api.newsletter.subscribe({ body: { email: 'reader1@example.org' } }));
  const [asked] = await t.sql<{ token: string }>(
    "select data->>'confirmation' as token from outgoing_messages where kind = 'newsletter-confirmation'",
  );
  await requireSuccess(t.visitor.api.newsletter.confirm({ body: { token: asked?.token ?? '' } }));
  await turn();
  const kinds = await t.sql<{ kind: string }>(
    "select kind from outgoing_messages where state = 'waiting' order by id",
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['newsletter-confirmation', 'newsletter-welcome']);
  expect((await campaign(id)).counts).toMatchObject({ sent: 1, skipped: 2, left: 0 });
});

test('a reader who unsubscribes while the next batch is chosen is not in it', async () => {
  await confirmed(2);
  const id = await started();
  const leaving = t.em();
  await leaving.begin();
  await leaving.execute("update subscribers set state = 'unsubscribed' where email = 'reader1@example.org'");
  const queueing = turn();
  await leaving.commit();
  await queueing;
  expect((await campaign(id)).counts).toMatchObject({ queued: 1, left: 0 });
  expect(await deliver()).toEqual(['reader2@example.org']);
});

test('every other email goes before a newsletter', async () => {
  await confirmed(5);
  await started();
  await turn();
  await deliver(2);
  await runInTransaction({ em: t.em(), now: () => new Date() }, (tx) =>
    queueEmail(tx, newsletterWelcomeMessage.email({ data: { token: 't' }, recipient: 'new@example.org' })),
  );
  expect((await deliver()).indexOf('new@example.org')).toBe(0);
});

test('an email that a server refuses is counted and does not hold up the rest', async () => {
  const id = await underWay(2);
  await beRefused();
  await deliver();
  await turn();
  expect(await campaign(id)).toMatchObject({ state: 'sent', counts: { sent: 1, failed: 1 } });
});

test('an email that is erased 90 days after it was given up does not count as sent', async () => {
  const id = await underWay(2);
  await beRefused();
  await deliver();
  await turn();
  await eraseExpiredData(t.jobContext(() => new Date(Date.now() + 91 * 24 * 60 * 60_000)));
  expect(await t.sql("select id from outgoing_messages where state = 'parked'")).toEqual([]);
  expect((await campaign(id)).counts).toMatchObject({ sent: 1, failed: 0, skipped: 1 });
});

test('a newsletter starts once, and needs content and a confirmed reader', async () => {
  const { view } = await office.newsletter.campaigns.create.mutate({ subject: 'Nobody', body: 'Hello' });
  await expect(office.newsletter.campaigns.start.mutate({ id: view.id })).rejects.toThrow(
    'Nobody has confirmed',
  );

  await confirmed(1);
  const id = await started();
  await expect(office.newsletter.campaigns.start.mutate({ id })).rejects.toThrow('on its way already');
  await expect(
    office.newsletter.campaigns.update.mutate({ id, changes: { subject: 'Another' } }),
  ).rejects.toThrow('on its way already');
  await expect(office.newsletter.campaigns.remove.mutate({ id })).rejects.toThrow('Stop the sending first');
  await stop(id);
  await turn();
  await office.newsletter.campaigns.remove.mutate({ id });
  expect(await deliver()).toEqual([]);
});

test('a restored newsletter continues with the readers who have not got it', async () => {
  const id = await underWay(10);
  const before = await deliver(4);
  await stop(id);
  await office.newsletter.campaigns.remove.mutate({ id });
  expect(await t.sql("select id from outgoing_messages where state <> 'sent'")).toEqual([]);
  await office.trash.restore.mutate({ kind: 'newsletter', id });
  await resume(id);
  await turn();
  expect(inOrder([...before, ...(await deliver())])).toEqual(readers(10));
});
