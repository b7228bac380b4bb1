import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, refusalOf } from '../../testing/answers.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { SubscriberEntity, type SubscriberRow } from './subscriber.entity.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const subscribe = (email: string) => dataOf(t.visitor.api.newsletter.subscribe({ body: { email } }));
const unsubscribe = (body: { email: string } | { token: string }) =>
  dataOf(t.visitor.api.newsletter.unsubscribe({ body }));
const confirm = (token: string) => dataOf(t.visitor.api.newsletter.confirm({ body: { token } }));
const row = async (email: string): Promise<SubscriberRow | null> =>
  t.db.orm.em.fork().findOne(SubscriberEntity, { email });
const tokenOf = async (email: string) => (await row(email))?.token ?? '';

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
  await confirm(await tokenOf('known@example.org'));
  answers.push(await subscribe(email));
  expect((await row('known@example.org'))?.state).toBe('confirmed');
  answers.push(await unsubscribe({ email }), await unsubscribe({ email }), await subscribe(email));
  for (const answer of answers) expect(answer).toEqual({ email });

  const unknown = { email: 'nobody@example.org' };
  expect(await unsubscribe(unknown)).toEqual(unknown);
  expect(await row('nobody@example.org')).toBeNull();
});

test('an address has one subscription, whatever its case, even with simultaneous requests', async () => {
  const spellings = ['one@example.org', 'ONE@example.org', 'One@Example.ORG'];
  await Promise.all(spellings.map(subscribe));
  const rows = await t.db.orm.em.fork().count(SubscriberEntity, { email: 'one@example.org' });
  expect(rows).toBe(1);
});

test('the emailed link confirms, and can be used again', async () => {
  await subscribe('sure@example.org');
  const token = await tokenOf('sure@example.org');
  for (const _ of [1, 2]) expect(await confirm(token)).toEqual({ confirmed: true });
  expect(await row('sure@example.org')).toMatchObject({ state: 'confirmed', confirmedAt: expect.any(Date) });
});

test('the unsubscribe link works repeatedly, and an old confirmation link does not undo it', async () => {
  await subscribe('Leaver@example.org');
  const token = await tokenOf('leaver@example.org');
  await confirm(token);
  for (const _ of [1, 2]) expect(await unsubscribe({ token })).toEqual({ email: 'leaver@example.org' });
  expect(await row('leaver@example.org')).toMatchObject({ state: 'unsubscribed' });
  expect(await refusalOf(t.visitor.api.newsletter.confirm({ body: { token } }))).toMatchObject({
    status: 404,
  });

  // subscribing again asks for a confirmation again, and old links still unsubscribe
  await subscribe('leaver@example.org');
  expect(await row('leaver@example.org')).toMatchObject({ state: 'pending', token, unsubscribedAt: null });
  await unsubscribe({ token });
});

test('an address gets one confirmation email in ten minutes, also when it unsubscribes in between', async () => {
  const email = 'often@example.org';
  const countOfEmails = async () => {
    const [row] = await t.db.orm.em
      .fork()
      .execute<{ count: number }[]>('select count(*)::int from emails where recipient = ?', [email]);
    return row?.count;
  };
  for (let n = 0; n < 3; n += 1) {
    await subscribe(email);
    await unsubscribe({ email });
  }
  await subscribe(email);
  expect(await countOfEmails()).toBe(1);
  // its link works
  expect(await confirm(await tokenOf(email))).toEqual({ confirmed: true });
  await unsubscribe({ email });

  t.wait(10 * 60_000);
  await subscribe(email);
  expect(await countOfEmails()).toBe(3);
  expect(await row(email)).toMatchObject({ state: 'pending' });
});

test('an unknown link is not found', async () => {
  const { newsletter } = t.visitor.api;
  const body = { token: 'x'.repeat(43) };
  for (const call of [newsletter.confirm({ body }), newsletter.unsubscribe({ body })]) {
    expect(await refusalOf(call)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  }
});

test.each([
  ['subscribe', {}, ['email']],
  ['subscribe', { email: 'nobody' }, ['email']],
  ['unsubscribe', {}, ['email']],
  ['unsubscribe', { email: 'nobody' }, ['email']],
  ['unsubscribe', { token: 'short' }, ['token']],
  ['confirm', {}, ['token']],
  ['confirm', { token: { $ne: null } }, ['token']],
])('%s refuses %j and names the field', async (call, body, named) => {
  const { status, details } = await refusalOf(t.visitor.send('POST', `/newsletter/${call}`, { body }));
  expect([status, details.map(({ path }) => path)]).toEqual([400, named]);
});

test('activities name no address and no secret', async () => {
  const rows = await t.db.orm.em
    .fork()
    .execute<{ type: string; description: string }[]>(
      "select * from activities where entity_type = 'newsletter'",
    );
  expect(new Set(rows.map(({ type, description }) => `${type}: ${description}`))).toEqual(
    new Set([
      'create: Newsletter subscription',
      'update: Newsletter subscription confirmed',
      'update: Newsletter subscription ended',
    ]),
  );
});
