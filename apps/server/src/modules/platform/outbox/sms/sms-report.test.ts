import { beforeEach, expect, test } from 'vitest';
import type { SmsReport } from '../../../../messaging/sms/transport.ts';
import { useTestApp } from '../../../../testing/app/test-app.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { OutgoingMessageEntity } from '../outgoing-message.entity.ts';
import { applyEarlyReport, purgeSmsReports, receiveSmsReport } from './sms-report.service.ts';

const t = await useTestApp();
const ctx = () => t.jobContext(t.now);
beforeEach(async () => {
  await t.sql('delete from outgoing_messages');
  await t.sql('delete from sms_reports');
});

const row = { channel: 'sms', kind: 'sms-test', recipient: '+256772123456', data: {} } as const;
/** As the sender does it: the answer of the gateway is stored. */
const answered = (providerId: string) =>
  runInTransaction(ctx(), async (tx) => {
    await tx.em.insert(OutgoingMessageEntity, { ...row, state: 'sent', sentAt: t.now(), providerId });
    await applyEarlyReport(tx, providerId);
  });
const report = (state: SmsReport['state'], reason: string | null = null) =>
  receiveSmsReport(ctx(), { providerId: 'ATXid_1', state, reason });
const stored = async () => {
  const [message] = await t.em().find(OutgoingMessageEntity, { providerId: 'ATXid_1' });
  return message && { state: message.state, reason: message.lastError, at: message.deliveredAt };
};
const time = expect.any(Date);

test.each([
  [['delivered'], { state: 'delivered', reason: null, at: time }],
  [['failed'], { state: 'failed', reason: 'Expired', at: null }],
  [['sent', 'delivered'], { state: 'delivered', reason: null, at: time }],
  [['delivered', 'sent'], { state: 'delivered', reason: null, at: time }],
  [['delivered', 'delivered'], { state: 'delivered', reason: null, at: time }],
  [['delivered', 'failed'], { state: 'delivered', reason: null, at: time }],
  [['failed', 'delivered'], { state: 'delivered', reason: null, at: time }],
  [['failed', 'sent', 'failed'], { state: 'failed', reason: 'Expired', at: null }],
  [[], { state: 'sent', reason: null, at: null }],
] as const)('stores the reports %j, also those before the answer', async (states, expected) => {
  for (let early = 0; early <= states.length; early += 1) {
    await t.sql('delete from outgoing_messages');
    for (const [at, state] of states.entries()) {
      if (at === early) await answered('ATXid_1');
      await report(state, state === 'failed' ? 'Expired' : null);
    }
    if (early === states.length) await answered('ATXid_1');
    expect(await stored()).toEqual(expected);
  }
  expect(await t.sql('select * from sms_reports')).toEqual([]);
});

test('a report and the answer at the same moment never miss each other', async () => {
  await Promise.all([answered('ATXid_1'), report('delivered')]);
  expect(await stored()).toMatchObject({ state: 'delivered' });
});

test('keeps the first time of delivery, and other messages as they are', async () => {
  await answered('ATXid_1');
  await answered('ATXid_2');
  await report('delivered');
  const first = await stored();
  t.wait(60_000);
  await report('delivered');
  expect(await stored()).toEqual(first);
  expect(await t.em().count(OutgoingMessageEntity, { state: 'sent' })).toBe(1);
});

test('drops reports of unknown messages after a week', async () => {
  await report('delivered');
  await purgeSmsReports(ctx());
  expect(await t.sql('select provider_id from sms_reports')).toHaveLength(1);
  t.wait(7 * 24 * 60 * 60_000);
  await purgeSmsReports(ctx());
  expect(await t.sql('select provider_id from sms_reports')).toEqual([]);
});
