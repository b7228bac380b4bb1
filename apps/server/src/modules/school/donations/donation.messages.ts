import type { EntityManager } from '@mikro-orm/postgresql';
import * as z from 'zod';
import { messageKind } from '../../../messaging/message-kind.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';
import { cancellationEmail, receiptEmail } from './receipt.ts';

const data = z.object({ donationId: z.number() });

export const donationReceipt = messageKind({
  kind: 'donation-receipt',
  to: 'visitors',
  limit: 'ours',
  untilCancelled: 'donationId',
  data,
  sample: async (em) => ({ donationId: await sampleDonation(em) }),
  email: ({ donationId }, { em, site, publicUrl }) => receiptEmail({ em }, donationId, { site, publicUrl }),
});

export const donationCancellation = messageKind({
  kind: 'donation-cancellation',
  to: 'visitors',
  limit: 'ours',
  data,
  sample: async (em) => ({
    donationId: await sampleDonation(em, {
      status: 'cancelled',
      isTest: false,
      method: 'cash',
      receiptNumber: 'RCP-2026-sample',
      cancellationNumber: 'CAN-2026-sample',
      cancelledAt: new Date('2026-11-20T10:00:00Z'),
      cancelReason: 'The amount was typed with a zero too many.',
    }),
  }),
  email: ({ donationId }, { em, site }) => cancellationEmail({ em }, donationId, { site }),
});

async function sampleDonation(em: EntityManager, other: Partial<DonationRow> = {}): Promise<number> {
  const donation = em.create(DonationEntity, {
    txRef: '1700000000000-sample-sample-sample-sample',
    name: 'Łukasz Ŋŋ Müller',
    email: 'donor@example.org',
    currency: 'UGX',
    amount: 50_000,
    status: 'successful',
    isTest: true,
    paidAt: new Date('2026-11-20T09:00:00Z'),
    receiptNumber: 'TEST-2026-sample',
    receiptCode: '7KQ2M9XHT4WZB6RN3DVF8PJCEY',
    ...other,
  });
  await em.flush();
  return donation.id;
}
