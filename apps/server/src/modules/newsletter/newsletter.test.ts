import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import type { SubscriberRow } from './subscriber.entity.ts';
import { SubscriberEntity } from './subscriber.entity.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ RATE_LIMIT_FACTOR: '1000' });
});
afterAll(() => t.close());

const post = (call: string, body: object) => t.call<object>('POST', `/newsletter/${call}`, body);
const row = async (email: string): Promise<SubscriberRow | null> =>
  t.db.orm.em.fork().findOne(SubscriberEntity, { email });
const tokenOf = async (email: string) => (await row(email))?.token ?? '';

test('a subscription waits for its confirmation', async () => {
  const { status, body } = await post('subscribe', { email: ' New@Example.org ' });
  expect([status, body]).toEqual([200, { data: { email: 'New@Example.org' } }]);
  expect(await row('new@example.org')).toMatchObject({
    state: 'pending',
    token: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test('the answer does not tell whether an address is known, in whatever state', async () => {
  const ask = async (call: string) => {
    const { status, body } = await post(call, { email: 'Known@example.org' });
    return { status, body };
  };
  const first = await ask('subscribe');
  expect(await ask('subscribe')).toEqual(first);
  await post('confirm', { token: await tokenOf('known@example.org') });
  expect(await ask('subscribe')).toEqual(first);
  expect((await row('known@example.org'))?.state).toBe('confirmed');
  expect(await ask('unsubscribe')).toEqual(first);
  expect(await ask('unsubscribe')).toEqual(first);
  expect(await ask('subscribe')).toEqual(first);

  const unknown = await post('unsubscribe', { email: 'nobody@example.org' });
  expect([unknown.status, unknown.body]).toEqual([200, { data: { email: 'nobody@example.org' } }]);
  expect(await row('nobody@example.org')).toBeNull();
});

test('one address is one subscription, whatever its case and however often at once', async () => {
  const spellings = ['one@example.org', 'ONE@example.org', 'One@Example.ORG'];
  await Promise.all(spellings.map((email) => post('subscribe', { email })));
  const rows = await t.db.orm.em.fork().count(SubscriberEntity, { email: 'one@example.org' });
  expect(rows).toBe(1);
});

test('the link of the mail confirms, and doing it again does no harm', async () => {
  await post('subscribe', { email: 'sure@example.org' });
  const token = await tokenOf('sure@example.org');
  for (const _ of [1, 2]) {
    const { status, body } = await post('confirm', { token });
    expect([status, body]).toEqual([200, { data: { confirmed: true } }]);
  }
  expect(await row('sure@example.org')).toMatchObject({ state: 'confirmed', confirmedAt: expect.any(Date) });
});

test('the link of a mail leads out, again and again, and an old one does not lead back in', async () => {
  await post('subscribe', { email: 'Leaver@example.org' });
  const token = await tokenOf('leaver@example.org');
  await post('confirm', { token });
  for (const _ of [1, 2]) {
    const { status, body } = await post('unsubscribe', { token });
    expect([status, body]).toEqual([200, { data: { email: 'leaver@example.org' } }]);
  }
  expect(await row('leaver@example.org')).toMatchObject({ state: 'unsubscribed' });
  expect((await post('confirm', { token })).status).toBe(404);

  // who comes back is asked again, and the old links still lead out
  await post('subscribe', { email: 'leaver@example.org' });
  expect(await row('leaver@example.org')).toMatchObject({ state: 'pending', token, unsubscribedAt: null });
  expect((await post('unsubscribe', { token })).status).toBe(200);
});

test('an unknown link is not found', async () => {
  for (const call of ['confirm', 'unsubscribe']) {
    const { status, body } = await post(call, { token: 'x'.repeat(43) });
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
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
  const answer = await post(call, body);
  expect([answer.status, answer.body.error.details.map(({ path }) => path)]).toEqual([400, named]);
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
