import type { FeePaymentInput } from '@institute/contract';
import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { toLocalDay } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { readData, readRefusal } from '../../../../testing/app/answers.ts';
import { addDaysToToday, makeFeePayment } from '../../../../testing/app/sample-bodies.ts';
import { testPassword, useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const fees = () => t.office.admin.fees;

const cash = (registrationId: number | null, amount: number) => makeFeePayment(registrationId, { amount });
const mobile = (registrationId: number | null, operatorId: string, fields: Partial<FeePaymentInput> = {}) =>
  makeFeePayment(registrationId, {
    amount: 50_000,
    method: 'mtn',
    operatorId,
    payerName: 'OKELLO J',
    ...fields,
  });
const account = (registrationId: number) => fees().account.query({ registrationId });
const listed = async () =>
  (await fees().unassigned.query({ limit: 20, offset: 0 })).items.map(({ id }) => id);
const paid = async (registrationId: number) => (await account(registrationId)).paid;
const receipts = () => t.sql("select recipient from outgoing_messages where kind = 'fee-receipt'");
const counted = async () => (await t.office.admin.stats.attention.query()).unassignedPayments;
const toOne = (movementId: number, registrationId: number, amount = 50_000) => ({
  movementId,
  parts: [{ registrationId, amount }],
});

test('money of nobody waits without a receipt, its payer is told, and who gets it later is told once', async () => {
  const student = await t.given.student();
  const { id, ...none } = await t.given.payment(mobile(null, 'MP1', { payerPhone: '0772 333 444' }));
  expect(none.receiptNumber).toBe('');
  expect(await listed()).toEqual([id]);
  expect(await counted()).toBe(1);
  expect(await receipts()).toEqual([]);
  const told = "select recipient, data from outgoing_messages where kind = 'fee-unassigned'";
  expect(await t.sql(told)).toMatchObject([
    { recipient: `+${place.callingCode}772333444`, data: { amount: 50_000 } },
  ]);

  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => fees().assign.mutate(toOne(id, student.id))),
  );
  const assigned = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.receipts : [],
  );
  expect(assigned).toHaveLength(1);
  expect(await paid(student.id)).toBe(50_000);
  expect(await receipts()).toHaveLength(1);
  expect(await listed()).toEqual([]);
  expect(await counted()).toBe(0);
  expect(await readRefusal(fees().record.mutate(mobile(null, 'mp1')))).toMatchObject({
    message: `This transaction is on record already, for ${student.reference}, receipt ${assigned[0]?.receiptNumber}`,
  });
});

test('money of nobody that is no fee is taken back, counts nowhere, and may be recorded again', async () => {
  const student = await t.given.student();
  const { id: movementId } = await t.given.payment(mobile(null, 'MP2'));
  const counter = { movementId, reason: 'Rent of the hall' };
  await fees().counter.mutate(counter);
  expect([await listed(), await counted()]).toEqual([[], 0]);
  const statement = `Date,Transaction ID,Amount,Reason\n${addDaysToToday(0)},MP2,50000,x`;
  const { lines } = await fees().plan.mutate({ text: statement, method: 'mtn' });
  expect(lines).toMatchObject([{ state: 'known', message: expect.stringContaining('CAN-') }]);
  expect((await readRefusal(fees().counter.mutate(counter))).status).toBe(409);
  expect((await readRefusal(fees().assign.mutate(toOne(movementId, student.id)))).status).toBe(409);
  await t.given.payment(mobile(student.id, 'MP2'));
  expect((await readRefusal(fees().record.mutate(mobile(null, 'mp2')))).status).toBe(409);
  expect(await paid(student.id)).toBe(50_000);
});

test('only money of nobody is assigned, only to somebody, and at most what is left', async () => {
  const { id: registrationId } = await t.given.student();
  const own = await t.given.payment(mobile(registrationId, 'MP3'));
  const unknownPayer = await t.given.payment(mobile(null, 'MP4'));
  const refusals = [
    fees().assign.mutate(toOne(own.id, registrationId)),
    fees().assign.mutate(toOne(unknownPayer.id, 999_999)),
    fees().assign.mutate(toOne(999_999, registrationId)),
    fees().assign.mutate(toOne(unknownPayer.id, registrationId, 50_001)),
  ];
  const statuses = await Promise.all(refusals.map(async (refusal) => (await readRefusal(refusal)).status));
  expect(statuses).toEqual([409, 404, 404, 400]);
  expect(await listed()).toEqual([unknownPayer.id]);
});

test('one transfer for three children has three receipts, and what is left is unassigned', async () => {
  const ann = await t.given.student();
  const ben = await t.given.student();
  const eve = await t.given.student();
  const parts = [ann, ben, eve].map(({ id }, at) => ({ registrationId: id, amount: 10_000 * (at + 1) }));
  const transfer = { ...makeFeePayment(null, { amount: 75_000, method: 'bank', operatorId: 'T3' }), parts };
  const { id, receipts } = await fees().record.mutate(transfer);
  const first = Number(receipts[0]?.receiptNumber.slice(-6));
  expect(receipts.map(({ receiptNumber }) => Number(receiptNumber.slice(-6)))).toEqual([
    first,
    first + 1,
    first + 2,
  ]);
  expect((await fees().unassigned.query({})).items[0]).toMatchObject({ id, amount: 15_000 });
  for (const [at, { registrationId }] of parts.entries())
    expect((await account(registrationId)).paid).toBe(10_000 * (at + 1));
  const { number } = await fees().counter.mutate({ movementId: id, reason: 'Bounced' });
  const proofs = receipts.map(({ receiptCode: code }) =>
    readData(t.visitor.api.donations.receipt({ params: { code } })),
  );
  expect((await Promise.all(proofs)).every(({ isCancelled }) => isCancelled)).toBe(true);
  for (const { registrationId } of parts)
    expect(await account(registrationId)).toMatchObject({
      paid: 0,
      payments: [{ cancellationNumber: number }],
    });
  expect((await fees().unassigned.query({})).items.map((item) => item.id)).not.toContain(id);
});

test('the payer of unassigned money is told when it is taken back', async () => {
  await t.given.student();
  await t.sql('truncate outgoing_messages cascade');
  const { id: movementId } = await t.given.payment(mobile(null, 'MP33', { payerPhone: '0772 333 445' }));
  const { number } = await fees().counter.mutate({ movementId, reason: 'Rent' });
  const told = await t.sql(
    "select recipient, data from outgoing_messages where kind = 'fee-unassigned' order by id",
  );
  expect(told).toMatchObject([
    { recipient: `+${place.callingCode}772333445`, data: { amount: 50_000 } },
    { recipient: `+${place.callingCode}772333445`, data: { amount: 50_000, number } },
  ]);
});

test('parts are at most the amount, and each person stands once', async () => {
  const { id } = await t.given.student();
  const part = { registrationId: id, amount: 600 };
  for (const [parts, path] of [
    [[{ ...part, amount: 1001 }], 'parts'],
    [[part, { ...part, amount: 1 }], 'parts'],
    [[{ ...part, amount: 0 }], 'parts.0.amount'],
  ] as const) {
    const payment = { ...cash(null, 1000), parts: [...parts] };
    expect(await readRefusal(fees().record.mutate(payment))).toMatchObject({
      status: 400,
      details: [{ path }],
    });
  }
  expect((await account(id)).payments).toEqual([]);
});

test('money moves to another account and back without cash, and both people are told', async () => {
  const ann = await t.given.student({ email: 'ann@m.example' });
  const ben = await t.given.student({ email: 'ben@m.example' });
  const paid = await t.given.payment(cash(ann.id, 30_000));
  const partId = (await account(ann.id)).payments[0]?.id ?? 0;
  const move = { partId, toRegistrationId: ben.id, amount: 20_000, reason: 'A brother' };
  await fees().move.mutate(move);
  expect([(await account(ann.id)).paid, (await account(ben.id)).paid]).toEqual([10_000, 20_000]);
  expect(
    await t.sql(
      "select recipient, data->>'isHere' as here from outgoing_messages where kind = 'fee-change' and recipient like '%@m.example' order by id",
    ),
  ).toEqual([
    { recipient: 'ann@m.example', here: 'false' },
    { recipient: 'ben@m.example', here: 'true' },
  ]);
  expect(await readRefusal(fees().move.mutate({ ...move, amount: 10_001 }))).toMatchObject({
    status: 400,
    details: [{ path: 'amount', message: `At most what is left: ${formatLocalMoney(10_000)}` }],
  });
  const toHerself = { ...move, toRegistrationId: ann.id };
  expect((await readRefusal(fees().move.mutate(toHerself))).status).toBe(400);
  const moved = (await account(ben.id)).payments[0];
  expect(moved).toMatchObject({ isMoved: true, amount: 20_000, left: 20_000, receiptNumber: null });
  await fees().move.mutate({ partId: moved?.id ?? 0, toRegistrationId: ann.id, reason: 'Not so' });
  expect([(await account(ann.id)).paid, (await account(ben.id)).paid]).toEqual([30_000, 0]);
  const params = { code: paid.receiptCode };
  expect((await readData(t.visitor.api.donations.receipt({ params }))).isCancelled).toBe(false);
});

test('money that is unassigned again has no valid receipt, and the next person gets one', async () => {
  const ann = await t.given.student();
  const ben = await t.given.student();
  const paid = await t.given.payment(cash(ann.id, 30_000));
  const partId = (await account(ann.id)).payments[0]?.id ?? 0;
  await fees().unassign.mutate({ partId, reason: 'Not hers' });
  expect((await account(ann.id)).paid).toBe(0);
  expect(await readRefusal(fees().unassign.mutate({ partId, reason: 'Again' }))).toMatchObject({
    status: 400,
  });
  const params = { code: paid.receiptCode };
  expect((await readData(t.visitor.api.donations.receipt({ params }))).isCancelled).toBe(true);
  const parts = [{ registrationId: ben.id, amount: 30_000 }];
  const { receipts } = await fees().assign.mutate({ movementId: paid.id, parts });
  expect(receipts[0]?.receiptNumber).toMatch(/^FEE-/);
  expect((await account(ben.id)).paid).toBe(30_000);
});

test('what was not sent of a payment is taken back with it, whatever waits of others', async () => {
  const { id } = await t.given.student({ email: 'late@example.org' });
  const wrong = await t.given.payment(cash(id, 21_000));
  const right = await t.given.payment(cash(id, 22_000));
  const moved = await t.given.payment(cash(id, 23_000));
  const refund = { registrationId: id, amount: 5_000, method: 'cash', reason: 'Left' } as const;
  const { id: refundId } = await fees().refund.mutate(refund);
  await t.sql(
    "update outgoing_messages set state = 'parked', tries = 3 where kind = 'fee-receipt' and channel = 'sms'",
  );
  const reason = 'A mistake';
  const partId = (await account(id)).payments.find(({ amount }) => amount === 23_000)?.id ?? 0;
  await fees().counter.mutate({ movementId: refundId, reason });
  await fees().counter.mutate({ movementId: wrong.id, reason });
  await fees().unassign.mutate({ partId, reason });
  const left = await t.sql<{ kind: string; receipt: string | null }[]>(
    `select distinct kind, data->>'receiptNumber' as receipt, data->>'number' as refund from outgoing_messages
     where data->>'reference' = (select reference from registrations where id = ?)
       and kind in ('fee-receipt', 'fee-change') order by kind, receipt`,
    [id],
  );
  expect(moved.receiptNumber).not.toBe('');
  expect(left).toEqual([
    { kind: 'fee-change', receipt: null, refund: null },
    { kind: 'fee-receipt', receipt: right.receiptNumber, refund: null },
  ]);
});

test('no row of the ledger is changed or deleted; an erasure may empty texts and nothing else', async () => {
  const { id } = await t.given.student();
  const paid = await t.given.payment({ ...cash(id, 5000), payerName: 'Moses', note: 'By hand' });
  await fees().counter.mutate({ movementId: paid.id, reason: 'Twice' });
  const changes = [
    'update fee_movements set amount = 1',
    "update fee_movements set payer_name = 'Eve' where payer_name is not null",
    'update fee_movements set number = null where number is not null',
    'delete from fee_movements',
    'update fee_parts set amount = amount + 1',
    "update fee_parts set reason = 'x'",
    'update fee_parts set receipt_number = null where receipt_number is not null',
    'delete from fee_parts',
  ];
  for (const change of changes) await expect(t.sql(change)).rejects.toThrow('only inserted');
  await t.sql('update fee_movements set payer_name = null, note = null where id = ?', [paid.id]);
});

test('a receipt tells whose payment it was by first name, initial and program, and that it was moved', async () => {
  const ann = await t.given.student({ firstName: 'Annet', lastName: 'okello' });
  const ben = await t.given.student({ firstName: 'Benon', lastName: '' });
  const { receiptCode: code } = await t.given.payment(cash(ann.id, 30_000));
  const readProof = () => readData(t.visitor.api.donations.receipt({ params: { code } }));
  const isOf = { holder: 'Annet O.', program: 'Tailoring', amount: 30_000 };
  expect(await readProof()).toMatchObject({ ...isOf, left: 30_000, isMoved: false, isCancelled: false });
  const partId = (await account(ann.id)).payments[0]?.id ?? 0;
  const move = { partId, toRegistrationId: ben.id, reason: 'His' };
  await fees().move.mutate({ ...move, amount: 20_000 });
  expect(await readProof()).toMatchObject({ ...isOf, left: 10_000, isMoved: false });
  await fees().move.mutate(move);
  expect(await readProof()).toMatchObject({ ...isOf, left: 0, isMoved: true, isCancelled: false });
});

test('money moves only after the password, and Control and the receipt say so', async () => {
  const ann = await t.given.student();
  const ben = await t.given.student();
  const { receipts: papers } = await fees().record.mutate(cash(ann.id, 80_000));
  const { partId = 0, receiptNumber, receiptCode: code = '' } = papers[0] ?? {};
  const move = { partId, toRegistrationId: ben.id, amount: 30_000, reason: 'His part' };
  const unassign = { partId, reason: 'Not hers' };
  const { token } = await t.given.account('bursar@example.org');
  const bursar = t.withToken(token).admin;
  t.wait(10 * 60_000);
  for (const ask of [() => bursar.fees.move.mutate(move), () => bursar.fees.unassign.mutate(unassign)])
    expect(await readRefusal(ask())).toMatchObject({ status: 403, code: 'PASSWORD_REQUIRED' });
  expect(await paid(ann.id)).toBe(80_000);
  await bursar.account.confirmPassword.mutate({ currentPassword: testPassword });
  const { id: moved } = await bursar.fees.move.mutate(move);
  const readPaper = async () => readData(t.visitor.api.donations.receipt({ params: { code } }));
  expect(await readPaper()).toMatchObject({ left: 50_000, isMoved: false, isCancelled: false });
  await bursar.fees.move.mutate({ partId, toRegistrationId: ben.id, reason: 'All of it' });
  expect(await readPaper()).toMatchObject({ left: 0, isMoved: true, isCancelled: false });
  await bursar.fees.unassign.mutate({ partId: moved, reason: 'Back' });
  const { items } = await fees().control.query({ month: toLocalDay(t.now()).slice(0, 7) });
  const rows = items.filter(({ kind, number }) => kind === 'move' && number === receiptNumber);
  expect(rows).toMatchObject([
    { amount: 30_000, registrationId: ben.id, reason: 'Back' },
    {
      amount: 50_000,
      registrationId: ann.id,
      reason: 'All of it',
      by: 'bursar@example.org',
      receiptCode: code,
    },
    { amount: 30_000, registrationId: ann.id, reason: 'His part' },
  ]);
});
