import { expect, test } from 'vitest';
import { readData, readRefusal } from '../../../testing/app/answers.ts';
import { findTablesWith } from '../../../testing/app/stored.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { eraseExpiredData } from '../../office/privacy/retention.service.ts';
import { ActivityEntity } from '../../platform/activity/activity.entity.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';
import { SubscriberEntity, type SubscriberRow } from './newsletter.entity.ts';

const t = await useTestApp();

const subscribe = (email: string) => readData(t.visitor.api.newsletter.subscribe({ body: { email } }));
const unsubscribe = (body: { email: string } | { token: string }) =>
  readData(t.visitor.api.newsletter.unsubscribe({ body }));
/** By the link of any email. */
const leave = async (email: string) => unsubscribe({ token: await tokenOf(email) });
const confirm = (token: string) => readData(t.visitor.api.newsletter.confirm({ body: { token } }));
const row = (email: string): Promise<SubscriberRow | null> => t.em().findOne(SubscriberEntity, { email });
const find = (id: number): Promise<SubscriberRow | null> => t.em().findOne(SubscriberEntity, id);
const idOf = async (email: string) => (await row(email))?.id ?? 0;
const tokenOf = async (email: string) => (await row(email))?.token ?? '';
async function confirmationsTo(recipient: string): Promise<string[]> {
  const rows = await t
    .em()
    .find(OutgoingMessageEntity, { kind: 'newsletter-confirmation', recipient }, { orderBy: { id: 'asc' } });
  return rows.map(({ data }) => (data as { confirmation?: string }).confirmation ?? '');
}
const confirmationTo = async (email: string) => (await confirmationsTo(email)).at(-1) ?? '';
const refusalOfConfirming = (token: string) =>
  readRefusal(t.visitor.api.newsletter.confirm({ body: { token } }));
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const night = () => eraseExpiredData(t.jobContext(t.now));

test('a subscription waits for its confirmation', async () => {
  expect(await subscribe(' New@Example.org ')).toEqual({ email: 'New@Example.org' });
  expect(await row('new@example.org')).toMatchObject({
    state: 'pending',
    token: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test('the answer does not reveal whether an address is known', async () => {
  const email = 'Known@example.org';
  const answers = [await subscribe(email), await subscribe(email)];
  await confirm(await confirmationTo('known@example.org'));
  answers.push(await subscribe(email));
  expect((await row('known@example.org'))?.state).toBe('confirmed');
  answers.push(await unsubscribe({ email }));
  await leave('known@example.org');
  answers.push(await unsubscribe({ email }), await subscribe(email));
  for (const answer of answers) expect(answer).toEqual({ email });

  const unknown = { email: 'nobody@example.org' };
  expect(await unsubscribe(unknown)).toEqual(unknown);
  expect(await row('nobody@example.org')).toBeNull();
});

test('an address has one subscription, whatever its case, even with simultaneous requests', async () => {
  const spellings = ['one@example.org', 'ONE@example.org', 'One@Example.ORG'];
  await Promise.all(spellings.map(subscribe));
  const rows = await t.em().count(SubscriberEntity, { email: 'one@example.org' });
  expect(rows).toBe(1);
});

test('the emailed link confirms, and can be used again', async () => {
  await subscribe('sure@example.org');
  const token = await confirmationTo('sure@example.org');
  for (const _ of [1, 2]) expect(await confirm(token)).toEqual({ confirmed: true });
  expect(await row('sure@example.org')).toMatchObject({ state: 'confirmed', confirmedAt: expect.any(Date) });
});

test('a token has one purpose: an unsubscribe token never confirms, and a confirmation never unsubscribes', async () => {
  const email = 'purpose@example.org';
  await subscribe(email);
  const id = await idOf(email);
  const token = await tokenOf(email);
  const confirmation = await confirmationTo(email);
  expect(await refusalOfConfirming(token)).toMatchObject({ status: 404 });
  expect(await row(email)).toMatchObject({ state: 'pending' });

  await confirm(confirmation);
  const left = t.visitor.api.newsletter.unsubscribe({ body: { token: confirmation } });
  expect(await readRefusal(left)).toMatchObject({ status: 404 });
  expect(await row(email)).toMatchObject({ state: 'confirmed' });

  await unsubscribe({ token });
  expect(await refusalOfConfirming(token)).toMatchObject({ status: 404 });
  expect(await find(id)).toMatchObject({ state: 'unsubscribed' });
});

test('a confirmation ends after seven days, and an unsubscribe token does not end', async () => {
  const email = 'late@example.org';
  await subscribe(email);
  t.wait(7 * DAY - MINUTE);
  const early = await confirmationTo(email);
  await subscribe(email);
  t.wait(2 * MINUTE);
  expect(await refusalOfConfirming(early)).toMatchObject({
    status: 404,
    message: 'This link is not valid any more. Subscribe again to get a new one',
  });
  const token = await tokenOf(email);
  await confirm(await confirmationTo(email));
  t.wait(800 * DAY);
  expect(await unsubscribe({ token })).toEqual({ email });
});

test('the unsubscribe link works repeatedly, and an old confirmation link does not undo it', async () => {
  await subscribe('Leaver@example.org');
  const id = await idOf('leaver@example.org');
  const token = await tokenOf('leaver@example.org');
  const confirmation = await confirmationTo('leaver@example.org');
  await confirm(confirmation);
  expect(await unsubscribe({ token })).toEqual({ email: 'leaver@example.org' });
  expect(await unsubscribe({ token })).toEqual({ email: '' });
  expect(await find(id)).toMatchObject({ state: 'unsubscribed', email: null });
  expect(await refusalOfConfirming(confirmation)).toMatchObject({ status: 404 });
});

test('who has left stays so when a stranger subscribes the address, until its reader confirms', async () => {
  const email = 'gone@example.org';
  await subscribe(email);
  const first = await confirmationTo(email);
  await confirm(first);
  const id = await idOf(email);
  const token = await tokenOf(email);
  await unsubscribe({ token });

  t.wait(11 * MINUTE);
  expect(await subscribe('Gone@example.org')).toEqual({ email: 'Gone@example.org' });
  expect(await find(id)).toMatchObject({ state: 'unsubscribed', unsubscribedAt: expect.any(Date) });
  const confirmations = await confirmationsTo(email);
  expect(confirmations).toHaveLength(2);
  expect(await refusalOfConfirming(first)).toMatchObject({ status: 404 });
  await confirm(confirmations[1] ?? '');
  expect(await find(id)).toMatchObject({ state: 'confirmed', email, token, unsubscribedAt: null });
  await unsubscribe({ token });
  expect(await find(id)).toMatchObject({ state: 'unsubscribed', email: null });
});

test('of an address that has left only a hash stays, and a confirmation asked for meanwhile is void', async () => {
  const email = 'wren.left@example.org';
  await subscribe(email);
  const id = await idOf(email);
  await leave(email);
  t.wait(11 * MINUTE);
  await subscribe(email);
  const confirmation = await confirmationTo(email);
  await leave(email);
  expect(await refusalOfConfirming(confirmation)).toMatchObject({ status: 404 });

  await t.em().nativeDelete(OutgoingMessageEntity, { recipient: email });
  expect(await findTablesWith(t, 'wren.left')).toEqual([]);
  expect(await find(id)).toMatchObject({
    state: 'unsubscribed',
    leftHash: expect.stringMatching(/^[\w-]{43}$/),
  });
  const { counts, list } = t.office.admin.newsletter.subscribers;
  expect((await counts.query()).unsubscribed).toBeGreaterThan(0);
  expect((await list.query({ category: 'unsubscribed' })).items[0]).toMatchObject({ id, email: null });
});

test('an address that is subscribed while it leaves has one row', async () => {
  const email = 'race@example.org';
  await subscribe(email);
  const id = await idOf(email);
  const token = await tokenOf(email);
  for (let n = 0; n < 5; n += 1) {
    await Promise.all([subscribe(email), unsubscribe({ token }), subscribe(email), unsubscribe({ token })]);
  }
  await subscribe(email);
  expect(await row(email)).toMatchObject({ id, state: 'unsubscribed' });
});

test('an unconfirmed address, and one that had left before an upgrade, is removed after 30 days', async () => {
  await subscribe('forgotten@example.org');
  await subscribe('asked.again@example.org');
  const id = await idOf('asked.again@example.org');
  await leave('asked.again@example.org');
  await t.sql(
    "insert into subscribers (email, token, state, asked_at) values ('former@example.org', 'former', 'unsubscribed', now() - interval '1 year')",
  );
  t.wait(11 * MINUTE);
  await subscribe('asked.again@example.org');
  t.wait(29 * DAY);
  await subscribe('recent@example.org');
  await night();
  expect(await row('forgotten@example.org')).not.toBeNull();
  expect(await find(id)).toMatchObject({ email: 'asked.again@example.org' });
  expect(await row('former@example.org')).toBeNull();

  t.wait(DAY);
  await night();
  expect(await row('forgotten@example.org')).toBeNull();
  expect(await find(id)).toMatchObject({ email: null, state: 'unsubscribed' });
  expect(await row('recent@example.org')).toMatchObject({ state: 'pending' });

  await subscribe('former@example.org');
  expect(await row('former@example.org')).toMatchObject({ state: 'unsubscribed', token: 'former' });
});

test('an address gets one confirmation email in ten minutes, also when it unsubscribes in between', async () => {
  const email = 'often@example.org';
  for (let n = 0; n < 3; n += 1) {
    await subscribe(email);
    await leave(email);
  }
  await subscribe(email);
  expect(await confirmationsTo(email)).toHaveLength(1);
  expect(await confirm(await confirmationTo(email))).toEqual({ confirmed: true });
  await leave(email);

  t.wait(10 * MINUTE);
  await subscribe(email);
  expect(await confirmationsTo(email)).toHaveLength(2);
  expect(await row(email)).toMatchObject({ state: 'unsubscribed' });
});

test('by address alone nothing ends: a mail with a link asks, once in ten minutes', async () => {
  const email = 'asked@example.org';
  const asks = async () => {
    const rows = await t
      .em()
      .find(OutgoingMessageEntity, { kind: 'newsletter-leaving' }, { orderBy: { id: 'asc' } });
    return rows.map(({ recipient, data }) => ({ recipient, ...data }));
  };
  const before = await asks();
  await subscribe(email);
  await confirm(await confirmationTo(email));
  const id = await idOf(email);
  const token = await tokenOf(email);
  for (const spelled of [email, 'Asked@Example.org', 'nobody.asked@example.org'])
    expect(await unsubscribe({ email: spelled })).toEqual({ email: spelled });
  expect(await row(email)).toMatchObject({ state: 'confirmed' });
  expect((await asks()).slice(before.length)).toEqual([{ recipient: email, token }]);

  t.wait(10 * MINUTE);
  await unsubscribe({ email });
  expect(await asks()).toHaveLength(before.length + 2);
  await unsubscribe({ token });
  expect(await find(id)).toMatchObject({ state: 'unsubscribed', email: null });
  t.wait(10 * MINUTE);
  await unsubscribe({ email });
  expect(await asks()).toHaveLength(before.length + 2);
});

test('an unknown link is not found', async () => {
  const { newsletter } = t.visitor.api;
  const body = { token: 'x'.repeat(43) };
  for (const call of [newsletter.confirm({ body }), newsletter.unsubscribe({ body })]) {
    expect(await readRefusal(call)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  }
});

test('activities name no address, no secret and no device', async () => {
  const extraHeaders = { 'user-agent': 'Canaryphone' };
  const email = 'device@example.org';
  const { newsletter } = t.visitor.api;
  await readData(newsletter.subscribe({ extraHeaders, body: { email } }));
  await readData(newsletter.confirm({ extraHeaders, body: { token: await confirmationTo(email) } }));
  await readData(newsletter.unsubscribe({ extraHeaders, body: { token: await tokenOf(email) } }));

  const rows = await t.em().find(ActivityEntity, { entityType: 'newsletter' });
  expect(new Set(rows.map(({ type, description }) => `${type}: ${description}`))).toEqual(
    new Set([
      'create: Newsletter subscription',
      'update: Newsletter subscription confirmed',
      'update: Newsletter subscription ended',
    ]),
  );
  for (const entry of rows) expect(entry).toMatchObject({ ipAddress: null, userAgent: null });
});

test('what the office removes is in the log with its device', async () => {
  await subscribe('removed@example.org');
  const { subscribers } = t.office.admin.newsletter;
  await subscribers.remove.mutate({ id: await idOf('removed@example.org') });
  expect(await t.em().findOne(ActivityEntity, { entityType: 'newsletter', type: 'delete' })).toMatchObject({
    userEmail: 'office@example.org',
    ipAddress: '127.0.0.1',
  });
});
