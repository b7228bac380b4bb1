import { currencyCodes, formatMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as z from 'zod';
import { readInstituteName } from '../../../messaging/email/email.ts';
import { declareMessageKind } from '../../../messaging/message-kind.ts';
import {
  TEST_MODE_BANNER,
  writeCounterReceiptEmail,
} from '../../platform/numbered-documents/receipt-file.service.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';
import { makeDonationReceipt, toCancelledReceipt } from './receipt.ts';

const donationIdSchema = z.object({ donationId: z.number() });
const findOptions = { disableIdentityMap: true } as const;

export const donationReceiptMessage = declareMessageKind({
  kind: 'donation-receipt',
  to: 'visitors',
  limit: 'ours',
  untilCancelled: 'donationId',
  written: [],
  data: donationIdSchema,
  sample: async (em) => ({ donationId: await makeSampleDonation(em) }),
  email: async ({ donationId }, { em, site, publicUrl }) => {
    const donation = await em.findOneOrFail(DonationEntity, donationId, findOptions);
    const { name, currency, amount, receiptNumber, txRef, isTest, status } = donation;
    // The mailer may have claimed the email just before the cancellation: the error prevents its sending
    if (status !== 'successful') throw new Error(`The receipt ${receiptNumber} is ${status}`);
    const { facts, file } = await makeDonationReceipt(donation, { site, publicUrl });
    return {
      subject: `Thank you for your donation: receipt ${receiptNumber}`,
      heading: `Thank you, ${name}`,
      paragraphs: [
        ...(isTest ? [TEST_MODE_BANNER] : []),
        `Your donation of ${formatMoney(currency, amount)} to ${readInstituteName(site)} has arrived. It makes a difference to our students.`,
        `Your receipt ${receiptNumber} is attached.`,
      ],
      facts,
      action: { label: 'See this donation', url: `${publicUrl}/donations/${txRef}` },
      attachments: [file],
    };
  },
});

export const donationCancellationMessage = declareMessageKind({
  kind: 'donation-cancellation',
  to: 'visitors',
  limit: 'ours',
  written: [],
  data: donationIdSchema,
  sample: async (em) => ({
    donationId: await makeSampleDonation(em, {
      status: 'cancelled',
      isTest: false,
      method: 'cash',
      receiptNumber: 'RCP-2026-sample',
      cancellationNumber: 'CAN-2026-sample',
      cancelledAt: new Date('2026-11-20T10:00:00Z'),
      cancelReason: 'The amount was typed with a zero too many.',
    }),
  }),
  email: async ({ donationId }, { em, site }) => {
    const donation = await em.findOneOrFail(DonationEntity, donationId, findOptions);
    const { name, receiptNumber, cancellationNumber } = donation;
    return writeCounterReceiptEmail(toCancelledReceipt(donation), {
      site,
      paragraphs: [
        `Hello ${name}, the receipt ${receiptNumber} of ${readInstituteName(site)} was wrong and is no longer valid.`,
        `The counter-receipt ${cancellationNumber} is attached. If the donation was corrected, a new receipt comes in an email of its own.`,
      ],
    });
  },
});

/** SMS about a cancellation, for a donor without an email address. */
export const donationCancelledMessage = declareMessageKind({
  kind: 'donation-cancelled',
  to: 'visitors',
  limit: 'ours',
  written: [],
  data: donationIdSchema.extend({
    currency: z.enum(currencyCodes),
    amount: z.number(),
    receiptNumber: z.string().nullable(),
    cancellationNumber: z.string(),
  }),
  sample: {
    donationId: 0,
    currency: place.currency,
    amount: 50_000,
    receiptNumber: 'RCP-2026-000001',
    cancellationNumber: 'CAN-2026-000001',
  },
  sms: {
    words: ({ currency, amount, receiptNumber, cancellationNumber }) =>
      `Your receipt ${receiptNumber} of ${formatMoney(currency, amount)} is no longer valid: ${cancellationNumber}.`,
  },
});

async function makeSampleDonation(em: EntityManager, other: Partial<DonationRow> = {}): Promise<number> {
  const donation = em.create(DonationEntity, {
    txRef: '1700000000000-sample-sample-sample-sample',
    name: 'Łukasz Ŋŋ Müller',
    email: 'donor@example.org',
    currency: place.currency,
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
