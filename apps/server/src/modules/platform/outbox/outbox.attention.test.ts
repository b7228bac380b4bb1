import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { readSmsAttention } from './outbox.attention.ts';

const t = await useTestApp();
const now = new Date('2026-11-23T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const attention = () => readSmsAttention({ em: t.em(), now: () => now });

type Row = { channel?: string; state: string; created?: Date; sent?: Date; next?: Date; error?: string };
const insert = ({ channel = 'sms', state, created = now, sent, next = now, error }: Row) =>
  t.sql(
    `insert into outgoing_messages (channel, kind, recipient, data, state, created_at, sent_at, next_try_at, last_error)
       values (?, 'registration-status', '+256700123456', '{}', ?, ?, ?, ?, ?)`,
    [channel, state, created, sent ?? null, next, error ?? null],
  );
const given = async (rows: Row[]) => {
  for (const row of rows) await insert(row);
};
const calm = { isGatewaySilent: false, isBalanceUsedUp: false, beyondLimit: 0, failing: null };
const stuck = { state: 'waiting', created: minutesAgo(10), error: 'No answer' };

beforeEach(() => t.sql('delete from outgoing_messages'));

test('emails and SMS that go out are no reason to look', async () => {
  await given([
    { state: 'delivered', sent: now },
    { state: 'waiting' },
    { ...stuck, channel: 'email' },
    { channel: 'email', state: 'failed', error: 'No such box' },
  ]);
  expect(await attention()).toEqual(calm);
});

test('a gateway that has taken no SMS for 10 minutes while one waits does not answer', async () => {
  await given([stuck, { state: 'sent', created: minutesAgo(60), sent: minutesAgo(11) }]);
  expect(await attention()).toEqual({ ...calm, isGatewaySilent: true });
  await insert({ state: 'sent', created: minutesAgo(60), sent: minutesAgo(9) });
  expect(await attention()).toEqual(calm);
});

test('an SMS that has failed for less than 10 minutes may still get through', async () => {
  await given([{ ...stuck, created: minutesAgo(9) }]);
  expect(await attention()).toEqual(calm);
});

test('counts the SMS that wait for the next day in Kampala, and no others', async () => {
  const midnight = new Date('2026-11-23T21:00:00Z');
  await given([
    { state: 'waiting', next: midnight },
    { state: 'waiting', next: midnight },
    { state: 'waiting', next: new Date(midnight.getTime() + 3_600_000) },
    { state: 'sent', sent: now, next: midnight },
  ]);
  expect(await attention()).toEqual({ ...calm, beyondLimit: 2 });
});

test('tells when more than a tenth of the SMS of today failed', async () => {
  const sent = { state: 'sent', sent: now };
  await given([...Array.from({ length: 9 }, () => sent), { state: 'failed', error: 'Rejected' }]);
  await given([{ state: 'failed', error: 'Not sent: country' }, { state: 'waiting' }]);
  await given([{ state: 'failed', created: minutesAgo(24 * 60), error: 'Rejected' }]);
  expect(await attention()).toEqual(calm);
  await insert({ state: 'parked', error: 'No answer' });
  expect(await attention()).toEqual({ ...calm, failing: { failed: 2, all: 11 } });
});
