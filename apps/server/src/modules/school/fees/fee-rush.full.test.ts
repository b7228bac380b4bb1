import { expect, test } from 'vitest';
import { readData } from '../../../testing/app/answers.ts';
import {
  NOTICE_SECRET,
  usePaymentStandIn,
  writeVerifiedBody,
} from '../../../testing/app/payment-stand-in.ts';
import { addDaysToToday, makeFeePayment } from '../../../testing/app/sample-bodies.ts';
import { feePayments } from './accounts/online-fee.service.ts';

const TIMES = 20;
const AMOUNT = 250_000;
const phone = '+256 700 000 000';

const { t, provider } = usePaymentStandIn();

const state = (txRef: string) => readData(t.visitor.api.fees.payment({ params: { txRef } }));
const notice = (txRef: string) =>
  t.visitor.api.donations.webhook({
    body: { event: 'charge.completed', data: { tx_ref: txRef } },
    headers: { 'verif-hash': NOTICE_SECRET },
  });
const recordAtDesk = (registrationId: number, operatorId: string) =>
  t.office.admin.fees.record.mutate(
    makeFeePayment(registrationId, { amount: AMOUNT, method: 'mtn', operatorId, again: true }),
  );
/** Planned before anybody has stored the transaction. */
async function plannedImport(operatorId: string, reference: string) {
  const text = `Date,Transaction ID,Amount,Reason\n${addDaysToToday(0)},${operatorId},${AMOUNT},${reference}`;
  const statement = { text, method: 'mtn' as const };
  const { hash } = await t.office.admin.fees.plan.mutate(statement);
  return () => t.office.admin.fees.import.mutate({ ...statement, hash, likely: [] });
}

const callOften = (call: () => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: TIMES }, () => call()));
const countDone = (outcomes: readonly { status: string }[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length;

async function expectReceivedOnce(registrationId: number, method: string) {
  const { payments, paid } = await t.office.admin.fees.account.query({ registrationId });
  expect(payments).toMatchObject([{ method, state: 'received', receivedOn: addDaysToToday(0) }]);
  expect(paid).toBe(AMOUNT);
  const told = "select id from outgoing_messages where kind = 'fee-receipt' and data->>'partId' = ?";
  expect(await t.sql(told, [String(payments[0]?.id)])).toHaveLength(1);
  const numbers = await t.sql<{ number: string }>(
    'select receipt_number as number from fee_parts where receipt_number is not null order by 1',
  );
  expect(numbers.map(({ number }) => Number(number.slice(-6)))).toEqual(numbers.map((_, at) => at + 1));
}

test('a payment by page, notice, check, desk and statement at once is one row, receipt and message', async () => {
  const { id, reference } = await t.given.student({ phone });
  provider.answer({
    body: JSON.stringify({ status: 'success', data: { link: 'https://checkout.example.com/1' } }),
  });
  const { txRef } = await readData(
    t.visitor.api.fees.pay({ body: { reference, phone, amount: AMOUNT }, headers: {} }),
  );
  const importIt = await plannedImport(txRef, reference);
  provider.answer({
    body: writeVerifiedBody({ tx_ref: txRef, amount: AMOUNT, currency: 'UGX', status: 'successful' }),
  });
  const [pages, notices, checks, desks] = await Promise.all([
    callOften(() => state(txRef)),
    callOften(() => notice(txRef)),
    callOften(() => feePayments.verify(t.jobContext(), txRef)),
    callOften(() => recordAtDesk(id, txRef.toLowerCase())),
    callOften(importIt),
  ]);
  expect([pages, notices, checks, desks].map(countDone)).toEqual([TIMES, TIMES, TIMES, 0]);
  await expectReceivedOnce(id, 'online');
  expect(await state(txRef)).toMatchObject({ state: 'received' });
});

test('one payment moved, unassigned, refunded, countered and closed at once still adds up', async () => {
  const { id } = await t.given.student({ phone });
  const { id: toRegistrationId } = await t.given.student({ phone });
  const { fees } = t.office.admin;
  const { id: movementId } = await fees.record.mutate(makeFeePayment(id, { amount: 100_000 }));
  const [line] = (await fees.account.query({ registrationId: id })).payments;
  const partId = line?.id ?? 0;
  const reason = 'x';
  const refund = { registrationId: id, amount: 60_000, method: 'cash', reason } as const;
  const [counters] = await Promise.all([
    callOften(() => fees.counter.mutate({ movementId, reason })),
    callOften(() => fees.move.mutate({ partId, toRegistrationId, amount: 30_000, reason })),
    callOften(() => fees.unassign.mutate({ partId, reason })),
    callOften(() => fees.refund.mutate(refund)),
    callOften(() => fees.close.mutate({ day: addDaysToToday(0), counted: 0, note: 'x' })),
  ]);
  expect(countDone(counters)).toBeLessThanOrEqual(1);
  await fees.close.mutate({ day: addDaysToToday(0), counted: 0, note: 'x' }).catch(() => null);
  const { cash, closed, movements, held } = await sumLedger();
  expect(closed).toBe(cash);
  const { items } = await fees.unassigned.query({ limit: 100, offset: 0 });
  expect(movements).toBe(held + items.reduce((sum, { amount }) => sum + amount, 0));
});

/** From the rows alone. */
async function sumLedger() {
  const [sums] = await t.sql<{ cash: number; closed: number; movements: number; held: number }>(
    `select (select coalesce(sum(amount), 0) from fee_movements where method = 'cash')::int as cash,
       (select coalesce(sum(expected), 0) from cash_closings)::int as closed,
       (select coalesce(sum(amount), 0) from fee_movements)::int as movements,
       (select coalesce(sum(amount), 0) from fee_parts)::int as held`,
  );
  return sums ?? { cash: 0, closed: 0, movements: 0, held: 0 };
}
