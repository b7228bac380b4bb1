import type { FeeCancellation, FeePaymentInput, RefundInput } from '@institute/contract';
import { balanceText, feePaymentNotFound } from '@institute/contract/fees.constants';
import { receiptCodeLength } from '@institute/contract/receipts.constants';
import { kampalaDay, kampalaInstant, kampalaTime, kampalaYear } from '@institute/contract/time';
import { type Ctx, signedIn, type TxCtx } from '../../context.ts';
import { lockOrNotFound } from '../../database/row-lock.ts';
import { AppError, invalidInput, notFound } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { takeNumber, takeNumbers } from '../proofs/number-series.service.ts';
import { type FindProof, newProofCode } from '../proofs/proof-code.service.ts';
import { listFullNames, makeCounterReceiptFile } from '../proofs/receipt-file.service.ts';
import { getSite } from '../site/site.service.ts';
import { queueEvents } from '../webhooks/webhook-event.service.ts';
import { lockAccountHolder, recordFeeActivity } from './charge-office.service.ts';
import { sumAccount } from './fee-account.service.ts';
import { tellPayers } from './fee-notice.service.ts';
import { FeePaymentEntity, type FeePaymentRow } from './fee-payment.entity.ts';
import { findStudent, makeReceipt, readCancelled } from './fee-receipt.ts';

/** Money that came to the office. The applicant and the guardian are told. */
export function recordPayment(ctx: Ctx, { again, ...input }: FeePaymentInput) {
  return transaction(ctx, async (tx) => {
    const { registrationId } = input;
    const holder = registrationId === null ? null : await lockAccountHolder(tx, registrationId);
    if (holder && !again) await refuseTwice(tx, input);
    const [id] = await insertPayments(tx, [input]);
    if (id === undefined) throw await alreadyRecorded(tx, input);
    const [payment] = await markReceived(tx, [id]);
    if (!payment) throw notFound(feePaymentNotFound);
    const whose = holder ? ` for registration ${holder.reference}` : '';
    const description = `Recorded fee payment ${payment.receiptNumber}${whose}`;
    await recordFeeActivity(tx, holder?.id ?? null, description);
    return toRecorded(payment);
  });
}

export const toRecorded = ({ id, receiptNumber, receiptCode }: FeePaymentRow) => ({
  id,
  receiptNumber: receiptNumber ?? '',
  receiptCode: receiptCode ?? '',
});

/** SQL. Payers may name the reference of an online payment at the desk. */
const isOnline = `method = 'online' and state <> 'cancelled'`;

export type NewPayment = Omit<FeePaymentInput, 'again'>;

/** The unique key decides which of two simultaneous calls stores a transaction. Returns the ids of the stored ones. */
export async function insertPayments(tx: TxCtx, payments: readonly NewPayment[]): Promise<number[]> {
  const rows = await tx.em.execute<{ id: number }[]>(
    `insert into fee_payments (registration_id, amount, method, operator_id, received_on, payer_name,
       payer_phone, note, recorded_by, state, created_at, updated_at)
     select "registrationId", amount, method, "operatorId", "receivedOn", "payerName", "payerPhone", note, ?, 'pending', ?, ?
     from jsonb_to_recordset(?::jsonb) as given ("registrationId" int, amount int, method text,
       "operatorId" text, "receivedOn" date, "payerName" text, "payerPhone" text, note text)
     where not exists (select from fee_payments where ${isOnline} and upper(operator_id) = upper("operatorId"))
     on conflict do nothing returning id`,
    [signedIn(tx).email, tx.now(), tx.now(), JSON.stringify(payments)],
  );
  return rows.map(({ id }) => id);
}

async function alreadyRecorded({ em }: TxCtx, { method, operatorId = null }: NewPayment) {
  const [known] = await em.execute<{ reference: string | null; receipt: string | null }[]>(
    `select reference, receipt_number as receipt from fee_payments
     left join registrations on registrations.id = registration_id
     where (method = ? or ${isOnline}) and upper(operator_id) = upper(?) and state <> 'cancelled'`,
    [method, operatorId],
  );
  const holder = [known?.reference, known?.receipt && `receipt ${known.receipt}`].filter(Boolean);
  const message = `This transaction is on record already, for ${holder.join(', ') || 'nobody yet'}`;
  return new AppError('CONFLICT', message, { details: [{ path: 'operatorId', message }] });
}

async function refuseTwice(tx: TxCtx, { registrationId, amount, receivedOn }: NewPayment): Promise<void> {
  const same = { registrationId, amount, receivedOn, kind: 'payment', state: 'received' } as const;
  const known = await tx.em.findOne(FeePaymentEntity, same, {
    orderBy: { id: 'desc' },
    disableIdentityMap: true,
  });
  if (!known) return;
  const at = kampalaTime(known.createdAt.toISOString()).slice(11, 16);
  const message = `Recorded already by ${known.recordedBy ?? 'the payment provider'} at ${at}. Record again?`;
  throw new AppError('CONFLICT', message, { details: [{ path: 'again', message }] });
}

/** Runs once for each payment, whoever sees it first. The numbers have the year of issue. */
export async function markReceived(
  tx: TxCtx,
  ids: readonly number[],
  series: 'FEE' | 'TEST' = 'FEE',
): Promise<FeePaymentRow[]> {
  const numbers = await takeNumbers(tx, { series, year: kampalaYear(tx.now()), count: ids.length });
  const receipts = ids.map((id, at) => ({ id, number: numbers[at], code: newProofCode(receiptCodeLength) }));
  await tx.em.execute(
    `update fee_payments set state = 'received', receipt_number = number, receipt_code = code
     from jsonb_to_recordset(?::jsonb) as receipts (id int, number text, code text)
     where fee_payments.id = receipts.id`,
    [JSON.stringify(receipts)],
  );
  const where = { id: { $in: [...ids] } };
  const ordered = { orderBy: { id: 'asc' }, disableIdentityMap: true } as const;
  const payments = await tx.em.find(FeePaymentEntity, where, ordered);
  const paid = payments.map(({ id, receiptNumber }) => ({
    id,
    reference: receiptNumber ?? '',
    status: 'received' as const,
  }));
  await queueEvents(tx, 'fee.paid', paid);
  await tellPayers(tx, payments);
  return payments;
}

export const lockPayment = (tx: TxCtx, id: number): Promise<FeePaymentRow> =>
  lockOrNotFound(tx, FeePaymentEntity, { id }, { missing: feePaymentNotFound });

/** For a payment recorded by mistake. Its receipt keeps its number, and a counter-receipt follows. */
export function cancelPayment(ctx: Ctx, { paymentId, reason }: FeeCancellation) {
  return transaction(ctx, async (tx) => {
    const { registrationId } = await findPayment(tx, paymentId);
    if (registrationId) await lockAccountHolder(tx, registrationId);
    const payment = await lockPayment(tx, paymentId);
    if (payment.state === 'cancelled') throw new AppError('CONFLICT', 'This payment is cancelled already');
    if (payment.state !== 'received' || payment.kind !== 'payment')
      throw new AppError('CONFLICT', 'This is no received payment');
    if (payment.method === 'online') {
      throw new AppError(
        'CONFLICT',
        'The payment provider has confirmed this payment, so it cannot be cancelled',
      );
    }
    const cancellationNumber = await takeNumber(tx, 'CAN', kampalaYear(tx.now()));
    tx.em.assign(payment, { state: 'cancelled', cancelledAt: tx.now(), reason, cancellationNumber });
    await tx.em.flush();
    const description = `Cancelled receipt ${payment.receiptNumber}: ${cancellationNumber}`;
    await recordFeeActivity(tx, registrationId ?? null, description);
    await tellPayers(tx, [payment]);
    return { id: paymentId, cancellationNumber };
  });
}

/** The money itself goes back by hand. */
export function refundFees(ctx: Ctx, { registrationId, amount, reason }: RefundInput) {
  return transaction(ctx, async (tx) => {
    const { reference } = await lockAccountHolder(tx, registrationId);
    const { paid } = await sumAccount(tx, registrationId);
    if (amount > paid) {
      const message = `At most what was paid: ${balanceText(Math.max(0, paid))}`;
      throw invalidInput([{ path: 'amount', message }]);
    }
    const refund = tx.em.create(FeePaymentEntity, {
      registrationId,
      amount,
      reason,
      kind: 'refund',
      method: 'cash',
      state: 'received',
      receivedOn: kampalaDay(tx.now()),
      recordedBy: signedIn(tx).email,
      createdAt: tx.now(),
    });
    await tx.em.flush();
    await recordFeeActivity(tx, registrationId, `Refunded fees of registration ${reference}`);
    return { id: refund.id };
  });
}

async function findPayment({ em }: Pick<Ctx, 'em'>, id: number): Promise<FeePaymentRow> {
  const payment = await em.findOne(FeePaymentEntity, id, { disableIdentityMap: true });
  if (!payment) throw notFound(feePaymentNotFound);
  return payment;
}

/** The PDF of the receipt, or of the counter-receipt once the payment is cancelled. */
export async function getFeeReceipt(ctx: Ctx, id: number) {
  const payment = await findPayment(ctx, id);
  if (!payment.receiptNumber) throw notFound('This payment has no receipt');
  const { view: site } = await getSite(ctx);
  if (payment.state === 'cancelled') return makeCounterReceiptFile(await readCancelled(ctx, payment), site);
  const { file } = await makeReceipt(ctx, payment, { site, publicUrl: ctx.config.publicUrl });
  return file;
}

/** Null when no fee was paid with this receipt. The code is bare. */
export const findFeeProof: FindProof = async (ctx, receiptCode) => {
  const row = await ctx.em.findOne(FeePaymentEntity, { receiptCode }, { disableIdentityMap: true });
  if (!row?.receiptNumber) return null;
  const { receiptNumber: number, amount, isTest, receivedOn, state, registrationId, payerName } = row;
  const paidAt = kampalaInstant(`${receivedOn}T12:00`);
  const student = await findStudent(ctx, registrationId);
  const fullNames = await listFullNames([student?.name, payerName]);
  return { number, amount, currency: 'UGX', paidAt, isTest, isCancelled: state !== 'received', fullNames };
};

/** Keeps what the law wants kept. `phone` is that of a payer. */
export async function removePayers(
  { em }: Pick<TxCtx, 'em'>,
  { registrations = [], phone = null }: { registrations?: readonly number[]; phone?: string | null },
): Promise<void> {
  await em.execute(
    `update fee_payments set payer_name = null, payer_phone = null, note = null, reason = null
     where registration_id = any(?::int[]) or dialled(payer_phone) = dialled(?)`,
    [`{${registrations}}`, phone],
  );
}

/** References of the provider, by which its notices name the payments. */
export async function listOnlineReferences(
  { em }: Pick<TxCtx, 'em'>,
  registrations: readonly number[],
): Promise<string[]> {
  const rows = await em.execute<{ txRef: string }[]>(
    `select operator_id as "txRef" from fee_payments
     where method = 'online' and operator_id is not null and registration_id = any(?::int[])`,
    [`{${registrations}}`],
  );
  return rows.map(({ txRef }) => txRef);
}

/** Who paid money that is still nobody's. Returns how many payments lost their payer. */
export async function removeOldPayers(
  { em }: Pick<TxCtx, 'em'>,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await em.execute<{ id: number }[]>(
    `update fee_payments set payer_name = null, payer_phone = null, note = null where id in (
       select id from fee_payments where registration_id is null and created_at < ?
         and coalesce(payer_name, payer_phone, note) is not null order by id limit ?)
     returning id`,
    [before, limit],
  );
  return rows.length;
}
