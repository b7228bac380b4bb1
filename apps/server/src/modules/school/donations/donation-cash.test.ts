import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { toLocalDay } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { writeSms } from '../../../composition/messages.ts';
import { readRefusal } from '../../../testing/app/answers.ts';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { getSite } from '../../platform/site/site.service.ts';

const t = await useTestApp();
await t.given.account();
const office = t.office.admin;
for (const name of ['bursar', 'other']) {
  const { user } = await t.given.account(`${name}@example.org`);
  await office.accounts.setRole.mutate({ id: user.id, role: 'bursar' });
}
const bursar = t.as('bursar@example.org').admin;
const other = t.as('other@example.org').admin;
const today = toLocalDay(new Date());

const gift = { name: 'Donor', currency: place.currency, amount: 70_000, method: 'cash' } as const;
const reason = 'It never came';

test('cash, older donations and those of others are cancelled and corrected by an owner alone', async () => {
  const cash = await bursar.donations.record.mutate(gift);
  const transfer = { ...gift, method: 'bank-transfer' } as const;
  const older = await bursar.donations.record.mutate(transfer);
  await t.sql(`update donations set recorded_at = recorded_at - interval '400 days' where id = ?`, [
    older.id,
  ]);
  const ofOther = await other.donations.record.mutate(transfer);
  const before = await bursar.donations.record.mutate(transfer);
  // An earlier version kept nothing about who recorded it
  await t.sql('update donations set recorded_by = null, recorded_at = null where id = ?', [before.id]);
  for (const { id } of [cash, older, ofOther, before]) {
    const right = { ...gift, amount: 7000, id, reason };
    expect(await readRefusal(bursar.donations.cancel.mutate({ id, reason }))).toMatchObject({ status: 403 });
    expect(await readRefusal(bursar.donations.correct.mutate(right))).toMatchObject({ status: 403 });
  }
  const own = await bursar.donations.record.mutate(transfer);
  await bursar.donations.cancel.mutate({ id: own.id, reason });
  for (const { id } of [cash, older, ofOther, before]) await office.donations.cancel.mutate({ id, reason });
});

test('cash of donations is counted in the closing of who took it, and so is its cancellation', async () => {
  await t.sql('delete from donations');
  const taken = await bursar.donations.record.mutate(gift);
  await bursar.donations.record.mutate({ ...gift, currency: 'USD', amount: 50 });
  await bursar.donations.record.mutate({ ...gift, method: 'cheque' });
  const pending = await t.given.donation({ currency: place.currency, amount: 1000 });
  await bursar.donations.markReceived.mutate({
    id: pending.id,
    method: 'cash',
    receivedOn: addDaysToToday(-1),
  });
  const unclosed = async () => (await bursar.fees.unclosed.query()).items;
  const cashier = 'bursar@example.org';
  expect(await unclosed()).toEqual([{ day: today, cashier, amount: 71_000, count: 2 }]);
  const first = await bursar.fees.close.mutate({ counted: 71_000 });
  expect(first).toMatchObject({ expected: 71_000, from: today, to: today });
  expect(await unclosed()).toEqual([]);

  const cancelled = await office.donations.cancel.mutate({ id: taken.id, reason });
  expect(await unclosed()).toEqual([{ day: today, cashier, amount: -70_000, count: 1 }]);
  await bursar.donations.record.mutate({ ...gift, amount: 100_000 });
  const second = await bursar.fees.close.mutate({ counted: 30_000 });
  expect(await office.fees.closing.query({ id: first.id })).toMatchObject({
    items: [
      { kind: 'donation', amount: 1000 },
      { kind: 'donation', amount: 70_000 },
    ].toReversed(),
  });
  expect(await office.fees.closing.query({ id: second.id })).toMatchObject({
    from: today,
    items: [
      { kind: 'counter', amount: -70_000, numbers: [cancelled.cancellationNumber] },
      { kind: 'donation', amount: 100_000 },
    ],
  });
  const month = today.slice(0, 7);
  expect(
    (await office.fees.control.query({ month })).items.filter(({ kind }) => kind === 'donation'),
  ).toMatchObject([
    {
      amount: 70_000,
      by: cashier,
      doneBy: 'office@example.org',
      number: cancelled.cancellationNumber,
      receiptNumber: taken.receiptNumber,
      reason,
    },
  ]);
});

test('a donor without an email address gets an SMS of a cancellation, unless the site sends none', async () => {
  const texts = () =>
    t.sql<{ recipient: string; data: object }>(
      `select recipient, data from outgoing_messages where kind = 'donation-cancelled'`,
    );
  const phone = '0772 000 001';
  const { id, receiptNumber } = await office.donations.record.mutate({ ...gift, phone });
  const { cancellationNumber } = await office.donations.cancel.mutate({ id, reason });
  const [sms, ...others] = await texts();
  expect([sms?.recipient, others]).toEqual([`+${place.callingCode}772000001`, []]);
  const em = t.em();
  const { view: site } = await getSite({ em });
  const written = await writeSms('donation-cancelled', sms?.data ?? {}, {
    em,
    site,
    publicUrl: t.config.publicUrl,
  });
  expect(written.template).toBe(
    `Your receipt ${receiptNumber} of ${formatLocalMoney(70_000)} is no longer valid: ${cancellationNumber}.`,
  );
  const withEmail = await office.donations.record.mutate({ ...gift, phone, email: 'donor@example.org' });
  await office.donations.cancel.mutate({ id: withEmail.id, reason });
  expect(await texts()).toHaveLength(1);
});

test('a cancellation asks for the password of the last ten minutes', async () => {
  const { id } = await office.donations.record.mutate(gift);
  const { token } = await t.signIn('office@example.org');
  t.wait(10 * 60_000);
  expect(await readRefusal(t.withToken(token).admin.donations.cancel.mutate({ id, reason }))).toMatchObject({
    code: 'PASSWORD_REQUIRED',
  });
});
