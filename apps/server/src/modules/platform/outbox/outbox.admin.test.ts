import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const office = t.office.admin;

const messages = () => office.messagesOut;
const add = async (rows: string) => {
  const em = t.em();
  await em.execute('delete from outgoing_messages');
  return em.execute<{ id: number }[]>(
    `insert into outgoing_messages (channel, kind, recipient, data, state, last_error, sent_at, segments, cost, is_file)
     values ${rows} returning id`,
  );
};

test('lists messages of both channels, newest first, by channel and state, without their data', async () => {
  const [email, sms] = await add(
    `('email', 'newsletter-welcome', 'x@example.org', '{"token": "secret"}', 'parked', 'No such box', null, null, null, false),
     ('sms', 'registration-received', '+256700123456', '{}', 'delivered', null, '2026-11-01T10:00:00Z', 1, 'UGX 35.0000', false),
     ('sms', 'registration-received', '+256700123457', '{}', 'sent', null, '2026-11-01T10:00:00Z', 1, null, true)`,
  );
  const page = { limit: 10, offset: 0 };
  const all = await messages().list.query(page);
  expect(all).toMatchObject({ total: 3, items: [{ isFile: true }, { id: sms?.id, isFile: false }, {}] });
  expect(JSON.stringify(all)).not.toContain('secret');
  expect(await messages().list.query({ ...page, channel: 'email' })).toMatchObject({
    total: 1,
    items: [
      { id: email?.id, recipient: 'x@example.org', state: 'parked', error: 'No such box', sentAt: null },
    ],
  });
  expect(await messages().list.query({ ...page, channel: 'sms', state: 'delivered' })).toMatchObject({
    total: 1,
    items: [{ id: sms?.id, segments: 1, cost: 'UGX 35.0000', sentAt: '2026-11-01T10:00:00.000Z' }],
  });
  expect(await messages().list.query({ ...page, offset: 2, limit: 1 })).toMatchObject({
    total: 3,
    items: [{ id: email?.id }],
  });
});

test('shows what was sent to the applicant of a registration, with the words of the office', async () => {
  const reference = 'REG-2026-000007';
  const data = JSON.stringify({ reference });
  const more = JSON.stringify({ reference: 'REG-2026-000001', more: [{ reference }] });
  await add(
    `('email', 'registration-received', 'x@example.org', '${data}', 'sent', null, now(), null, null, false),
     ('email', 'registration-for-office', null, '${data}', 'sent', null, now(), null, null, false),
     ('email', 'registration-status', 'x@example.org', '${more}', 'sent', null, now(), null, null, false),
     ('sms', 'registration-received', '+256700123456', '{"reference": "REG-2026-000008"}', 'sent', null, now(), 1, null, false),
     ('sms', 'office-sms', '+256700123456', '{"reference": "${reference}", "text": "Come on Monday"}', 'delivered', null, now(), 1, null, false)`,
  );
  const about = await messages().about.query({ reference });
  expect(about.map(({ kind, state, text }) => [kind, state, text])).toEqual([
    ['office-sms', 'delivered', 'Come on Monday'],
    ['registration-status', 'sent', null],
    ['registration-received', 'sent', null],
  ]);
});

test('sums the SMS of this month in Kampala, and their cost by currency', async () => {
  await add(
    `('sms', 'x', '+256700123456', '{}', 'delivered', null, now(), 2, 'UGX 70.0000', false),
     ('sms', 'x', '+254700123456', '{}', 'failed', null, now(), 1, 'KES 0.8000', false),
     ('sms', 'x', '+256700123456', '{}', 'sent', null, now(), 1, 'UGX 35.5000', false),
     ('sms', 'x', '+256700123456', '{}', 'sent', null, now(), 1, 'free', false),
     ('sms', 'x', '+256700123456', '{}', 'sent', null, now() - interval '32 days', 1, 'UGX 35.0000', false),
     ('sms', 'x', '+256700123456', '{}', 'waiting', null, null, 1, null, false),
     ('email', 'x', 'x@example.org', '{}', 'sent', null, now(), null, null, false)`,
  );
  expect(await messages().smsOfMonth.query()).toEqual({
    messages: 4,
    segments: 5,
    costs: [
      { currency: 'KES', amount: 0.8 },
      { currency: 'UGX', amount: 105.5 },
    ],
  });
});

test('a message that failed or was parked is sent again, one that was sent is not', async () => {
  const [parked, failed, sent] = await add(
    `('email', 'newsletter-welcome', 'x@example.org', '{}', 'parked', 'No such box', null, null, null, false),
     ('sms', 'registration-received', '+256700123456', '{}', 'failed', 'Rejected', null, 1, null, false),
     ('sms', 'registration-received', '+256700123456', '{}', 'sent', null, now(), 1, null, false)`,
  );
  const stateOf = async (id = 0) =>
    (await messages().list.query({ limit: 10, offset: 0 })).items.find((one) => one.id === id)?.state;
  for (const row of [parked, failed]) {
    await messages().sendAgain.mutate({ id: row?.id ?? 0 });
    expect(await stateOf(row?.id)).toBe('waiting');
  }
  await expect(messages().sendAgain.mutate({ id: sent?.id ?? 0 })).rejects.toThrow('no such message');
  expect(await stateOf(sent?.id)).toBe('sent');
  const { items } = await office.activity.list.query({ entityType: 'email', limit: 10, offset: 0 });
  expect(items).toMatchObject([
    { type: 'update', entityId: failed?.id, description: 'Sent a failed message again' },
    { type: 'update', entityId: parked?.id },
  ]);
});

test('messages are counted by state, and all failed ones are sent again at once', async () => {
  await add(
    `('email', 'x', null, '{}', 'waiting', null, null, null, null, false), ('email', 'x', null, '{}', 'waiting', 'Later', null, null, null, false),
     ('email', 'x', null, '{}', 'parked', 'Never', null, null, null, false), ('email', 'x', null, '{}', 'sent', null, now(), null, null, false),
     ('email', 'x', null, '{}', 'sent', null, now() - interval '25 hours', null, null, false), ('email', 'x', null, '{}', 'sent', null, now(), null, null, true)`,
  );
  expect(await messages().counts.query()).toEqual({
    waiting: 2,
    failing: 1,
    parked: 1,
    sentToday: 2,
    filedToday: 1,
  });
  expect(await messages().sendAllAgain.mutate()).toEqual({ count: 2 });
  expect(await messages().counts.query()).toMatchObject({ waiting: 3, parked: 0 });
});
