import { donationNotFound } from '@institute/contract/donations.constants';
import { kampalaYear } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../context.ts';
import { lockOrNotFound } from '../../database/row-lock.ts';
import { AppError, notFound } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { queueEmail, takeBackEmailsAbout } from '../emails/email.service.ts';
import { getSite } from '../site/site.service.ts';
import { counterReceiptFile } from './counter-receipt.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';
import { type ReceivedDonation, storeReceived } from './office-donation.service.ts';
import { nextReceiptNumber } from './receipt.service.ts';

/** For a donation recorded by mistake. Its receipt keeps its number. */
export const cancelDonation = (ctx: Ctx, id: number, reason: string): Promise<DonationRow> =>
  transaction(ctx, (tx) => cancel(tx, id, reason));

export const correctDonation = (
  ctx: Ctx,
  id: number,
  { reason, received }: { reason: string; received: ReceivedDonation },
): Promise<DonationRow> =>
  transaction(ctx, async (tx) => {
    await cancel(tx, id, reason);
    return storeReceived(tx, received, id);
  });

export async function getCounterReceipt(ctx: Ctx, id: number) {
  const donation = await ctx.em.findOne(DonationEntity, { id }, { disableIdentityMap: true });
  if (donation?.status !== 'cancelled') throw notFound('This donation has no counter-receipt');
  const { view: site } = await getSite(ctx);
  return counterReceiptFile(donation, site);
}

async function cancel(tx: TxCtx, id: number, reason: string): Promise<DonationRow> {
  const donation = await lockOrNotFound(tx, DonationEntity, { id }, { missing: donationNotFound });
  const { status, method, email, receiptNumber } = donation;
  if (status === 'cancelled') throw new AppError('CONFLICT', 'This donation is cancelled already');
  if (status !== 'successful') throw new AppError('CONFLICT', 'This donation is not paid');
  if (method === 'online') {
    throw new AppError(
      'CONFLICT',
      'The payment provider has confirmed this payment, so it cannot be cancelled',
    );
  }

  const now = tx.now();
  const cancellationNumber = await nextReceiptNumber(tx, 'CAN', kampalaYear(now));
  tx.em.assign(donation, { status: 'cancelled', cancelledAt: now, cancelReason: reason, cancellationNumber });
  await tx.em.flush();
  await recordActivity(tx, {
    type: 'update',
    entityType: 'donation',
    entityId: id,
    description: `Cancelled receipt ${receiptNumber}: ${cancellationNumber}`,
  });
  await takeBackEmailsAbout(tx, 'donation-receipt', { donationId: id });
  if (email)
    await queueEmail(tx, { kind: 'donation-cancellation', data: { donationId: id }, recipient: email });
  return donation;
}
