import { expect, test } from 'vitest';
import { readRefusal } from '../../testing/answers.ts';
import { dayIn } from '../../testing/given.ts';
import { useTestApp } from '../../testing/test-app.ts';

const t = useTestApp();
const fees = () => t.office.admin.fees;

async function givenStudent() {
  const { id: programId } = await t.given.program({ price: 900_000 });
  const { id, reference } = await t.given.registration({ programId, startDate: dayIn(0) });
  await t.office.admin.registrations.decide.mutate({ id, status: 'accepted' });
  return { id, reference };
}
const transaction = (operatorId: string) => ({
  registrationId: null,
  amount: 50_000,
  method: 'mtn' as const,
  operatorId,
  receivedOn: dayIn(0),
  payerName: 'OKELLO J',
});
const listed = async (state?: 'dismissed') =>
  (await fees().unmatched.query({ limit: 20, offset: 0, ...(state && { state }) })).items.map(({ id }) => id);
const paid = async (registrationId: number) => (await fees().account.query({ registrationId })).paid;
const receipts = () => t.sql("select recipient from outgoing_messages where kind = 'fee-receipt'");
const counted = async () => (await t.office.admin.stats.attention.query()).unmatchedPayments;

test('money of nobody waits, and who gets it later is told once', async () => {
  const student = await givenStudent();
  const { id, receiptNumber } = await fees().record.mutate(transaction('MP1'));
  expect(await listed()).toEqual([id]);
  expect(await counted()).toBe(1);
  expect(await receipts()).toEqual([]);

  const assign = { paymentId: id, registrationId: student.id };
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => fees().assign.mutate(assign)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await paid(student.id)).toBe(50_000);
  expect(await receipts()).toHaveLength(1);
  expect(await listed()).toEqual([]);
  expect(await counted()).toBe(0);
  expect(await readRefusal(fees().record.mutate(transaction('mp1')))).toMatchObject({
    message: `This transaction is on record already, for ${student.reference}, receipt ${receiptNumber}`,
  });
});

test('dismissed money counts nowhere, stays on record and can still be assigned', async () => {
  const student = await givenStudent();
  const { id } = await fees().record.mutate(transaction('MP2'));
  await fees().dismiss.mutate({ paymentId: id, reason: 'Rent of the hall' });
  expect(await listed()).toEqual([]);
  expect(await listed('dismissed')).toEqual([id]);
  expect(await counted()).toBe(0);
  expect((await fees().takings.query({ from: dayIn(0), to: dayIn(0) })).items).not.toContainEqual(
    expect.objectContaining({ method: 'mtn', amount: 100_000 }),
  );
  expect((await readRefusal(fees().record.mutate(transaction('MP2')))).status).toBe(409);
  expect((await readRefusal(fees().dismiss.mutate({ paymentId: id, reason: 'Again' }))).status).toBe(409);
  await fees().assign.mutate({ paymentId: id, registrationId: student.id });
  expect(await paid(student.id)).toBe(50_000);
});

test('only money of nobody is assigned or dismissed, and only to somebody', async () => {
  const { id: registrationId } = await givenStudent();
  const own = await fees().record.mutate({ ...transaction('MP3'), registrationId });
  const nobodys = await fees().record.mutate(transaction('MP4'));
  const refusals = [
    fees().assign.mutate({ paymentId: own.id, registrationId }),
    fees().dismiss.mutate({ paymentId: own.id, reason: 'x' }),
    fees().assign.mutate({ paymentId: nobodys.id, registrationId: 999_999 }),
    fees().assign.mutate({ paymentId: 999_999, registrationId }),
  ];
  const statuses = await Promise.all(refusals.map(async (refusal) => (await readRefusal(refusal)).status));
  expect(statuses).toEqual([409, 409, 404, 404]);
  expect(await listed()).toEqual([nobodys.id]);
});
