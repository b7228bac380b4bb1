import type { Donation, DonationInput } from '@institute/contract';
import { donationNotFound } from '@institute/contract/donations.constants';
import type { Ctx } from '../../../context.ts';
import { makeRowInsert, reserveId } from '../../../database/insert-all.ts';
import { notFoundError } from '../../../errors.ts';
import { makeActivity } from '../../platform/activity/activity.service.ts';
import { insertWithIdempotencyKey } from '../../platform/idempotency/idempotency-key.service.ts';
import {
  makeOnlinePayment,
  makeOnlinePayments,
  openPaymentPage,
  requireCheckout,
} from '../../platform/payments/online-payment.service.ts';
import { refuseClosedSection } from '../../platform/site/site.service.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';
import { markDonationPaid } from './receipt.service.ts';

export const donationPayments = makeOnlinePayments<DonationRow>({
  entity: DonationEntity,
  missing: donationNotFound,
  whereTxRef: (txRef) => ({ txRef }),
  expectedPayment: ({ txRef, amount, currency }) => ({ txRef, amount, currency }),
  paymentStatus: ({ status }) =>
    status === 'successful' ? 'paid' : status === 'cancelled' ? 'ended' : 'open',
  markPaid: markDonationPaid,
  markFailed: (donation) => {
    donation.status = 'failed';
  },
});

export async function startDonation(ctx: Ctx, input: DonationInput, key?: string) {
  const { name, email, phone = null, currency, amount } = input;
  const checkoutFields = requireCheckout(ctx, 'Online giving is not set up yet.');
  const donationContent = { name, email, phone, currency, amount };
  const insertedDonation = await insertWithIdempotencyKey(
    ctx,
    { route: 'donations', key, content: donationContent },
    async () => {
      await refuseClosedSection(ctx, 'donations');
      const id = await reserveId(ctx, DonationEntity);
      const now = ctx.now();
      const onlinePayment = makeOnlinePayment(ctx);
      const description = 'New donation';
      const rows = [
        makeRowInsert(ctx, DonationEntity, {
          ...donationContent,
          ...onlinePayment,
          id,
          createdAt: now,
          updatedAt: now,
        }),
        makeActivity(ctx, { type: 'create', entityType: 'donation', entityId: id, description }),
      ];
      return { answer: { id, txRef: onlinePayment.txRef, createdAt: now.toISOString() }, rows };
    },
  );
  const donationAnswer: Donation = {
    ...insertedDonation.answer,
    amount,
    currency,
    status: 'pending',
    ...checkoutFields,
    isTest: ctx.payments.isTest,
  };
  return { ...insertedDonation, answer: donationAnswer };
}

export async function startPayment(ctx: Ctx, txRef: string): Promise<string> {
  const { amount, currency, name, email, phone } = await donationPayments.get(ctx, txRef);
  return openPaymentPage(ctx, {
    txRef,
    amount,
    currency,
    customer: { name, email: email ?? '', phone: phone ?? null },
    purpose: 'Donation to',
    returnPath: `/donations/${txRef}`,
  });
}

export async function getPaidDonation(ctx: Pick<Ctx, 'em'>, txRef: string): Promise<DonationRow> {
  const donation = await donationPayments.find(ctx, txRef);
  if (donation?.status !== 'successful') throw notFoundError(donationNotFound);
  return donation;
}
