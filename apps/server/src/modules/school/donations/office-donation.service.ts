import type { ReceivedDonation, ReceivedMoney } from '@institute/contract';
import { donationNotFound } from '@institute/contract/donations.constants';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import { toLocalYear } from '@institute/contract/time';
import { refuseUnconfirmedPassword, refuseUnlessOwner } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { lockRowOrNotFound } from '../../../database/row-lock.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.service.ts';
import { takeNumber } from '../../platform/numbered-documents/number-series.service.ts';
import { makeCounterReceiptFile } from '../../platform/numbered-documents/receipt-file.service.ts';
import { queueEmail, queueMessage, removeCancelledMessages } from '../../platform/outbox/outbox.service.ts';
import { refuseForeignWords } from '../../platform/outbox/outgoing-words.service.ts';
import { confirmedPaymentMessage, makeTxRef } from '../../platform/payments/online-payment.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { refuseUnlessMayCancel } from '../fees/accounts/fee-counter.service.ts';
import { lockClosings } from '../fees/accounts/fee-movement.service.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';
import { donationCancellationMessage, donationCancelledMessage } from './donation.messages.ts';
import { markDonationPaid, recordDonationActivity } from './receipt.service.ts';
import { toCancelledReceipt } from './receipt.ts';

/** Marks a donation as received. It is no test any more, even when it was started in the sandbox. */
export function markDonationReceived(ctx: Ctx, id: number, { method, receivedOn, note }: ReceivedMoney) {
  return runInTransaction(ctx, async (tx) => {
    const donation = await lockRowOrNotFound(tx, DonationEntity, { id }, { missing: donationNotFound });
    if (donation.status === 'cancelled') throw new AppError('CONFLICT', 'This donation is cancelled');
    if (donation.status === 'successful') throw new AppError('CONFLICT', 'This donation is paid already');
    tx.em.assign(donation, {
      method,
      note: note ?? null,
      isTest: false,
      ...(await lockAndMakeRecordedFields(tx)),
    });
    await markDonationPaid(tx, donation, receivedOn);
    return donation;
  });
}

/** Records a donation once for each key, so that a repeated call records no second one. */
export async function recordDonation(ctx: Ctx, received: ReceivedDonation, key?: string) {
  const keyedCall = { route: 'recorded donations', key, content: received };
  const recordedDonation = await withIdempotencyKey<{ id: number }>(ctx, keyedCall, (keep) =>
    runInTransaction(ctx, async (tx) => {
      const { id } = await storeReceivedDonation(tx, received);
      // Keeps the id only, because an erasure of the donor does not change the kept answer
      return keep(tx, { id });
    }),
  );
  return ctx.em.findOneOrFail(DonationEntity, recordedDonation.answer.id, { disableIdentityMap: true });
}

/** The lock makes this transaction and a closing of cash wait for each other. */
async function lockAndMakeRecordedFields(tx: TxCtx) {
  await lockClosings(tx, 'record');
  return { recordedAt: tx.now(), recordedBy: tx.actor?.email ?? null };
}

/** `replaces` is the id of the cancelled donation that the new one corrects. */
async function storeReceivedDonation(
  tx: TxCtx,
  { receivedOn, ...received }: ReceivedDonation,
  replaces: number | null = null,
): Promise<DonationRow> {
  // The email with the receipt greets the donor by name
  await refuseForeignWords(tx, [received.name]);
  const now = tx.now();
  const storedFields = {
    txRef: makeTxRef(now),
    isTest: false,
    createdAt: now,
    updatedAt: now,
    ...(await lockAndMakeRecordedFields(tx)),
  };
  const donation = tx.em.create(DonationEntity, { ...received, ...storedFields, replaces });
  await markDonationPaid(tx, donation, receivedOn);
  return donation;
}

/** Cancels a donation that was recorded by mistake. Its receipt keeps its number. */
export const cancelDonation = (ctx: Ctx, id: number, reason: string): Promise<DonationRow> =>
  runInTransaction(ctx, (tx) => lockAndCancelDonation(tx, id, reason));

export const correctDonation = (
  ctx: Ctx,
  id: number,
  { reason, received }: { reason: string; received: ReceivedDonation },
): Promise<DonationRow> =>
  runInTransaction(ctx, async (tx) => {
    await lockAndCancelDonation(tx, id, reason);
    return storeReceivedDonation(tx, received, id);
  });

export async function getCounterReceipt(ctx: Ctx, id: number) {
  const donation = await ctx.em.findOne(DonationEntity, { id }, { disableIdentityMap: true });
  if (donation?.status !== 'cancelled') throw notFoundError('This donation has no counter-receipt');
  const { view: site } = await getSite(ctx);
  return makeCounterReceiptFile(toCancelledReceipt(donation), site);
}

async function lockAndCancelDonation(tx: TxCtx, id: number, reason: string): Promise<DonationRow> {
  refuseUnconfirmedPassword(tx);
  // The counter-receipt contains the reason
  await refuseForeignWords(tx, [reason]);
  const donation = await lockRowOrNotFound(tx, DonationEntity, { id }, { missing: donationNotFound });
  const { status, method, email, phone, receiptNumber } = donation;
  if (status === 'cancelled') throw new AppError('CONFLICT', 'This donation is cancelled already');
  if (status !== 'successful') throw new AppError('CONFLICT', 'This donation is not paid');
  if (method === 'online') throw new AppError('CONFLICT', confirmedPaymentMessage);

  refuseUnlessMayCancel(tx, donation);
  if (donation.recordedBy !== tx.actor?.email) refuseUnlessOwner(tx);
  await lockClosings(tx, 'record');
  const now = tx.now();
  const cancellationNumber = await takeNumber(tx, 'CAN', toLocalYear(now));
  const cancellationFields = { cancelledAt: now, cancelledBy: tx.actor?.email ?? null, cancelReason: reason };
  tx.em.assign(donation, { status: 'cancelled', ...cancellationFields, cancellationNumber });
  await tx.em.flush();
  await recordDonationActivity(tx, id, `Cancelled receipt ${receiptNumber}: ${cancellationNumber}`);
  await removeCancelledMessages(tx, { donationId: [id] });
  const { smsTo } = (await getSite(tx)).view.messages;
  const donorPhoneNumber = phone ? parseInternationalPhone(phone)?.number : undefined;
  if (email) {
    await queueEmail(tx, donationCancellationMessage.email({ data: { donationId: id }, recipient: email }));
  } else if (donorPhoneNumber && smsTo !== 'never') {
    const receiptFields = {
      ...pickFields(donation, 'amount', 'currency'),
      receiptNumber: receiptNumber ?? null,
    };
    const data = { donationId: id, ...receiptFields, cancellationNumber };
    await queueMessage(tx, donationCancelledMessage.sms({ data, recipient: donorPhoneNumber }));
  }
  return donation;
}
