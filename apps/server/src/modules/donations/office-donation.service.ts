import { donationNotFound, type OfficeMethod } from '@institute/contract/donations.constants';
import type { Currency } from '@institute/contract/money';
import type { Ctx, TxCtx } from '../../context.ts';
import { lockOrNotFound } from '../../database/row-lock.ts';
import { AppError } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { answeredOnce } from '../idempotency/idempotency-key.service.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';
import { newTxRef } from './donation-reference.ts';
import { markPaid } from './receipt.service.ts';

export interface Arrival {
  method: OfficeMethod;
  receivedOn?: string | null | undefined;
  note?: string | null | undefined;
}

/** The money is real, even when the donation was started in the sandbox. */
export function markReceived(
  ctx: Ctx,
  id: number,
  { method, receivedOn, note }: Arrival,
): Promise<DonationRow> {
  return transaction(ctx, async (tx) => {
    const donation = await lockOrNotFound(tx, DonationEntity, { id }, { missing: donationNotFound });
    if (donation.status === 'cancelled') throw new AppError('CONFLICT', 'This donation is cancelled');
    if (donation.status === 'successful') throw new AppError('CONFLICT', 'This donation is paid already');
    tx.em.assign(donation, { method, note: note ?? null, isTest: false });
    await markPaid(tx, donation, receivedOn);
    return donation;
  });
}

export interface ReceivedDonation extends Arrival {
  name: string;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  currency: Currency;
  amount: number;
}

/** A repeated key does not record a second donation. */
export async function recordDonation(
  ctx: Ctx,
  received: ReceivedDonation,
  key?: string,
): Promise<DonationRow> {
  const sent = { route: 'recorded donations', key, content: received };
  const once = await answeredOnce<{ id: number }>(ctx, sent, (keep) =>
    transaction(ctx, async (tx) => {
      const { id } = await storeReceived(tx, received);
      // only the id, because an erasure of the donor does not reach this answer
      await keep(tx, { id });
      return { id };
    }),
  );
  return ctx.em.findOneOrFail(DonationEntity, once.answer.id, { disableIdentityMap: true });
}

/** `replaces` is the id of the cancelled donation that this one corrects. */
export async function storeReceived(
  tx: TxCtx,
  { receivedOn, ...received }: ReceivedDonation,
  replaces: number | null = null,
): Promise<DonationRow> {
  const now = tx.now();
  const made = { txRef: newTxRef(now), isTest: false, createdAt: now, updatedAt: now };
  const donation = tx.em.create(DonationEntity, { ...received, ...made, replaces });
  await markPaid(tx, donation, receivedOn);
  return donation;
}
