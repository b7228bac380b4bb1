import type { Site } from '@institute/contract';
import { amountInWords } from '@institute/contract/amount-in-words';
import { type DonationMethod, methodNames } from '@institute/contract/donations.constants';
import { formatMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import type { Ctx } from '../../../context.ts';
import { type Email, nameInText } from '../../../messaging/email/email.ts';
import {
  type CancelledReceipt,
  counterReceiptEmail,
  makeReceiptFile,
  NO_MONEY,
  type ReceiptFact,
  type ReceiptPlace,
} from '../../platform/numbered-documents/receipt-file.service.ts';
import { DonationEntity, type DonationRow } from './donation.entity.ts';

function requirePaid({ receiptNumber, receiptCode, paidAt }: DonationRow) {
  if (!receiptNumber || !receiptCode || !paidAt)
    throw new Error('A donation that is not paid has no receipt');
  return { receiptNumber, receiptCode, paidAt };
}

function receiptFacts(donation: DonationRow): ReceiptFact[] {
  const { receiptNumber, paidAt } = requirePaid(donation);
  const { name, currency, amount, txRef } = donation;
  const method: DonationMethod = donation.method;
  return [
    ['Receipt', receiptNumber],
    ['Received from', name],
    ['Amount', formatMoney(currency, amount)],
    ['In words', amountInWords(currency, amount)],
    ['Method', methodNames[method]],
    ['Date', formatDate(paidAt.toISOString())],
    ['Payment reference', txRef],
  ];
}

export function receiptFile(donation: DonationRow, place: ReceiptPlace) {
  const { receiptNumber, receiptCode, paidAt } = requirePaid(donation);
  const content = {
    heading: 'Donation receipt',
    ending: 'With thanks for supporting our students.',
    facts: receiptFacts(donation),
    number: receiptNumber,
    code: receiptCode,
    issuedAt: paidAt,
    isTest: donation.isTest,
  };
  return makeReceiptFile(content, place);
}

export async function receiptEmail(
  { em }: Pick<Ctx, 'em'>,
  donationId: number,
  place: ReceiptPlace,
): Promise<Email> {
  const donation = await em.findOneOrFail(DonationEntity, donationId, { disableIdentityMap: true });
  const { name, currency, amount, receiptNumber, txRef, isTest, status } = donation;
  // The mailer may have claimed the email just before the cancellation
  if (status !== 'successful') throw new Error(`The receipt ${receiptNumber} is ${status}`);
  const { site, publicUrl } = place;
  return {
    subject: `Thank you for your donation: receipt ${receiptNumber}`,
    heading: `Thank you, ${name}`,
    paragraphs: [
      ...(isTest ? [NO_MONEY] : []),
      `Your donation of ${formatMoney(currency, amount)} to ${nameInText(site)} has arrived. It makes a difference to our students.`,
      `Your receipt ${receiptNumber} is attached.`,
    ],
    facts: receiptFacts(donation),
    action: { label: 'See this donation', url: `${publicUrl}/donations/${txRef}` },
    attachments: [await receiptFile(donation, place)],
  };
}

export function readCancelled(donation: DonationRow): CancelledReceipt {
  const { name, currency, amount, receiptNumber, cancellationNumber, cancelledAt, cancelReason } = donation;
  if (!cancellationNumber || !cancelledAt) throw new Error('A donation that stands has no counter-receipt');
  return {
    number: cancellationNumber,
    receiptNumber,
    cancelledAt,
    reason: cancelReason,
    about: [
      ['Issued to', name],
      ['Amount', formatMoney(currency, amount)],
    ],
  };
}

export async function cancellationEmail(
  { em }: Pick<Ctx, 'em'>,
  donationId: number,
  { site }: { site: Site },
): Promise<Email> {
  const donation = await em.findOneOrFail(DonationEntity, donationId, { disableIdentityMap: true });
  const { name, receiptNumber, cancellationNumber } = donation;
  return counterReceiptEmail(readCancelled(donation), {
    site,
    paragraphs: [
      `Hello ${name}, the receipt ${receiptNumber} of ${nameInText(site)} was wrong and is no longer valid.`,
      `The counter-receipt ${cancellationNumber} is attached. If the donation was corrected, a new receipt comes in an email of its own.`,
    ],
  });
}
