import type { FeePaymentInput, ReceiptProof, RefundInput } from '@institute/contract';
import { receiptCodeLength } from '@institute/contract/donations.constants';
import { balanceText, feePaymentNotFound } from '@institute/contract/fees.constants';
import { internationalPhone } from '@institute/contract/international-phone';
import { kampalaDay, kampalaInstant, kampalaTime, kampalaYear } from '@institute/contract/time';
import { type Ctx, signedIn, type TxCtx } from '../../context.ts';
import { lockOrNotFound } from '../../database/row-lock.ts';
import { AppError, invalidInput, notFound } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { chooseChannels, queueMessage } from '../outbox/outbox.service.ts';
import { takeNumber } from '../proofs/number-series.service.ts';
import { newProofCode } from '../proofs/proof-code.service.ts';
import { RegistrationEntity } from '../registrations/registration.entity.ts';
import { getSite } from '../site/site.service.ts';
import { queueEvents } from '../webhooks/webhook-event.service.ts';
import {
  type AccountHolder,
  lockAccountHolder,
  recordFeeActivity,
  refuseUnsafeSum,
} from './charge-office.service.ts';
import { feeCancelled, feeReceipt } from './fee.messages.ts';
import { readBalance, sumAccount } from './fee-account.service.ts';
import { FeePaymentEntity, type FeePaymentRow } from './fee-payment.entity.ts';
import { counterReceiptFile, receiptFile } from './fee-receipt.ts';

export interface RecordedPayment {
  id: number;
  receiptNumber: string;
  receiptCode: string;
}

/** Money that came to the office. The applicant and the guardian are told. */
export function recordPayment(ctx: Ctx, { again, ...input }: FeePaymentInput): Promise<RecordedPayment> {
  return transaction(ctx, async (tx) => {
    const { registrationId } = input;
    const holder = registrationId === null ? null : await lockAccountHolder(tx, registrationId);
    if (holder) {
      if (!again) await refuseTwice(tx, holder, input);
      refuseUnsafeSum((await sumAccount(tx, holder.id)).paid + input.amount);
    }
    const payment = await insertOnce(tx, input);
    return markReceived(tx, payment, holder);
  });
}

/** The unique key decides which of two simultaneous calls stores the transaction. */
async function insertOnce(tx: TxCtx, input: Omit<FeePaymentInput, 'again'>): Promise<FeePaymentRow> {
  const { registrationId, amount, method, operatorId = null, receivedOn } = input;
  const now = tx.now();
  const [row] = await tx.em.execute<{ id: number }[]>(
    `insert into fee_payments (registration_id, kind, amount, method, operator_id, received_on, payer_name,
       payer_phone, note, recorded_by, state, created_at, updated_at)
     values (?, 'payment', ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?) on conflict do nothing returning id`,
    [
      ...[registrationId, amount, method, operatorId, receivedOn],
      ...[input.payerName ?? null, input.payerPhone ?? null, input.note ?? null],
      ...[signedIn(tx).email, now, now],
    ],
  );
  if (row) return tx.em.findOneOrFail(FeePaymentEntity, row.id);
  throw await alreadyRecorded(tx, method, operatorId);
}

async function alreadyRecorded({ em }: TxCtx, method: string, operatorId: string | null) {
  const [known] = await em.execute<{ reference: string | null; receipt: string | null }[]>(
    `select reference, receipt_number as receipt from fee_payments
     left join registrations on registrations.id = registration_id
     where method = ? and upper(operator_id) = upper(?) and state <> 'cancelled'`,
    [method, operatorId],
  );
  const holder = [known?.reference, known?.receipt && `receipt ${known.receipt}`].filter(Boolean);
  const message = `This transaction is on record already, for ${holder.join(', ') || 'nobody yet'}`;
  return new AppError('CONFLICT', message, { details: [{ path: 'operatorId', message }] });
}

async function refuseTwice(
  tx: TxCtx,
  { id: registrationId }: AccountHolder,
  { amount, receivedOn }: Pick<FeePaymentInput, 'amount' | 'receivedOn'>,
): Promise<void> {
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

/** Runs once for each payment, whoever sees it first. The number has the year of issue. */
async function markReceived(
  tx: TxCtx,
  payment: FeePaymentRow,
  holder: AccountHolder | null,
): Promise<RecordedPayment> {
  const receiptCode = newProofCode(receiptCodeLength);
  const series = payment.isTest ? 'TEST' : 'FEE';
  const receiptNumber = await takeNumber(tx, series, kampalaYear(tx.now()));
  tx.em.assign(payment, { state: 'received', receiptCode, receiptNumber });
  await tx.em.flush();
  const whose = holder ? ` for registration ${holder.reference}` : '';
  await recordFeeActivity(tx, holder?.id ?? null, `Recorded fee payment ${receiptNumber}${whose}`);
  await tellPayers(tx, payment);
  await queueEvents(tx, 'fee.paid', [{ id: payment.id, reference: receiptNumber, status: 'received' }]);
  return { id: payment.id, receiptNumber, receiptCode };
}

/** The applicant and the guardian, each time: cash that is told to nobody can be kept. */
async function tellPayers(tx: TxCtx, payment: FeePaymentRow): Promise<void> {
  const { id: paymentId, registrationId, amount, receiptNumber } = payment;
  const row = registrationId
    ? await tx.em.findOne(RegistrationEntity, registrationId, {
        fields: ['reference', 'email', 'phoneInternational', 'guardianPhone'],
        disableIdentityMap: true,
      })
    : null;
  if (!row || !registrationId || !receiptNumber) return;
  const { smsTo } = (await getSite(tx)).view.messages;
  const number = row.phoneInternational ?? null;
  const channels = chooseChannels({ email: row.email ?? null, number }, smsTo);
  const guardian = (row.guardianPhone && internationalPhone(row.guardianPhone)?.number) || null;
  const numbers = new Set([
    ...(channels.includes('sms') && number ? [number] : []),
    ...(smsTo !== 'never' && guardian ? [guardian] : []),
  ]);
  const balance = await readBalance(tx, registrationId);
  const kind = payment.state === 'cancelled' ? feeCancelled : feeReceipt;
  const data = {
    paymentId,
    reference: row.reference ?? '',
    amount,
    receiptNumber,
    balance: balanceText(balance),
    ...(payment.cancellationNumber && { cancellationNumber: payment.cancellationNumber }),
  };
  if (channels.includes('email')) await queueMessage(tx, kind.email({ recipient: row.email ?? null, data }));
  for (const recipient of numbers) await queueMessage(tx, kind.sms({ recipient, data }));
}

/** For a payment recorded by mistake. Its receipt keeps its number, and a counter-receipt follows. */
export function cancelPayment(
  ctx: Ctx,
  { paymentId, reason }: { paymentId: number; reason: string },
): Promise<{ id: number; cancellationNumber: string }> {
  return transaction(ctx, async (tx) => {
    const { registrationId } = await findPayment(tx, paymentId);
    if (registrationId) await lockAccountHolder(tx, registrationId);
    const payment = await lockOrNotFound(
      tx,
      FeePaymentEntity,
      { id: paymentId },
      { missing: feePaymentNotFound },
    );
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
    const { receiptNumber } = payment;
    await recordFeeActivity(
      tx,
      registrationId ?? null,
      `Cancelled receipt ${receiptNumber}: ${cancellationNumber}`,
    );
    await tellPayers(tx, payment);
    return { id: paymentId, cancellationNumber };
  });
}

/** The money itself goes back by hand. */
export function refundFees(
  ctx: Ctx,
  { registrationId, amount, reason }: RefundInput,
): Promise<{ id: number }> {
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
  const place = { site: (await getSite(ctx)).view, publicUrl: ctx.config.publicUrl };
  return payment.state === 'cancelled'
    ? counterReceiptFile(ctx, payment, place)
    : receiptFile(ctx, payment, place);
}

/** Null when no fee was paid with this receipt. The code is bare. */
export async function findFeeProof(
  { em }: Pick<Ctx, 'em'>,
  receiptCode: string,
): Promise<ReceiptProof | null> {
  const row = await em.findOne(FeePaymentEntity, { receiptCode }, { disableIdentityMap: true });
  if (!row?.receiptNumber) return null;
  const { receiptNumber: number, amount, isTest, receivedOn, state } = row;
  const paidAt = kampalaInstant(`${receivedOn}T12:00`);
  return { number, amount, currency: 'UGX', paidAt, isTest, isCancelled: state === 'cancelled' };
}

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
