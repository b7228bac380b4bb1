import { randomBytes } from 'node:crypto';
import { donationNotFound } from '@institute/contract/donations.constants';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';

/** 128 bits cannot be guessed. */
const RANDOM_BYTES = 16;
const txRefForm = /^\d{13}-[\w-]{20,80}$/;

export const newTxRef = (now: Date): string =>
  `${now.getTime()}-${randomBytes(RANDOM_BYTES).toString('base64url')}`;

export async function findDonation({ em }: Pick<Ctx, 'em'>, txRef: string): Promise<DonationRow | null> {
  if (!txRefForm.test(txRef)) return null;
  return em.findOne(DonationEntity, { txRef }, { disableIdentityMap: true });
}

export async function getDonation(ctx: Pick<Ctx, 'em'>, txRef: string): Promise<DonationRow> {
  const donation = await findDonation(ctx, txRef);
  if (!donation) throw notFound(donationNotFound);
  return donation;
}
