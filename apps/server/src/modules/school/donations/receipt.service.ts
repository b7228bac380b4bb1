import type { DonationState } from '@institute/contract';
import { donationNotFound } from '@institute/contract/donations.constants';
import { receiptCodeLength } from '@institute/contract/receipts.constants';
import { fromLocalTime, toLocalDay, toLocalYear } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../context.ts';
import { lockRowOrNotFound } from '../../../database/row-lock.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { AppError } from '../../../errors.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { takeNumber } from '../../platform/numbered-documents/number-series.service.ts';
import { type FindProof, makeProofCode } from '../../platform/numbered-documents/proof-code.service.ts';
import { listUnprintableNames } from '../../platform/numbered-documents/receipt-file.service.ts';
import { queueEmail } from '../../platform/outbox/outbox.service.ts';
import { listEmailsAbout } from '../../platform/outbox/outbox-list.service.ts';
import { queueEvents } from '../../platform/webhooks/webhook-event.service.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';
import { donationReceiptMessage } from './donation.messages.ts';

/** Numbers the receipt by its year of issue, even if the money came in an earlier year. */
export async function markDonationPaid(
  tx: TxCtx,
  donation: DonationRow,
  receivedOn?: string | null,
): Promise<void> {
  const now = tx.now();
  donation.status = 'successful';
  donation.paidAt = receivedOn && receivedOn < toLocalDay(now) ? toNoonOfDay(receivedOn) : now;
  donation.nextCheckAt = null;
  donation.mismatchAt = null;
  donation.receiptCode = makeProofCode(receiptCodeLength);
  donation.receiptNumber = await takeNumber(tx, donation.isTest ? 'TEST' : 'RCP', toLocalYear(now));
  await tx.em.flush();
  await recordDonationActivity(tx, donation.id, `Donation received: ${donation.receiptNumber}`);
  const { id, receiptNumber: reference } = donation;
  await queueEvents(tx, 'donation.paid', [{ id, reference, status: 'successful' }]);
  if (donation.email) await queueReceipt(tx, id, donation.email);
}

export const recordDonationActivity = (tx: TxCtx, entityId: number, description: string) =>
  recordActivity(tx, { type: 'update', entityType: 'donation', entityId, description });

const toNoonOfDay = (day: string) => new Date(fromLocalTime(`${day}T12:00`));

const queueReceipt = (tx: TxCtx, donationId: number, recipient: string): Promise<void> =>
  queueEmail(tx, donationReceiptMessage.email({ data: { donationId }, recipient }));

/**
 * Reads the state of the receipt's email. Without a mail server it is a file, which counts as sent for tests only.
 */
export async function readReceiptEmail(
  ctx: Pick<Ctx, 'em'>,
  { id, status, email, isTest }: DonationRow,
): Promise<DonationState['receiptEmail']> {
  if (status !== 'successful' || !email) return null;
  const [last] = await listEmailsAbout(ctx, donationReceiptMessage, { donationId: id });
  if (last?.state === 'waiting') return 'queued';
  const isReceiptEmailSent = last?.state === 'sent' || last?.state === 'delivered';
  return isReceiptEmailSent && (isTest || !last.isFile) ? 'sent' : null;
}

export const findDonationProof: FindProof = async ({ em }, receiptCode) => {
  const row = await em.findOne(DonationEntity, { receiptCode }, { disableIdentityMap: true });
  if (!row?.receiptNumber || !row.paidAt) return null;
  return {
    ...pickFields(row, 'amount', 'currency', 'isTest'),
    number: row.receiptNumber,
    paidAt: row.paidAt.toISOString(),
    isCancelled: row.status === 'cancelled',
    fullNames: await listUnprintableNames([row.name]),
  };
};

export function resendReceipt(ctx: Ctx, id: number): Promise<{ id: number }> {
  return runInTransaction(ctx, async (tx) => {
    const { status, email, receiptNumber } = await lockRowOrNotFound(
      tx,
      DonationEntity,
      { id },
      { missing: donationNotFound },
    );
    if (status !== 'successful') throw new AppError('CONFLICT', 'This donation is not paid');
    if (!email) throw new AppError('CONFLICT', 'There is no address to send the receipt to');
    await queueReceipt(tx, id, email);
    await recordDonationActivity(tx, id, `Sent receipt ${receiptNumber} again`);
    return { id };
  });
}
