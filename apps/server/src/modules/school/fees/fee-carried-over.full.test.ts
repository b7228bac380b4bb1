import { afterAll, expect, test } from 'vitest';
import { entities } from '../../../composition/entities.ts';
import { migrate } from '../../../database/migrate.ts';
import { openOrm } from '../../../database/orm.ts';
import { confirmedOwner } from '../../../testing/app/rights.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { query } from '../../../testing/processes/cluster.ts';
import { createOlderDatabase } from '../../../testing/processes/older-database.ts';
import { readAccountSums } from './accounts/fee-account.service.ts';
import { findFeeLine, findFeeProof, listChargesAndPayments } from './accounts/fee-line.service.ts';
import { remindOfFees } from './accounts/fee-reminder.service.ts';
import { feePayments } from './accounts/online-fee.service.ts';
import { assignPayment, listUnassignedMoney, moveMoneyFromPart } from './unassigned/fee-part.service.ts';

const t = await useTestApp();

/** A month of a desk, as the schema of before holds it: registrations 1 and 2. */
const older = `
insert into registrations (first_name, last_name, email, phone, consent, status) values
  ('Ann', 'Akello', 'ann@example.org', '0772', true, 'accepted'),
  ('Ben', 'Okot', 'ben@example.org', '0773', true, 'accepted');
insert into charges (registration_id, kind, label, amount, due_on) values (1, 'instalment', 'Fee', 900000, '2026-02-01');
insert into fee_payments (id, registration_id, kind, method, operator_id, amount, state, received_on, payer_name, is_test,
  receipt_number, receipt_code, cancellation_number, cancelled_at, reason, recorded_by, created_at, updated_at) values
  (1, 1, 'payment', 'cash', null, 100000, 'received', '2026-03-01', 'Moses', false, 'FEE-2026-000001', 'CODE1', null, null, null, 'a@x', '2026-03-01T08:00Z', '2026-03-01T08:00Z'),
  (2, 1, 'payment', 'mtn', 'MP1', 5000, 'cancelled', '2026-03-02', null, false, 'FEE-2026-000002', 'CODE2', 'CAN-2026-000001', '2026-03-05T22:30Z', 'Twice', 'a@x', '2026-03-02T08:00Z', '2026-03-05T22:30Z'),
  (3, 1, 'payment', 'mtn', 'mp1', 6000, 'received', '2026-03-02', null, false, 'FEE-2026-000003', 'CODE3', null, null, null, 'a@x', '2026-03-06T08:00Z', '2026-03-06T08:00Z'),
  (4, 1, 'refund', 'cash', null, 2000, 'received', '2026-03-07', null, false, null, null, null, null, 'Left the hostel', 'a@x', '2026-03-07T08:00Z', '2026-03-07T08:00Z'),
  (5, null, 'payment', 'bank', 'B1', 7000, 'received', '2026-03-08', 'OKOT', false, 'FEE-2026-000004', 'CODE4', null, null, null, 'a@x', '2026-03-08T08:00Z', '2026-03-08T08:00Z'),
  (6, null, 'payment', 'bank', 'B2', 8000, 'dismissed', '2026-03-08', 'RENT', false, 'FEE-2026-000005', 'CODE5', null, null, 'Rent', 'a@x', '2026-03-08T08:00Z', '2026-03-09T08:00Z'),
  (7, 1, 'payment', 'online', '1772000000000-received', 9000, 'received', '2026-03-10', null, false, 'FEE-2026-000006', 'CODE6', null, null, null, null, '2026-03-10T08:00Z', '2026-03-10T08:00Z'),
  (8, 1, 'payment', 'online', '1772000000000-pending', 1000, 'pending', '2026-03-11', null, false, null, null, null, null, null, null, '2026-03-11T08:00Z', '2026-03-11T08:00Z'),
  (9, 1, 'payment', 'online', '1772000000000-test', 4000, 'received', '2026-03-11', null, true, 'TEST-2026-000001', 'CODE7', null, null, null, null, '2026-03-11T08:00Z', '2026-03-11T08:00Z');
select setval('fee_payments_id_seq', 9);
insert into receipt_counters (series, year, last) values ('FEE', 2026, 6), ('CAN', 2026, 1), ('TEST', 2026, 1);
insert into outgoing_messages (kind, channel, recipient, data, priority) values
  ('fee-receipt', 'email', 'ann@example.org', '{"paymentId":1,"reference":"R","amount":100000,"receiptNumber":"FEE-2026-000001","balance":"UGX 0"}', 0);
`;

const db = await createOlderDatabase('0083');
for (const statement of older.split(';\n').filter((text) => text.trim()))
  await query(db.connection, statement);
await migrate(db.connection);
const orm = openOrm(db.connection, entities);
afterAll(async () => {
  await orm.close();
  await db.drop();
});
const ctx = { ...t.jobContext(), em: orm.em.fork(), actor: confirmedOwner };
const sql = (text: string) => query(db.connection, text);

test('online and test payments of before keep their states and numbers, and a queued message its payment', async () => {
  expect(await readAccountSums(ctx, 1)).toMatchObject({ charged: 900_000, paid: 113_000, balance: 787_000 });
  const { payments } = await listChargesAndPayments(ctx, [1]);
  const online = payments.filter(({ method }) => method === 'online');
  expect(online.map(({ id, state, receiptNumber }) => [id, state, receiptNumber])).toEqual([
    [9, 'received', 'TEST-2026-000001'],
    [8, 'pending', null],
    [7, 'received', 'FEE-2026-000006'],
  ]);
  expect(await findFeeProof(ctx, 'CODE7')).toMatchObject({ amount: 4000, isTest: true, isCancelled: false });
  const [message] = await sql(`select data from outgoing_messages where kind = 'fee-receipt'`);
  expect(message?.data).toMatchObject({ partId: 1, receiptNumber: 'FEE-2026-000001' });
  expect(await findFeeLine(ctx, { id: 1 })).toMatchObject({ payerName: 'Moses', recordedBy: 'a@x' });
});

test('money of nobody keeps its receipt for the person who gets it, and the series go on', async () => {
  const { items } = await listUnassignedMoney(ctx, { limit: 9, offset: 0 });
  expect(items).toMatchObject([{ id: 5, amount: 7000, payerName: 'OKOT' }]);
  const parts = [{ registrationId: 2, amount: 7000 }];
  const { receipts } = await assignPayment(ctx, { movementId: 5, parts });
  expect(receipts).toMatchObject([
    { registrationId: 2, receiptNumber: 'FEE-2026-000004', receiptCode: 'CODE4' },
  ]);
  expect(await sql(`select last from receipt_counters where series = 'FEE'`)).toEqual([{ last: 6 }]);
  expect((await readAccountSums(ctx, 2)).paid).toBe(7000);
  // A receipt is one person's
  await moveMoneyFromPart(ctx, { partId: receipts[0]?.partId ?? 0, reason: 'Not his' });
  const next = await assignPayment(ctx, { movementId: 5, parts: [{ registrationId: 1, amount: 7000 }] });
  expect(next.receipts[0]?.receiptNumber).not.toBe('FEE-2026-000004');
});

test('an online payment that nobody finished ends, and stops no reminder any more', async () => {
  const at = { ...ctx, now: () => new Date('2026-02-08T06:00:00Z') };
  await remindOfFees(at);
  expect(await sql(`select 1 from outgoing_messages where kind = 'fee-reminder'`)).toEqual([]);
  await feePayments.checkDue({ ...ctx, now: () => new Date('2026-03-12T09:00:00Z') });
  expect(await sql(`select tx_ref from online_fees where state = 'failed'`)).toEqual([
    { tx_ref: '1772000000000-pending' },
  ]);
  await remindOfFees(at);
  expect(await sql(`select 1 from outgoing_messages where kind = 'fee-reminder'`)).toHaveLength(1);
});
